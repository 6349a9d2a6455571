#include "http/limits/in_flight_keys.h"

namespace countersign::http {

std::optional<InFlightKeys::Permit> InFlightKeys::enter(const Sha256& key) {
  const MutexLock lock(mutex_);
  if (!keys_.insert(key).second) return std::nullopt;
  return Permit(*this, key);
}

void InFlightKeys::give_back(const Sha256& key) {
  const MutexLock lock(mutex_);
  keys_.erase(key);
}

}  // namespace countersign::http
