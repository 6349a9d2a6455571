#include "http/limits/fair_shares.h"

#include <utility>

#include "core/check.h"

namespace countersign::http {

std::optional<FairShares::Share> FairShares::take(const ClientKey& client, std::uint64_t amount) {
  const MutexLock lock(mutex_);
  return take_locked(total_ - taken_, client, amount);
}

std::optional<FairShares::Share> FairShares::take_of(std::uint64_t free,
                                                     const ClientKey& client,
                                                     std::uint64_t amount) {
  const MutexLock lock(mutex_);
  return take_locked(free, client, amount);
}

std::optional<FairShares::Share> FairShares::take_locked(std::uint64_t free,
                                                         const ClientKey& client,
                                                         std::uint64_t amount) {
  const auto place = by_client_.find(client);
  const std::uint64_t held = place == by_client_.end() ? 0 : place->second;
  if (held > free || amount > free - held) return std::nullopt;
  if (amount > each_ - held) return std::nullopt;
  ClientKey owner = client;  // may fail for want of memory, and nothing is counted yet
  by_client_[client] += amount;
  taken_ += amount;
  return Share(*this, {std::move(owner), amount});
}

void FairShares::give_back(const Taken& taken) {
  const MutexLock lock(mutex_);
  const auto place = by_client_.find(taken.client);
  check(place != by_client_.end() && place->second >= taken.amount && taken_ >= taken.amount,
        "the amount that a client gives back is at most the amount taken");
  taken_ -= taken.amount;
  place->second -= taken.amount;
  if (place->second == 0) by_client_.erase(place);
}

std::uint64_t FairShares::taken() const {
  const MutexLock lock(mutex_);
  return taken_;
}

}  // namespace countersign::http
