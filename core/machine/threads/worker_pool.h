#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace countersign {

// A fixed number of threads for slow work, behind a queue with a limit: work
// that does not fit is refused at once, never waited for.
// Thread-safe. Jobs start in the order of submission. The destructor stops it.
//
// Failure: a job that throws std::bad_alloc ends, and no other. Any other exception that
// leaves one is a bug of ours, and ends the process.
class WorkerPool {
 public:
  using Job = std::function<void()>;

  // REQUIRES: threads > 0. `queue_limit` counts jobs that wait for a thread.
  WorkerPool(std::size_t threads, std::size_t queue_limit);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // False when the queue is full, or the pool stopped; then the job was not taken.
  bool submit(Job job);

  // Runs what is queued, and returns when all of it is done; from its call on no job is
  // taken. So that work that hands itself on between pools and others can be brought to
  // an end in an order, before any of them is destroyed. Not from a job of this pool.
  void stop();

  // How many jobs wait for a thread; for metrics.
  std::size_t queued() const;

 private:
  void run();

  const std::size_t queue_limit_;
  mutable std::mutex mutex_;
  std::condition_variable work_ready_;
  std::deque<Job> queue_;
  std::size_t idle_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace countersign
