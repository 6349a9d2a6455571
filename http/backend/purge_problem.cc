#include "http/backend/purge_problem.h"

#include <variant>

namespace countersign::http {
namespace {

// About the time of the running purge pass and the next one.
constexpr std::uint64_t kPurgeRetrySeconds = 10;

bool is_refused_for(const PurgeFailure& failure, Refusal why) {
  const auto* rejection = std::get_if<Rejection>(&failure);
  return rejection != nullptr && rejection->why == why;
}

}  // namespace

Problem too_many_purges() {
  return {.code = ProblemCode::Unavailable,
          .detail = "Too many purges are waiting; try again later.",
          .retry_after_seconds = kPurgeRetrySeconds};
}

Problem problem_of_purge(const PurgeFailure& failure) {
  if (const auto* rejection = std::get_if<Rejection>(&failure)) return problem_of(*rejection);
  if (const auto* store = std::get_if<StoreError>(&failure)) return problem_of(*store);
  return too_many_purges();
}

bool is_purged_already(const PurgeFailure& failure) {
  return is_refused_for(failure, Refusal::NothingToDo);
}

bool is_kept_by_hold(const PurgeFailure& failure) {
  return is_refused_for(failure, Refusal::LegalHold);
}

}  // namespace countersign::http
