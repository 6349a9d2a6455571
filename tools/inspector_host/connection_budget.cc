#include "tools/inspector_host/connection_budget.h"

#include <utility>

#include "core/check.h"

namespace countersign {

Handshakes::Begun Handshakes::begin(std::string network, std::function<void()> cut) {
  const MutexLock lock(mutex_);
  if (entries_.size() >= limits_.all || count_of(network) >= limits_.each_network) {
    const auto oldest = entries_.find(to_be_cut(network));
    check(oldest != entries_.end(), "a handshake that is cut off has begun");
    oldest->second.cut();
    entries_.erase(oldest);
  }
  const std::uint64_t id = begun_++;
  entries_.emplace(id, Entry{std::move(network), std::move(cut)});
  return Begun(this, id);
}

std::size_t Handshakes::count() const {
  const MutexLock lock(mutex_);
  return entries_.size();
}

// Does nothing for one that was cut off.
void Handshakes::end(std::uint64_t id) {
  const MutexLock lock(mutex_);
  entries_.erase(id);
}

std::size_t Handshakes::count_of(const std::string& network) const {
  std::size_t count = 0;
  for (const auto& [id, entry] : entries_) count += entry.network == network ? 1 : 0;
  return count;
}

std::uint64_t Handshakes::to_be_cut(const std::string& newest) const {
  std::map<std::string, std::size_t> counts;
  for (const auto& [id, entry] : entries_) ++counts[entry.network];
  if (counts[newest] >= limits_.each_network) {
    for (const auto& [id, entry] : entries_) {
      if (entry.network == newest) return id;
    }
  }
  std::uint64_t found = 0;
  std::size_t most = 0;
  for (const auto& [id, entry] : entries_) {
    const std::size_t count = counts[entry.network];
    if (count <= most) continue;
    most = count;
    found = id;
  }
  return found;
}

bool ServerShares::take(const Sha256& server) {
  const MutexLock lock(mutex_);
  std::size_t& taken = taken_[server];
  if (taken >= each_) return false;
  ++taken;
  return true;
}

void ServerShares::give_back(const Sha256& server) {
  const MutexLock lock(mutex_);
  const auto found = taken_.find(server);
  check(found != taken_.end() && found->second > 0, "a connection that is given back was taken");
  if (--found->second == 0) taken_.erase(found);
}

}  // namespace countersign
