#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/result.h"
#include "core/utc_time.h"
#include "http/call/problem.h"
#include "http/json/schema_of.h"

// The time that a link shall live, as a backend asks for it, and the body of a link's renewal.
namespace countersign::http {

inline constexpr std::string_view kLinkTtl = "linkTtl";
inline constexpr std::uint64_t kLinkTtlMinSeconds = 60;

// Says which times the client allows.
Problem link_ttl_problem(Duration max);

struct LinkRequest {
  std::optional<Duration> link_ttl{};  // none: as long as a token
};
// Reads a JSON object, or an empty body, which is an empty object. A `linkTtl` is in whole seconds,
// from kLinkTtlMinSeconds to the client's limit.
Result<LinkRequest, Problem> parse_link_request(std::string_view body, Duration max);
Schema link_request_schema();

}  // namespace countersign::http
