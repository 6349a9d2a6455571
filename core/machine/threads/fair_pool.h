#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/fair_queue.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

class PartyTurns;

// A fixed number of threads for slow work of many clients, behind a FairQueue: a client that
// submits much fills its own line, and the jobs of the others take turns with it. Work that does
// not fit is refused at once, without waiting.
//
// A pool can also keep threads for clients that come later: then a client runs at most as many jobs
// at the same time as threads stay free (leaves_room(), fair_queue.h), so that a client whose jobs
// are long does not make all others wait for their end. A pool can also bound how many jobs of one
// client run at the same time; the further ones wait in the client's line. Thread-safe. The
// destructor calls stop().
//
// The jobs of one client start in the order of submission. Where they name a party, such as a
// session, the client's parties take turns as well, by the time that they have used
// (party_turns.h).
//
// Failure: std::bad_alloc from a job ends only that job; whoever waits for its result must learn of
// the failure from an object that the job captured. Any other exception from a job is a bug and
// ends the process.
class FairPool {
 public:
  using Job = std::function<void()>;
  using Time = std::chrono::steady_clock::time_point;
  using Now = std::function<Time()>;
  // The most jobs that may wait for a thread, and the most jobs of one client that may run.
  struct Limits {
    std::size_t each_client = 0;  // REQUIRES: above 0
    std::size_t all = 0;
    std::size_t each_party = 0;    // of a client; 0: as many as the client's
    std::size_t each_running = 0;  // of a client, at the same time; 0: any number
  };

  enum class Threads : std::uint8_t { ForAnybody, HalfForOthers };

  // REQUIRES: threads > 0. `now` measures how long jobs take.
  FairPool(std::size_t threads,
           Limits limits,
           Threads shared = Threads::ForAnybody,
           Now now = std::chrono::steady_clock::now);
  ~FairPool();
  FairPool(const FairPool&) = delete;
  FairPool& operator=(const FairPool&) = delete;

  // Returns false, and does not take the job, if the queue has no room for the client or the pool
  // has stopped.
  bool submit(const ClientKey& client, Job job) {
    return submit(client, std::string(), std::move(job));
  }
  // For one of the client's parties.
  bool submit(const ClientKey& client, std::string party, Job job);
  // For work of the service itself and of callers that are not clients: they share one line.
  bool submit(Job job) { return submit(ClientKey(), std::move(job)); }

  // Takes no more jobs, runs those in the queue, and returns when all are done. Lets pools whose
  // work passes between them and other objects be stopped in a defined order, before any of them is
  // destroyed. REQUIRES: not called from a job of this pool.
  void stop();

  // The number of jobs that wait for a thread; for metrics.
  std::size_t queued() const;

 private:
  struct Waiting {
    std::string party;                              // empty: none
    std::chrono::steady_clock::duration arrived{};  // in the virtual time of party_turns.h
    Job job;
  };
  using Queue = FairQueue<Waiting>;
  using Next = std::optional<std::pair<ClientKey, Waiting>>;

  void run();
  Next take_next() REQUIRES_LOCK(mutex_);
  bool count(const ClientKey& client, const std::string& party) REQUIRES_LOCK(mutex_);
  void uncount(const ClientKey& client, bool counted) REQUIRES_LOCK(mutex_);
  void uncount_client(const ClientKey& client) REQUIRES_LOCK(mutex_);
  void end_turn(const ClientKey& client, const std::string& party, Time begun)
      REQUIRES_LOCK(mutex_);
  bool may_run(const ClientKey& client) const REQUIRES_LOCK(mutex_);
  bool has_room(const ClientKey& client, const std::string& party) const REQUIRES_LOCK(mutex_);
  PartyTurns& turns_for(const ClientKey& client) REQUIRES_LOCK(mutex_);
  const PartyTurns* turns_of(const ClientKey& client) const REQUIRES_LOCK(mutex_);
  std::optional<std::size_t> next_in(const ClientKey& client, const Queue::Line& line) const
      REQUIRES_LOCK(mutex_);

  const Threads shared_;
  const std::size_t thread_count_;
  const std::size_t running_limit_;  // of a client
  mutable Mutex mutex_;
  Condition work_ready_;
  const std::size_t party_limit_;
  const Now now_;
  Queue queue_ GUARDED_BY(mutex_);
  // The turns of the parties, for clients whose jobs name parties.
  std::map<ClientKey, std::unique_ptr<PartyTurns>> turns_ GUARDED_BY(mutex_);
  // The number of running jobs of each client that has any.
  std::map<ClientKey, std::size_t> running_ GUARDED_BY(mutex_);
  std::size_t running_all_ GUARDED_BY(mutex_) = 0;
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace countersign
