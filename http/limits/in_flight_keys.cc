#include "http/limits/in_flight_keys.h"

namespace countersign::http {

std::optional<InFlightKeys::Permit> InFlightKeys::enter(const Sha256& mark) {
  const MutexLock lock(mutex_);
  if (!marks_.insert(mark).second) return std::nullopt;
  return Permit(*this, mark);
}

void InFlightKeys::give_back(const Sha256& mark) {
  const MutexLock lock(mutex_);
  marks_.erase(mark);
}

}  // namespace countersign::http
