#include "core/machine/threads/fair_permits.h"

#include "core/check.h"

namespace countersign {

FairPermits::FairPermits(std::size_t count, Limits limits, Shared shared)
    : shared_(shared), waiting_max_(limits.all), count_(count), waiting_(limits) {
  check(count > 0, "the number of fair permits is above 0");
}

bool FairPermits::take(const ClientKey& client, std::optional<std::chrono::milliseconds> patience) {
  const MutexLock lock(mutex_);
  if (stopping_) return false;
  if (may_take(client)) {
    hold(client);
    return true;
  }
  if (waiting_.size() >= waiting_max_ || !waiting_.has_room(client)) return false;
  Waiter waiter;
  waiting_.push(client, &waiter);
  const auto end =
      std::chrono::steady_clock::now() + patience.value_or(std::chrono::milliseconds(0));
  while (!waiter.has_place && !stopping_) {
    if (!patience) {
      waiter.changed.wait(mutex_);
    } else if (!waiter.changed.wait_until(mutex_, end)) {
      break;
    }
  }
  if (waiter.has_place) return true;
  if (!stopping_) waiting_.remove(client, &waiter);  // stop() removes all waiters itself
  return false;
}

bool FairPermits::may_take(const ClientKey& client) const {
  const auto of_client = held_.find(client);
  const std::size_t held = of_client == held_.end() ? 0 : of_client->second;
  const std::size_t free = count_ > taken_ ? count_ - taken_ : 0;
  switch (shared_) {
    case Shared::ForAnybody:
      return free > 0;
    case Shared::OneForOthers:
      return leaves_one(held, free);
    case Shared::HalfForOthers:
      return leaves_room(held, free);
  }
  return false;
}

void FairPermits::hold(const ClientKey& client) {
  ++held_[client];
  ++taken_;
}

// Hands the permit over directly: a newcomer cannot take it before a waiter that may have it.
void FairPermits::give_back(const ClientKey& client) {
  const MutexLock lock(mutex_);
  const auto held = held_.find(client);
  check(held != held_.end(), "a client that gives back a permit holds a permit");
  if (--held->second == 0) held_.erase(held);
  --taken_;
  hand_out();
}

void FairPermits::resize(std::size_t count) {
  const MutexLock lock(mutex_);
  count_ = count;
  hand_out();
}

void FairPermits::hand_out() {
  const auto may_go = [this](const ClientKey& waiting)
                          REQUIRES_LOCK(mutex_) { return may_take(waiting); };
  while (const auto next = waiting_.pop_of(may_go)) {
    hold(next->first);
    next->second->has_place = true;
    next->second->changed.notify_one();
  }
}

std::size_t FairPermits::taken() const {
  const MutexLock lock(mutex_);
  return taken_;
}

std::size_t FairPermits::waiting() const {
  const MutexLock lock(mutex_);
  return waiting_.size();
}

void FairPermits::stop() {
  const MutexLock lock(mutex_);
  stopping_ = true;
  while (const auto waiter = waiting_.pop()) (*waiter)->changed.notify_one();
}

}  // namespace countersign
