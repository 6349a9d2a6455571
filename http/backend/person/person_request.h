#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "http/call/call.h"
#include "http/call/problem.h"
#include "http/json/schema_of.h"
#include "projections/queries/session_list.h"

namespace countersign::http {

inline constexpr std::uint64_t kPersonLimitMax = 500;  // of sessions that a call reads
inline constexpr std::uint64_t kErasuresACall = 100;

// The parameters of GET person.
struct PersonQuery {
  std::string user_ref;
  std::optional<SessionPlace> after{};
  std::uint64_t limit = 100;
};
Result<PersonQuery, Problem> read_person_query(const Call& call);

// The body of POST person/erase.
struct ErasureRequest {
  std::string user_ref;
  std::string reason;
  std::optional<std::string> after{};
};
Result<ErasureRequest, Problem> parse_erasure_request(std::string_view body);
Schema erasure_request_schema();

// The place that an earlier answer gave as `next`; nullopt without one.
Result<std::optional<SessionPlace>, Problem> place_after(const std::optional<std::string>& after);

}  // namespace countersign::http
