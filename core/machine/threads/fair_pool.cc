#include "core/machine/threads/fair_pool.h"

#include <chrono>
#include <new>
#include <utility>

#include "core/check.h"

namespace countersign {
namespace {

constexpr std::chrono::milliseconds kMemoryWait{10};

}  // namespace

FairPool::FairPool(std::size_t threads, Limits limits, Threads shared)
    : shared_(shared), thread_count_(threads), queue_(limits) {
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

bool FairPool::submit(const ClientKey& client, Job job) {
  check(job != nullptr, "a submitted job is a callable function");
  {
    const MutexLock lock(mutex_);
    if (stopping_) return false;
    // An idle thread takes its job out of the queue at once, so such a job does not count as
    // waiting.
    const bool starts_at_once = queue_.size() < thread_count_ - running_all_ && may_run(client);
    if (!starts_at_once && !queue_.has_room(client)) return false;
    queue_.push(client, std::move(job));
  }
  work_ready_.notify_one();
  return true;
}

std::size_t FairPool::queued() const {
  const MutexLock lock(mutex_);
  return queue_.size();
}

// Without memory for the count a job runs uncounted, which only favours its client.
bool FairPool::count(const ClientKey& client) {
  ++running_all_;
  try {
    ++running_[client];
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

void FairPool::uncount(const ClientKey& client, bool counted) {
  --running_all_;
  if (!counted) return;
  const auto running = running_.find(client);
  if (--running->second == 0) running_.erase(running);
}

// Without memory to take out the next job, waits a moment and tries again.
FairPool::Next FairPool::take_next() {
  const auto may_go = [this](const ClientKey& client)
                          REQUIRES_LOCK(mutex_) { return may_run(client); };
  for (;;) {
    while (!(stopping_ && queue_.empty()) && !queue_.has_one_of(may_go)) work_ready_.wait(mutex_);
    try {
      return queue_.pop_of(may_go);
    } catch (const std::bad_alloc&) {
      (void)work_ready_.wait_until(mutex_, std::chrono::steady_clock::now() + kMemoryWait);
    }
  }
}

bool FairPool::may_run(const ClientKey& client) const {
  if (shared_ == Threads::ForAnybody) return true;
  const auto running = running_.find(client);
  return leaves_room(running == running_.end() ? 0 : running->second, thread_count_ - running_all_);
}

void FairPool::run() {
  RelockableMutexLock lock(mutex_);
  while (true) {
    auto next = take_next();
    if (!next) return;
    auto& [client, job] = *next;
    const bool counted = count(client);
    lock.unlock();
    try {
      job();
    } catch (const std::bad_alloc&) {
      // The job ends here; an object that it captured tells whoever waits for it.
    } catch (...) {
      check(false, "a job of a fair pool throws nothing but std::bad_alloc");
    }
    job = nullptr;  // destroy what it captured before the lock is taken
    lock.lock();
    uncount(client, counted);
    // Jobs may run now that could not before; on stop the other threads wait for the empty queue.
    if (shared_ == Threads::HalfForOthers && !queue_.empty()) work_ready_.notify_all();
    if (stopping_ && queue_.empty()) work_ready_.notify_all();
  }
}

}  // namespace countersign
