#include "http/review/passkey/ceremonies.h"

#include <algorithm>
#include <utility>

namespace countersign::http {

Ceremonies::Ceremonies(SteadyNow now) : now_(std::move(now)) {}

void Ceremonies::put(const std::string& name, const Digest& challenge) {
  const SteadyTime now = now_();
  const MutexLock lock(mutex_);
  waiting_.insert_or_assign(name, Waiting{challenge, now});
  if (waiting_.size() <= kMax) return;
  std::erase_if(waiting_, [&](const auto& entry) { return now - entry.second.begun >= kLifetime; });
  if (waiting_.size() <= kMax) return;
  waiting_.erase(
      std::ranges::min_element(waiting_, {}, [](const auto& entry) { return entry.second.begun; }));
}

std::optional<Digest> Ceremonies::take(const std::string& name) {
  const SteadyTime now = now_();
  const MutexLock lock(mutex_);
  const auto found = waiting_.find(name);
  if (found == waiting_.end()) return std::nullopt;
  const Waiting taken = found->second;
  waiting_.erase(found);
  if (now - taken.begun >= kLifetime) return std::nullopt;
  return taken.challenge;
}

}  // namespace countersign::http
