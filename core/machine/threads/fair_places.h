#pragma once
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "core/machine/threads/fair_queue.h"

namespace countersign {

// A number of places that threads take and give back, and a FairQueue of the threads that wait for
// one: a client whose calls fill all places does not keep the others' calls out, since the next
// place goes to the client whose turn it is.
//
// Places may moreover be kept for clients that come later: a client then leaves one place free
// (leaves_one(), fair_queue.h), or as many as it holds (leaves_room()).
// Thread-safe. A place that was taken is given back once, by the client that took it.
class FairPlaces {
 private:
  struct Waiter;

 public:
  using Limits = FairQueue<Waiter*>::Limits;

  enum class Shared : std::uint8_t { ForAnybody, OneForOthers, HalfForOthers };

  // REQUIRES: count > 0. `limits` count threads that wait; never more than `limits.all` do, not
  // even the first of a client, since each is a thread that others miss.
  FairPlaces(std::size_t count, Limits limits, Shared shared = Shared::ForAnybody);
  FairPlaces(const FairPlaces&) = delete;
  FairPlaces& operator=(const FairPlaces&) = delete;

  // Waits for a place, for `patience` at most; without one for ever. False: there was no room to
  // wait, no place came in time, or it is stopping.
  bool take(const ClientKey& client, std::optional<std::chrono::milliseconds> patience);
  void give_back(const ClientKey& client);

  std::size_t taken() const;
  std::size_t waiting() const;
  // Those who wait, and all who come, get no place any more.
  void stop();

 private:
  struct Waiter {
    std::condition_variable changed;
    bool has_place = false;
  };

  bool may_take(const ClientKey& client) const;
  void hold(const ClientKey& client);

  const Shared shared_;
  const std::size_t count_;
  const std::size_t waiting_max_;
  mutable std::mutex mutex_;
  FairQueue<Waiter*> waiting_;
  std::map<ClientKey, std::size_t> held_;  // by clients that hold any
  std::size_t taken_ = 0;
  bool stopping_ = false;
};

}  // namespace countersign
