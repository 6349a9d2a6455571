#include "http/limits/log_waiters.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace countersign::http {

LogWaiters::LogWaiters(Writer& writer, const Queries& queries)
    : writer_(writer), queries_(queries) {
  observer_ = writer_.observe([this](Sequence) { head_moved(); });
  thread_ = std::thread([this] { run(); });
}

LogWaiters::~LogWaiters() {
  writer_.forget(observer_);
  {
    const MutexLock lock(mutex_);
    draining_ = true;
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool LogWaiters::wait(std::optional<ClientKey> client,
                      Sequence after,
                      std::chrono::milliseconds timeout,
                      Done done) {
  {
    const MutexLock lock(mutex_);
    if (waiters_.size() >= kWaitersMax) return false;
    if (client) {
      const auto same = std::ranges::count(waiters_, client, &Waiter::client);
      if (static_cast<std::size_t>(same) >= kWaitersMaxAClient) return false;
    }
    const Instant deadline = std::chrono::steady_clock::now() + timeout;
    waiters_.push_back({std::move(client), after, deadline, std::move(done)});
    // Events appended before this call were announced before it, so the next round must look.
    moved_ = true;
  }
  changed_.notify_all();
  return true;
}

void LogWaiters::drain() {
  {
    const MutexLock lock(mutex_);
    draining_ = true;
  }
  changed_.notify_all();
}

std::size_t LogWaiters::waiting() const {
  const MutexLock lock(mutex_);
  return waiters_.size();
}

void LogWaiters::head_moved() {
  {
    const MutexLock lock(mutex_);
    // Set even if there seem to be no waiters: a round may be looking at them just now.
    moved_ = true;
    if (waiters_.empty()) return;
  }
  changed_.notify_all();
}

void LogWaiters::run() {
  RelockableMutexLock lock(mutex_);
  while (true) {
    wait_for_work();
    std::vector<Done> ready = take_ready();
    lock.unlock();
    for (const Done& done : ready) done();
    ready.clear();  // destroys what they captured while the lock is not held
    lock.lock();
    if (stopping_ && waiters_.empty()) return;
    // The pause between rounds; the next round sees what happens meanwhile.
    const Instant end = std::chrono::steady_clock::now() + kRoundInterval;
    while (!stopping_ && !draining_ && changed_.wait_until(mutex_, end)) continue;
  }
}

void LogWaiters::wait_for_work() {
  const bool is_idle = waiters_.empty();
  const Instant end = is_idle ? Instant() : next_deadline();
  while (!stopping_ && (waiters_.empty() || (!moved_ && !draining_))) {
    if (is_idle) {
      changed_.wait(mutex_);
    } else if (!changed_.wait_until(mutex_, end)) {
      return;
    }
  }
}

// Removes the waiters whose wait is over. Reads the views without holding the lock, since the
// writer's thread takes it too.
std::vector<LogWaiters::Done> LogWaiters::take_ready() {
  const bool moved = std::exchange(moved_, false);
  const bool all = draining_;
  std::vector<Waiter> looked_at = std::exchange(waiters_, {});
  MutexUnlock unlocked(mutex_);
  const Instant now = std::chrono::steady_clock::now();
  const auto is_over = [&](const Waiter& waiter) {
    return all || waiter.deadline <= now || (moved && has_news(waiter));
  };
  const auto over = std::stable_partition(
      looked_at.begin(), looked_at.end(), [&](const Waiter& waiter) { return !is_over(waiter); });
  std::vector<Done> ready;
  for (auto waiter = over; waiter != looked_at.end(); ++waiter) {
    ready.push_back(std::move(waiter->done));
  }
  looked_at.erase(over, looked_at.end());
  unlocked.lock();
  std::ranges::move(looked_at, std::back_inserter(waiters_));
  return ready;
}

// A view that cannot be read counts as a change, so that the waiting call reports the failure.
bool LogWaiters::has_news(const Waiter& waiter) const {
  if (queries_.head() <= waiter.after) return false;
  if (!waiter.client) return true;
  const auto page = queries_.feed(*waiter.client, waiter.after, 1);
  return !page || !page->events.empty();
}

LogWaiters::Instant LogWaiters::next_deadline() const {
  return std::ranges::min(waiters_, {}, &Waiter::deadline).deadline;
}

}  // namespace countersign::http
