#pragma once
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "core/ids.h"
#include "core/machine/threads/condition.h"
#include "core/machine/threads/mutex.h"
#include "projections/folder/data_folder.h"
#include "projections/retention/purge.h"

namespace countersign {

// The queue of erasures by request, and the one thread that carries them out. A pass erases all
// requests that wait when it begins (purge.h), so many cost little more than one.
//
// Clients share a pass fairly: each in turn has one of its purges taken, until the pass is full or
// the queue is empty. No client can fill the queue either: each has its own bound. When all places
// are taken, a client with fewer waiting purges gets the place of the newest purge of the client
// with the most, which is answered Busy.
//
// After a pass the thread rests for as long as the pass took, so that the sweep gets its turn. When
// many ask at the same time, it rests longer: four times as long for each purge beyond the first,
// at most `gather_max`. Meanwhile more purges gather, and uploads find the log free. A client that
// asks for one purge after the other does not wait for that.
//
// Thread-safe. Owns its thread; the destructor stops it. `data` must outlive it.
class PurgeQueue {
 public:
  struct Limits {
    std::size_t total = 2048;    // waiting purges; each holds a connection
    std::size_t a_client = 256;  // of those, of one client
    std::size_t a_pass = 512;
    std::chrono::milliseconds rest_max{10'000};
    std::chrono::milliseconds gather_max{250};
  };
  // The thread's rest after a pass of this many purges. REQUIRES: purges > 0.
  static std::chrono::steady_clock::duration rest_after(
      std::chrono::steady_clock::duration pass_took, std::size_t purges, const Limits& limits);

  // Called once for each purge that was accepted, on the queue's thread or, with Busy, on the
  // thread that calls submit() or stop(). Must not throw.
  using Done = std::function<void(const PurgeOutcome& outcome)>;

  explicit PurgeQueue(DataFolder& data) : PurgeQueue(data, Limits()) {}
  // REQUIRES: every limit is at least 1.
  PurgeQueue(DataFolder& data, const Limits& limits);
  ~PurgeQueue();
  PurgeQueue(const PurgeQueue&) = delete;
  PurgeQueue& operator=(const PurgeQueue&) = delete;

  // False if `client` or all clients together have too many waiting, or the queue was stopped. Then
  // `done` is not called.
  [[nodiscard]] bool submit(const ClientKey& client, PurgeRequest request, Done done);

  // Answers the waiting purges with Busy, and accepts no more. A running pass continues; see
  // Erasure::stop().
  void stop();

  // The number of purges that wait for a pass; for metrics.
  std::size_t waiting() const;

 private:
  struct Waiting {
    PurgeRequest request;
    Done done;
  };
  using Queues = std::map<ClientKey, std::deque<Waiting>>;

  void run();
  std::vector<Waiting> take_pass() REQUIRES_LOCK(mutex_);
  // Takes the newest purge of the client with the most, if that client has at least two more than
  // `client`.
  std::optional<Waiting> displace_for(const ClientKey& client) REQUIRES_LOCK(mutex_);
  void rest(std::chrono::steady_clock::duration time) REQUIRES_LOCK(mutex_);

  DataFolder& data_;
  const Limits limits_;
  mutable Mutex mutex_;
  Condition changed_;
  Queues queues_ GUARDED_BY(mutex_);  // of clients with at least one waiting purge
  std::size_t waiting_ GUARDED_BY(mutex_) = 0;
  ClientKey last_served_ GUARDED_BY(mutex_);  // the next pass begins with the client after this one
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last: it starts when everything above is ready
};

}  // namespace countersign
