#include "http/review/passkey/sign_counters.h"

#include <algorithm>

#include "core/reviewer/passkey.h"

namespace countersign::http {

bool SignCounters::advance(const std::string& passkey, std::uint32_t in_log, std::uint32_t now) {
  const MutexLock lock(mutex_);
  std::uint32_t& newest = newest_[passkey];
  const std::uint32_t before = std::max(newest, in_log);
  if (!counter_goes_on(before, now)) return false;
  newest = now;
  return true;
}

}  // namespace countersign::http
