#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

#include "core/reviewer/reviewer.h"
#include "core/session/session.h"
#include "events/store_error.h"
#include "http/review/cases/case_choice.h"
#include "http/review/review_service.h"

namespace countersign::http {

// How long a reviewer has a case without saying anything.
inline constexpr Duration kClaimTtl = std::chrono::minutes(15);

// Waiting sessions that one page of the queue looks at, at most, when a filter passes over many.
inline constexpr std::size_t kCasesLookedAt = 1000;

// Returns whether the case waits for a decision that may be this reviewer's. One that was handed
// over waits for a supervisor.
bool may_decide(const Reviewer& reviewer, const Session& session);

// The waiting cases that a reviewer sees.
struct CaseFilter {
  const Reviewer& reviewer;
  const CaseChoice& choice;
  bool passes_own_hand_overs = false;  // in one step, however many the reviewer handed over
};

// Gives the cases behind `after` that the reviewer may decide, the oldest first, until `take`
// returns false, or `left` waiting sessions were looked at, which are taken off `left`. Returns
// where to go on; nullopt if there are no more. A whole session id is looked up, and nothing
// scanned. Cases of other clients, and those that the reviewer has an opinion on, are not looked
// at, however many they are. Blocks.
Result<std::optional<Sequence>, StoreError> scan_cases(
    const ReviewService& service,
    const CaseFilter& filter,
    Sequence after,
    std::size_t& left,
    const std::function<bool(const Session& session)>& take);

}  // namespace countersign::http
