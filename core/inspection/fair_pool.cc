#include "core/inspection/fair_pool.h"

#include <utility>

#include "core/check.h"

namespace countersign {

FairPool::FairPool(std::size_t threads, Limits limits) : queue_(limits) {
  check(threads > 0, "a pool without a thread");
  threads_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

FairPool::~FairPool() { stop(); }

void FairPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  work_ready_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool FairPool::submit(const ClientKey& client, Job job) {
  check(job != nullptr, "an empty job");
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return false;
    // A thread that is idle takes its job out of the queue at once, so that
    // such a job does not count as waiting.
    const bool starts_at_once = queue_.size() < idle_;
    if (!starts_at_once && !queue_.has_room(client)) return false;
    queue_.push(client, std::move(job));
  }
  work_ready_.notify_one();
  return true;
}

std::size_t FairPool::queued() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void FairPool::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    work_ready_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    --idle_;
    auto job = queue_.pop();
    if (!job) return;
    lock.unlock();
    try {
      (*job)();
    } catch (...) {
      check(false, "a job of a pool threw");
    }
    job.reset();  // what it captured goes before the lock is taken
    lock.lock();
  }
}

}  // namespace countersign
