#include "core/inspection/fair_places.h"

#include "core/check.h"

namespace countersign {

FairPlaces::FairPlaces(std::size_t count, Limits limits)
    : count_(count), waiting_max_(limits.all), waiting_(limits) {
  check(count > 0, "places of which there is none");
}

bool FairPlaces::take(const ClientKey& client, std::optional<std::chrono::milliseconds> patience) {
  std::unique_lock lock(mutex_);
  if (stopping_) return false;
  if (taken_ < count_) {
    ++taken_;
    return true;
  }
  if (waiting_.size() >= waiting_max_ || !waiting_.has_room(client)) return false;
  Waiter waiter;
  waiting_.push(client, &waiter);
  const auto is_over = [&] { return waiter.has_place || stopping_; };
  if (patience) {
    (void)waiter.changed.wait_for(lock, *patience, is_over);
  } else {
    waiter.changed.wait(lock, is_over);
  }
  if (waiter.has_place) return true;
  if (!stopping_) waiting_.remove(client, &waiter);  // stop() has taken all of them out
  return false;
}

// A place goes from hand to hand: nobody who comes meanwhile can take it before those who wait.
void FairPlaces::give_back() {
  const std::lock_guard lock(mutex_);
  check(taken_ > 0, "a place that was not taken is given back");
  const auto next = waiting_.pop();
  if (!next) {
    --taken_;
    return;
  }
  (*next)->has_place = true;
  (*next)->changed.notify_one();
}

std::size_t FairPlaces::taken() const {
  const std::lock_guard lock(mutex_);
  return taken_;
}

std::size_t FairPlaces::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

void FairPlaces::stop() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  while (const auto waiter = waiting_.pop()) (*waiter)->changed.notify_one();
}

}  // namespace countersign
