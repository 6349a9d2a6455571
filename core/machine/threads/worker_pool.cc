#include "core/machine/threads/worker_pool.h"

#include <new>
#include <utility>

#include "core/check.h"

namespace countersign {

WorkerPool::WorkerPool(std::size_t threads, std::size_t queue_limit) : queue_limit_(queue_limit) {
  check(threads > 0, "a worker pool has at least one thread");
  threads_.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  work_ready_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

bool WorkerPool::submit(Job job) {
  check(job != nullptr, "a submitted job is a callable function");
  {
    const MutexLock lock(mutex_);
    // An idle thread takes its job out of the queue at once, so such a job does not count as
    // waiting.
    if (stopping_ || queue_.size() >= queue_limit_ + idle_) return false;
    queue_.push_back(std::move(job));
  }
  work_ready_.notify_one();
  return true;
}

std::size_t WorkerPool::queued() const {
  const MutexLock lock(mutex_);
  return queue_.size();
}

void WorkerPool::run() {
  RelockableMutexLock lock(mutex_);
  while (true) {
    ++idle_;
    while (!stopping_ && queue_.empty()) work_ready_.wait(mutex_);
    --idle_;
    if (queue_.empty()) return;
    Job job = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    try {
      job();
    } catch (const std::bad_alloc&) {
      // The job ends here; an object that it captured tells whoever waits for it.
    } catch (...) {
      check(false, "a job of a worker pool throws nothing but std::bad_alloc");
    }
    job = nullptr;  // destroy what it captured before the lock is taken
    lock.lock();
  }
}

}  // namespace countersign
