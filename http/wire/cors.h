#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"

namespace countersign::http {

// Returns whether the path is one of the device's, which are the only paths that a browser may use
// with cross-origin requests (the Fetch standard's CORS protocol). Backend paths never send CORS
// headers, so that a page cannot read their answers.
bool is_device_path(std::string_view path);

// The answer to OPTIONS: the allowed methods, and for a device path also the permission for a
// preflight from any origin. A preflight carries no token, so the session's own origin list is
// enforced on the call itself. Credentials are not allowed, since the page sends the token itself
// in a header.
Response options_answer(const RequestHead& head, std::string_view allow);

// Lets the page that sent the request read the answer of a device path. Does not allow an origin if
// the request has none, or if the answer is that the origin is not allowed.
void add_cors_headers(const RequestHead& head, Response& response);

// Adds the fields that keep a browser from making more of an answer than its reader asked for,
// unless the answer has its own:
//
//   X-Content-Type-Options         the answer is of no other type than it says (Fetch standard)
//   Cross-Origin-Resource-Policy   a page of another origin loads it neither as a script nor as a
//                                  picture; calls by CORS are not affected
//   Content-Security-Policy        opened by itself the answer loads and runs nothing, and is in
//                                  nobody's frame (W3C Content Security Policy Level 3)
void add_browser_fields(Headers& headers);

// Returns `scheme://host[:port]` in the form that browsers send (RFC 6454): lower-case and without
// a default port. Accepts https, and http only for this machine's own names. Returns nullopt for
// any other text.
std::optional<std::string> normalised_origin(std::string_view text);

// The same for every origin that a session may allow: also that of an app whose pages have a scheme
// of the app's own, `capacitor://localhost`. Returns nullopt for a scheme by which any page may be
// opened, such as file and data.
std::optional<std::string> normalised_client_origin(std::string_view text);

}  // namespace countersign::http
