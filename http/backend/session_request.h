#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/terms.h"
#include "http/call/problem.h"

namespace countersign::http {

inline constexpr std::size_t kUserRefMax = 128;
inline constexpr std::size_t kOriginsMax = 20;

// The body of a session's creation, read but not yet judged: what is wrong with it
// is told in the order of precedence, by whoever asks member after member.
struct SessionRequest {
  std::optional<std::string> client_key;     // none: absent, empty or no text
  std::optional<std::string> client_secret;  // the same
  std::optional<Purpose> purpose;            // none: not one of the four
  std::optional<std::string> user_ref;
  std::vector<std::string> origin_allowlist;  // in the form that browsers send
  std::optional<Problem> fault;               // of the two above
};

// Reads one JSON object (RFC 8259, UTF-8). Members that are not known are passed over, so
// that clients may be newer than the server; a known one may stand only once. Nothing
// when it is something else (json_document.h). However deep it is nested, the stack does not grow.
std::optional<SessionRequest> parse_session_request(std::string_view body);

}  // namespace countersign::http
