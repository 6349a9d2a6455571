#pragma once
#include <algorithm>
#include <string_view>

#include "core/ascii.h"
#include "http/call/call.h"
#include "http/edge/http1/message.h"
#include "http/wire/header_parameters.h"

namespace countersign::http {

// Returns whether a body comes as it is: no Content-Encoding (RFC 9110 section 8.4) names a coding
// other than `identity`. The server unpacks no body.
inline bool has_plain_body(const Headers& headers) {
  return std::ranges::all_of(headers, [](const Headers::Field& field) {
    if (!equal_ignoring_case(field.name, "content-encoding")) return true;
    std::string_view rest = field.value;
    while (true) {
      const std::size_t comma = rest.find(',');
      const std::string_view coding = trimmed(rest.substr(0, comma));
      if (!coding.empty() && !equal_ignoring_case(coding, "identity")) return false;
      if (comma == std::string_view::npos) return true;
      rest.remove_prefix(comma + 1);
    }
  });
}

// Returns false if it has refused the call, because its body is coded.
inline bool admit_plain_body(const CallPtr& call) {
  if (has_plain_body(call->head().headers)) return true;
  call->refuse(
      {.code = ProblemCode::UnsupportedMediaType,
       .detail = "The body must come without a Content-Encoding: the server unpacks none."});
  return false;
}

}  // namespace countersign::http
