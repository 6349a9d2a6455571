#pragma once
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace countersign::http {

// Stops asking somebody who does not answer, so that nobody waits for what will not come: the
// circuit breaker of M. Nygard, Release It!, 2nd edition, chapter 5.
//
//   Closed     everybody may call; `failures` in a row open it
//   Open       nobody may, for `open_for`
//   HalfOpen   one may, as a probe: its success closes it, its failure opens it again
//
// What became of a call that was begun before the last change counts for nothing.
//
// Thread-safe. Time is given by the caller and never goes back.
class CircuitBreaker {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class State : std::uint8_t { Closed, HalfOpen, Open };
  struct Rules {
    std::uint32_t failures = 5;
    std::chrono::milliseconds open_for{10'000};
  };
  // Leave to make one call. Its holder gives it back with what became of the call; one that goes
  // out of scope says that there was none. The breaker outlives it.
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
    // Of the call that was made, so that nothing is given back any more.
    std::uint64_t used() {
      breaker_ = nullptr;
      return era_;
    }
    CircuitBreaker* breaker_;
    std::uint64_t era_;
  };
  // What a caller may tell of: that it opened, or closed again. A probe that fails is no news.
  enum class News : std::uint8_t { None, Opened, Closed };

  explicit CircuitBreaker(const Rules& rules) : rules_(rules) {}

  // None: not now.
  std::optional<Leave> ask(Time now);
  News succeeded(Leave leave);
  News failed(Leave leave, Time now);
  // Something else than a call shows that they are not there.
  News found_dead(Time now);

  State state(Time now) const;

 private:
  void abandoned(std::uint64_t era);
  State state_at(Time now) const;  // with mutex_
  void open(Time now);             // with mutex_

  const Rules rules_;
  mutable std::mutex mutex_;
  std::uint64_t era_ = 0;       // counts the changes
  std::uint32_t failures_ = 0;  // in a row, while closed
  std::optional<Time> opened_;  // none: closed
  bool probing_ = false;
};

}  // namespace countersign::http
