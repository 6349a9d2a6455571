#include "http/limits/log_waiters.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/check.h"

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
  const Instant deadline = std::chrono::steady_clock::now() + timeout;
  Whose whose;
  if (client) whose = *std::move(client);
  return add({std::move(whose), after, deadline, std::move(done)});
}

bool LogWaiters::wait(const SessionId& session,
                      Device device,
                      const ClientKey& client,
                      Sequence after,
                      std::chrono::milliseconds timeout,
                      Done done) {
  return add({OfSession{session, device, client},
              after,
              std::chrono::steady_clock::now() + timeout,
              std::move(done)});
}

bool LogWaiters::add(Waiter waiter) {
  {
    const MutexLock lock(mutex_);
    if (!has_room_for(waiter.whose)) return false;
    count(waiter.whose);
    waiters_.push_back(std::move(waiter));
    // Events appended before this call were announced before it, so the next round must look.
    moved_ = true;
  }
  changed_.notify_all();
  return true;
}

bool LogWaiters::has_room_for(const Whose& whose) const {
  if (counts_.all >= kWaitersMax) return false;
  const auto same = counts_.same.find(whose);
  const std::size_t waiting = same == counts_.same.end() ? 0 : same->second;
  if (std::holds_alternative<ClientKey>(whose)) return waiting < kWaitersMaxAClient;
  const auto* of = std::get_if<OfSession>(&whose);
  if (of == nullptr) return true;
  const auto client = counts_.of_sessions_of.find(of->client);
  const std::size_t of_client = client == counts_.of_sessions_of.end() ? 0 : client->second;
  return waiting < kWaitersMaxADevice && counts_.of_sessions < kWaitersMaxOfSessions &&
         of_client < kWaitersMaxOfSessionsAClient;
}

void LogWaiters::count(const Whose& whose) {
  ++counts_.all;
  ++counts_.same[whose];
  const auto* of = std::get_if<OfSession>(&whose);
  if (of == nullptr) return;
  ++counts_.of_sessions;
  ++counts_.of_sessions_of[of->client];
}

void LogWaiters::discount(const Whose& whose) {
  const auto one_less = [](auto& counts, const auto& key) {
    const auto entry = counts.find(key);
    check(entry != counts.end(), "a call that waits is counted");
    if (--entry->second == 0) counts.erase(entry);
  };
  --counts_.all;
  one_less(counts_.same, whose);
  const auto* of = std::get_if<OfSession>(&whose);
  if (of == nullptr) return;
  --counts_.of_sessions;
  one_less(counts_.of_sessions_of, of->client);
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
  return counts_.all;
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
  std::vector<Whose> left;
  for (auto waiter = over; waiter != looked_at.end(); ++waiter) {
    ready.push_back(std::move(waiter->done));
    left.push_back(std::move(waiter->whose));
  }
  looked_at.erase(over, looked_at.end());
  unlocked.lock();
  for (const Whose& whose : left) discount(whose);
  std::ranges::move(looked_at, std::back_inserter(waiters_));
  return ready;
}

bool LogWaiters::has_news(const Waiter& waiter) const {
  if (queries_.head() <= waiter.after) return false;
  return std::visit([&](const auto& whose) { return has_news(whose, waiter.after); }, waiter.whose);
}

bool LogWaiters::has_news(const Anyone&, Sequence) const { return true; }

// A view that cannot be read counts as a change, so that the waiting call reports the failure.
bool LogWaiters::has_news(const ClientKey& client, Sequence after) const {
  const auto page = queries_.feed(client, after, 1);
  return !page || !page->events.empty();
}

bool LogWaiters::has_news(const OfSession& of, Sequence after) const {
  const auto session = queries_.session(of.session);
  return !session || !*session || Sequence((*session)->last_sequence) > after;
}

LogWaiters::Instant LogWaiters::next_deadline() const {
  return std::ranges::min(waiters_, {}, &Waiter::deadline).deadline;
}

}  // namespace countersign::http
