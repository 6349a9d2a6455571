#include "core/inspection/fair_pool.h"

#include <utility>

#include "core/check.h"

namespace countersign {

FairPool::FairPool(std::size_t threads, Limits limits, Threads shared)
    : shared_(shared), thread_count_(threads), queue_(limits) {
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
    const bool starts_at_once = queue_.size() < thread_count_ - running_all_ && may_run(client);
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

bool FairPool::may_run(const ClientKey& client) const {
  if (shared_ == Threads::ForAnybody) return true;
  const auto running = running_.find(client);
  return leaves_room(running == running_.end() ? 0 : running->second, thread_count_ - running_all_);
}

void FairPool::run() {
  const auto may_go = [this](const ClientKey& client) { return may_run(client); };
  std::unique_lock lock(mutex_);
  while (true) {
    work_ready_.wait(lock,
                     [&] { return (stopping_ && queue_.empty()) || queue_.has_one_of(may_go); });
    auto next = queue_.pop_of(may_go);
    if (!next) return;
    auto& [client, job] = *next;
    ++running_[client];
    ++running_all_;
    lock.unlock();
    try {
      job();
    } catch (...) {
      check(false, "a job of a pool threw");
    }
    job = nullptr;  // what it captured goes before the lock is taken
    lock.lock();
    const auto running = running_.find(client);
    if (--running->second == 0) running_.erase(running);
    --running_all_;
    // Jobs may go now that could not before, and those who stop wait for the queue's end.
    if (shared_ == Threads::HalfForOthers && !queue_.empty()) work_ready_.notify_all();
    if (stopping_ && queue_.empty()) work_ready_.notify_all();
  }
}

}  // namespace countersign
