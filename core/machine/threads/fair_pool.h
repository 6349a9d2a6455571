#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/fair_queue.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

// A fixed number of threads for slow work of many clients, behind a FairQueue: a client that
// submits much fills its own line, and the jobs of the others take turns with it. Work that does
// not fit is refused at once, without waiting.
//
// A pool can also keep threads for clients that come later: then a client runs at most as many jobs
// at the same time as threads stay free (leaves_room(), fair_queue.h), so that a client whose jobs
// are long does not make all others wait for their end. Thread-safe. Jobs of one client start in
// the order of submission. The destructor calls stop().
//
// Failure: std::bad_alloc from a job ends only that job; whoever waits for its result must learn of
// the failure from an object that the job captured. Any other exception from a job is a bug and
// ends the process.
class FairPool {
 public:
  using Job = std::function<void()>;
  using Limits = FairQueue<Job>::Limits;

  enum class Threads : std::uint8_t { ForAnybody, HalfForOthers };

  // REQUIRES: threads > 0. `limits` counts jobs that wait for a thread.
  FairPool(std::size_t threads, Limits limits, Threads shared = Threads::ForAnybody);
  ~FairPool();
  FairPool(const FairPool&) = delete;
  FairPool& operator=(const FairPool&) = delete;

  // Returns false, and does not take the job, if the queue has no room for the client or the pool
  // has stopped.
  bool submit(const ClientKey& client, Job job);
  // For work of the service itself and of callers that are not clients: they share one line.
  bool submit(Job job) { return submit(ClientKey(), std::move(job)); }

  // Takes no more jobs, runs those in the queue, and returns when all are done. Lets pools whose
  // work passes between them and other objects be stopped in a defined order, before any of them is
  // destroyed. REQUIRES: not called from a job of this pool.
  void stop();

  // The number of jobs that wait for a thread; for metrics.
  std::size_t queued() const;

 private:
  using Next = std::optional<std::pair<ClientKey, Job>>;

  void run();
  Next take_next() REQUIRES_LOCK(mutex_);
  bool count(const ClientKey& client) REQUIRES_LOCK(mutex_);
  void uncount(const ClientKey& client, bool counted) REQUIRES_LOCK(mutex_);
  bool may_run(const ClientKey& client) const REQUIRES_LOCK(mutex_);

  const Threads shared_;
  const std::size_t thread_count_;
  mutable Mutex mutex_;
  Condition work_ready_;
  FairQueue<Job> queue_ GUARDED_BY(mutex_);
  // The number of running jobs, of clients with any.
  std::map<ClientKey, std::size_t> running_ GUARDED_BY(mutex_);
  std::size_t running_all_ GUARDED_BY(mutex_) = 0;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace countersign
