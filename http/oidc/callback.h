#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace countersign::http {

// The answer of an authorization endpoint, as a browser brings it (RFC 6749 section 4.1.2).
struct Callback {
  std::string state;
  std::string code;                   // "" if the provider refuses
  std::string error;                  // "" if it does not; one of known_oauth_error()
  std::optional<std::string> issuer;  // RFC 9207
};

// Parses the query of the redirection. Returns nullopt if it is too long, malformed, names a
// parameter twice, or has not a state and one of code and error. Other parameters are ignored.
std::optional<Callback> parse_callback(std::string_view query);

// Returns an error code of RFC 6749 or OpenID Connect Core as it is, and "unknown_error" for any
// other text, so that what it returns may be shown.
std::string_view known_oauth_error(std::string_view text);

}  // namespace countersign::http
