#pragma once
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/machine/threads/fair_queue.h"

namespace countersign {

// A fixed number of threads for slow work of many clients, behind a FairQueue: a client that
// submits much fills its own line, and the others' jobs take turns with it. Work that does not fit
// is refused at once, never waited for.
//
// A pool may moreover keep threads for those who come later: then the jobs of one client that run
// at the same time are no more than the threads that stay free (leaves_room(), fair_queue.h), so
// that a client whose jobs are long does not make all others wait for their end. Thread-safe. Jobs
// of one client start in the order of submission. The destructor stops it.
//
// Failure: a job that throws std::bad_alloc ends, and no other; whoever waits for what comes of it
// must learn that from what the job held. Any other exception that leaves one is a bug of ours, and
// ends the process.
class FairPool {
 public:
  using Job = std::function<void()>;
  using Limits = FairQueue<Job>::Limits;

  enum class Threads : std::uint8_t { ForAnybody, HalfForOthers };

  // REQUIRES: threads > 0. `limits` count jobs that wait for a thread.
  FairPool(std::size_t threads, Limits limits, Threads shared = Threads::ForAnybody);
  ~FairPool();
  FairPool(const FairPool&) = delete;
  FairPool& operator=(const FairPool&) = delete;

  // False when the client's line is full, or the pool stopped; then the job was not taken.
  bool submit(const ClientKey& client, Job job);
  // Work of the service itself, and of callers that are no client: they have one line together.
  bool submit(Job job) { return submit(ClientKey(), std::move(job)); }

  // Runs what is queued, and returns when all of it is done; from its call on no job is
  // taken. So that work that hands itself on between pools and others can be brought to
  // an end in an order, before any of them is destroyed. Not from a job of this pool.
  void stop();

  // How many jobs wait for a thread; for metrics.
  std::size_t queued() const;

 private:
  using Next = std::optional<std::pair<ClientKey, Job>>;

  void run();
  Next take_next(std::unique_lock<std::mutex>& lock);
  bool count(const ClientKey& client);
  void uncount(const ClientKey& client, bool counted);
  bool may_run(const ClientKey& client) const;

  const Threads shared_;
  const std::size_t thread_count_;
  mutable std::mutex mutex_;
  std::condition_variable work_ready_;
  FairQueue<Job> queue_;
  std::map<ClientKey, std::size_t> running_;  // jobs that run, of clients with any
  std::size_t running_all_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace countersign
