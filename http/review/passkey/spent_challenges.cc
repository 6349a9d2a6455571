#include "http/review/passkey/spent_challenges.h"

#include <utility>

#include "http/review/passkey/sealed_challenges.h"

namespace countersign::http {

SpentChallenges::SpentChallenges(SteadyNow now) : now_(std::move(now)) {}

bool SpentChallenges::spend(const ReviewerId& reviewer, const std::string& challenge) {
  const SteadyTime now = now_();
  const MutexLock lock(mutex_);
  forget_old(now);
  const auto count = of_reviewer_.find(reviewer);
  if (count != of_reviewer_.end() && count->second >= kOfOneReviewer) return false;
  if (!spent_.insert(challenge).second) return false;
  in_order_.push_back({challenge, reviewer, now});
  ++of_reviewer_[reviewer];
  return true;
}

void SpentChallenges::forget_old(SteadyTime now) {
  while (!in_order_.empty() && now - in_order_.front().at >= SealedChallenges::kLifetime) {
    const Spent& oldest = in_order_.front();
    spent_.erase(oldest.challenge);
    const auto count = of_reviewer_.find(oldest.reviewer);
    if (--count->second == 0) of_reviewer_.erase(count);
    in_order_.pop_front();
  }
}

}  // namespace countersign::http
