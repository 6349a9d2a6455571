#pragma once
#include <cstddef>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "core/ids.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/mutex.h"

namespace countersign::http {

// The sealed challenges whose answers were good, for as long as they would be open, so that each is
// answered once, also by a passkey that counts nothing. A caller without a passkey or a link enters
// nothing here, and one reviewer at most kOfOneReviewer. Thread-safe.
class SpentChallenges {
 public:
  static constexpr std::size_t kOfOneReviewer = 64;

  explicit SpentChallenges(SteadyNow now = steady_now);

  // Takes the challenge out of use. Returns false if it was spent before, or if the reviewer has
  // spent too many in a short time. REQUIRES: the challenge is open, and its answer was verified.
  bool spend(const ReviewerId& reviewer, const std::string& challenge);

 private:
  struct Spent {
    std::string challenge;
    ReviewerId reviewer;
    SteadyTime at;
  };
  void forget_old(SteadyTime now) REQUIRES_LOCK(mutex_);

  const SteadyNow now_;
  Mutex mutex_;
  std::deque<Spent> in_order_ GUARDED_BY(mutex_);
  std::set<std::string> spent_ GUARDED_BY(mutex_);
  std::map<ReviewerId, std::size_t> of_reviewer_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
