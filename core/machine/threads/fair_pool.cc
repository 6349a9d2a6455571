#include "core/machine/threads/fair_pool.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "core/check.h"
#include "core/machine/threads/party_turns.h"

namespace countersign {
namespace {

constexpr std::chrono::milliseconds kMemoryWait{10};

}  // namespace

FairPool::FairPool(std::size_t threads, Limits limits, Threads shared, Now now)
    : shared_(shared),
      thread_count_(threads),
      running_limit_(limits.each_running > 0 ? limits.each_running : threads),
      party_limit_(limits.each_party > 0 ? limits.each_party : limits.each_client),
      now_(std::move(now)),
      queue_({.each_client = limits.each_client, .all = limits.all}) {
  check(threads > 0, "a fair pool has at least one thread");
  threads_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

FairPool::~FairPool() { stop(); }

void FairPool::stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  work_ready_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool FairPool::submit(const ClientKey& client, std::string party, Job job) {
  check(job != nullptr, "a submitted job is a callable function");
  {
    const MutexLock lock(mutex_);
    if (stopping_) return false;
    // An idle thread takes its job out of the queue at once, so such a job does not count as
    // waiting.
    const bool starts_at_once = queue_.size() < thread_count_ - running_all_ && may_run(client);
    if (!starts_at_once && !has_room(client, party)) return false;
    const PartyTurns* const turns = turns_of(client);
    const PartyTurns::Span arrived = turns == nullptr ? PartyTurns::Span{} : turns->now();
    queue_.push(client, {std::move(party), arrived, std::move(job)});
  }
  work_ready_.notify_one();
  return true;
}

std::size_t FairPool::queued() const {
  const MutexLock lock(mutex_);
  return queue_.size();
}

bool FairPool::has_room(const ClientKey& client, const std::string& party) const {
  if (!queue_.has_room(client)) return false;
  const Queue::Line* const line = queue_.line_of(client);
  if (party.empty() || line == nullptr) return true;
  const auto own = std::ranges::count(*line, party, &Waiting::party);
  return static_cast<std::size_t>(own) < party_limit_;
}

const PartyTurns* FairPool::turns_of(const ClientKey& client) const {
  const auto turns = turns_.find(client);
  return turns == turns_.end() ? nullptr : turns->second.get();
}

PartyTurns& FairPool::turns_for(const ClientKey& client) {
  std::unique_ptr<PartyTurns>& turns = turns_[client];
  if (!turns) turns = std::make_unique<PartyTurns>();
  return *turns;
}

// Without memory for the count a job runs uncounted, which only favours its client and its party.
bool FairPool::count(const ClientKey& client, const std::string& party) {
  ++running_all_;
  bool counted = false;
  try {
    ++running_[client];
    counted = true;
    if (!party.empty()) turns_for(client).began(party);
  } catch (const std::bad_alloc&) {
    if (counted) uncount_client(client);
    return false;
  }
  return true;
}

void FairPool::uncount(const ClientKey& client, bool counted) {
  --running_all_;
  if (counted) uncount_client(client);
}

void FairPool::uncount_client(const ClientKey& client) {
  const auto running = running_.find(client);
  if (--running->second == 0) running_.erase(running);
}

void FairPool::end_turn(const ClientKey& client, const std::string& party, Time begun) {
  if (party.empty()) return;
  const auto turns = turns_.find(client);
  const Queue::Line* const line = queue_.line_of(client);
  turns->second->ended(party, now_() - begun, line == nullptr ? 0 : line->size());
}

// Without memory to take out the next job, waits a moment and tries again.
FairPool::Next FairPool::take_next() {
  // Not checked by clang: the queue calls it, within the calls below.
  const auto pick = [this](const ClientKey& client, const Queue::Line& line)
                        UNCHECKED_LOCKS { return next_in(client, line); };
  for (;;) {
    while (!(stopping_ && queue_.empty()) && !queue_.has_picked(pick)) work_ready_.wait(mutex_);
    try {
      return queue_.pop_picked(pick);
    } catch (const std::bad_alloc&) {
      (void)work_ready_.wait_until(mutex_, std::chrono::steady_clock::now() + kMemoryWait);
    }
  }
}

bool FairPool::may_run(const ClientKey& client) const {
  const auto running = running_.find(client);
  const std::size_t held = running == running_.end() ? 0 : running->second;
  if (held >= running_limit_) return false;
  return shared_ == Threads::ForAnybody || leaves_room(held, thread_count_ - running_all_);
}

// The index of the client's job whose turn it is; nullopt if none may run now.
std::optional<std::size_t> FairPool::next_in(const ClientKey& client,
                                             const Queue::Line& line) const {
  if (!may_run(client)) return std::nullopt;
  const PartyTurns* const turns = turns_of(client);
  if (turns == nullptr) return 0;
  const std::size_t places =
      shared_ == Threads::HalfForOthers ? (thread_count_ + 1) / 2 : thread_count_;
  std::optional<std::size_t> next;
  PartyTurns::Span first = PartyTurns::Span::max();
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Waiting& waiting = line[i];
    if (!turns->may_run(waiting.party, places)) continue;
    const PartyTurns::Span turn = turns->turn_of(waiting.party, waiting.arrived);
    if (turn >= first) continue;
    next = i;
    first = turn;
  }
  return next;
}

void FairPool::run() {
  RelockableMutexLock lock(mutex_);
  while (true) {
    auto next = take_next();
    if (!next) return;
    auto& [client, waiting] = *next;
    const bool counted = count(client, waiting.party);
    lock.unlock();
    const Time begun = now_();
    try {
      waiting.job();
    } catch (const std::bad_alloc&) {
      // The job ends here; an object that it captured tells whoever waits for it.
    } catch (...) {
      check(false, "a job of a fair pool throws nothing but std::bad_alloc");
    }
    waiting.job = nullptr;  // destroy what it captured before the lock is taken
    lock.lock();
    uncount(client, counted);
    if (counted) end_turn(client, waiting.party, begun);
    // Jobs may run now that could not before; on stop the other threads wait for the empty queue.
    const bool may_let_others =
        shared_ == Threads::HalfForOthers || !turns_.empty() || running_limit_ < thread_count_;
    if (may_let_others && !queue_.empty()) work_ready_.notify_all();
    if (stopping_ && queue_.empty()) work_ready_.notify_all();
  }
}

}  // namespace countersign
