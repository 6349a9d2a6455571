#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/edge/http1/message.h"

namespace countersign::http {

// Cross-origin requests (the Fetch standard's CORS protocol) for the paths that a
// browser may use: the device's. Backend paths never send these headers, so that a
// page cannot read their answers.
bool is_device_path(std::string_view path);

// The answer to OPTIONS: what is allowed, and for a device path also the permission for
// a preflight of any origin. A preflight carries no token, so the session's own list
// is enforced on the call itself. No credentials: the token is sent by hand.
Response options_answer(const RequestHead& head, std::string_view allow);

// Lets the page that asked read the answer of a device path. Nothing is added for a
// request without an Origin, or when the answer is that the origin is not allowed.
void add_cors_headers(const RequestHead& head, Response& response);

// `scheme://host[:port]` in the form that browsers send (RFC 6454): lower-case and
// without a default port. Only https, and http for this machine's own names.
// Nothing when `text` is something else.
std::optional<std::string> normalised_origin(std::string_view text);

}  // namespace countersign::http
