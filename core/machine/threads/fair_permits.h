#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "core/machine/threads/condition.h"
#include "core/machine/threads/fair_queue.h"
#include "core/machine/threads/mutex.h"

namespace countersign {

// A number of permits that threads take and give back, and a FairQueue of the threads that wait for
// one. The next permit goes to the client whose turn it is, so a client whose calls use all permits
// does not keep out the calls of others.
//
// Permits can also be kept for clients that come later: a client then leaves one permit free
// (leaves_one(), fair_queue.h), or as many as it holds (leaves_room()). Thread-safe. A permit is
// given back once, by the client that took it.
class FairPermits {
 private:
  struct Waiter;

 public:
  using Limits = FairQueue<Waiter*>::Limits;

  enum class Shared : std::uint8_t { ForAnybody, OneForOthers, HalfForOthers };

  // REQUIRES: count > 0. `limits` counts waiting threads. At most `limits.all` threads wait,
  // including the first of each client, because each of them is a thread that other work lacks.
  FairPermits(std::size_t count, Limits limits, Shared shared = Shared::ForAnybody);
  FairPermits(const FairPermits&) = delete;
  FairPermits& operator=(const FairPermits&) = delete;

  // Waits for a permit for at most `patience`, or without limit if it is nullopt. Returns false if
  // there was no room to wait, if no permit came in time, or if stop() was called.
  bool take(const ClientKey& client, std::optional<std::chrono::milliseconds> patience);
  void give_back(const ClientKey& client);

  // Changes the number of permits, to 0 too. Permits that are taken stay with their clients; more
  // permits go to those who wait.
  void resize(std::size_t count);

  std::size_t taken() const;
  std::size_t waiting() const;
  // Refuses a permit to all waiting and all later callers.
  void stop();

 private:
  struct Waiter {  // guarded by mutex_
    Condition changed;
    bool has_place = false;
  };

  bool may_take(const ClientKey& client) const REQUIRES_LOCK(mutex_);
  void hold(const ClientKey& client) REQUIRES_LOCK(mutex_);

  void hand_out() REQUIRES_LOCK(mutex_);

  const Shared shared_;
  const std::size_t waiting_max_;
  mutable Mutex mutex_;
  std::size_t count_ GUARDED_BY(mutex_);
  FairQueue<Waiter*> waiting_ GUARDED_BY(mutex_);
  std::map<ClientKey, std::size_t> held_ GUARDED_BY(mutex_);  // by client, of clients that hold any
  std::size_t taken_ GUARDED_BY(mutex_) = 0;
  bool stopping_ GUARDED_BY(mutex_) = false;
};

}  // namespace countersign
