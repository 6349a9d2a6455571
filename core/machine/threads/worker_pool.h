#pragma once
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

// A fixed number of threads for slow work, behind a queue with a limit: work that does not fit is
// refused at once, without waiting. Thread-safe. Jobs start in the order of submission. The
// destructor calls stop().
//
// Failure: std::bad_alloc from a job ends only that job. Any other exception from a job is a bug
// and ends the process.
class WorkerPool {
 public:
  using Job = std::function<void()>;

  // REQUIRES: threads > 0. `queue_limit` counts jobs that wait for a thread.
  WorkerPool(std::size_t threads, std::size_t queue_limit);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Returns false, and does not take the job, if the queue is full or the pool has stopped.
  bool submit(Job job);

  // Takes no more jobs, runs those in the queue, and returns when all are done. Lets pools whose
  // work passes between them and other objects be stopped in a defined order, before any of them is
  // destroyed. REQUIRES: not called from a job of this pool.
  void stop();

  // The number of jobs that wait for a thread; for metrics.
  std::size_t queued() const;

 private:
  void run();

  const std::size_t queue_limit_;
  mutable Mutex mutex_;
  Condition work_ready_;
  std::deque<Job> queue_ GUARDED_BY(mutex_);
  std::size_t idle_ GUARDED_BY(mutex_) = 0;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace countersign
