#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "http/call/problem.h"
#include "http/json/schema_of.h"

namespace countersign::http {

inline constexpr std::ptrdiff_t kReasonMax = 500;  // characters

// The body of a request that ends liveness because the person cannot do it.
struct NotPossibleRequest {
  std::optional<std::string> reason;  // the person's own words; never empty
};

// Reads one JSON object (RFC 8259, UTF-8), or an empty body, which is the same as {}. Ignores
// unknown members. Refuses a reason that is not a text, is longer than kReasonMax, or has
// control characters other than a line break.
Result<NotPossibleRequest, Problem> parse_not_possible_request(std::string_view body);
Schema not_possible_request_schema();

}  // namespace countersign::http
