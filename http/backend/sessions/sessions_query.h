#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/result.h"
#include "http/call/problem.h"
#include "projections/queries/session_list.h"

namespace countersign::http {

inline constexpr std::uint64_t kSessionsLimitMax = 500;

// The parameters of a call that lists sessions. A parameter that is left out selects all.
struct SessionsQuery {
  SessionsAsked asked{};
  std::optional<SessionPlace> after{};
  std::uint64_t limit = 100;
};

// Reads the query string of GET sessions, as it was sent. A parameter that is unknown, repeated,
// empty or wrong is a problem with one sentence, in which nothing of the text occurs. Pure.
Result<SessionsQuery, Problem> read_sessions_query(std::string_view query);

}  // namespace countersign::http
