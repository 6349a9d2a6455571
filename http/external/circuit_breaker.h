#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

#include "core/machine/threads/mutex.h"

namespace countersign::http {

// Stops calls to a service that does not answer, so that no caller waits for nothing: the circuit
// breaker of M. Nygard, Release It!, 2nd edition, chapter 5.
//
//   Closed     every call is allowed; `failures` in a row open the breaker
//   Open       no call is allowed, for `open_for`
//   HalfOpen   one call is allowed, as a probe: its success closes the breaker, its failure
//              opens it again
//
// The outcome of a call that began before the last change of state is ignored.
//
// Thread-safe. The caller gives the time, which never goes back.
class CircuitBreaker {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class State : std::uint8_t { Closed, HalfOpen, Open };
  struct Rules {
    std::uint32_t failures = 5;
    std::chrono::milliseconds open_for{10'000};
  };
  // Permission to make one call. Its holder gives it back with the outcome of the call; a
  // permission that is destroyed instead reports that there was no call. The breaker outlives it.
  class Leave {
   public:
    ~Leave() {
      if (breaker_ != nullptr) breaker_->abandoned(era_);
    }
    Leave(Leave&& from) noexcept : breaker_(from.breaker_), era_(from.era_) {
      from.breaker_ = nullptr;
    }
    Leave& operator=(Leave&&) = delete;

   private:
    friend CircuitBreaker;
    Leave(CircuitBreaker* breaker, std::uint64_t era) : breaker_(breaker), era_(era) {}
    // Returns the era for a call that was made, after which the destructor reports nothing.
    std::uint64_t used() {
      breaker_ = nullptr;
      return era_;
    }
    CircuitBreaker* breaker_;
    std::uint64_t era_;
  };
  // A change worth reporting: the breaker has opened, or has closed again. A failed probe is no
  // change.
  enum class Change : std::uint8_t { None, Opened, Closed };

  explicit CircuitBreaker(const Rules& rules) : rules_(rules) {}

  // Returns nothing if no call is allowed now.
  std::optional<Leave> ask(Time now);
  Change succeeded(Leave leave);
  Change failed(Leave leave, Time now);
  // Something other than a call shows that the service is not there.
  Change found_dead(Time now);

  State state(Time now) const;

 private:
  void abandoned(std::uint64_t era);
  State state_at(Time now) const REQUIRES_LOCK(mutex_);
  void open(Time now) REQUIRES_LOCK(mutex_);

  const Rules rules_;
  mutable Mutex mutex_;
  std::uint64_t era_ GUARDED_BY(mutex_) = 0;       // counts the changes of state
  std::uint32_t failures_ GUARDED_BY(mutex_) = 0;  // in a row, while closed
  std::optional<Time> opened_ GUARDED_BY(mutex_);  // none: closed
  bool probing_ GUARDED_BY(mutex_) = false;
};

}  // namespace countersign::http
