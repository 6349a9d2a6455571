#include "http/external/circuit_breaker.h"

namespace countersign::http {

std::optional<CircuitBreaker::Leave> CircuitBreaker::ask(Time now) {
  const MutexLock lock(mutex_);
  switch (state_at(now)) {
    case State::Closed:
      return Leave(this, era_);
    case State::Open:
      return std::nullopt;
    case State::HalfOpen:
      break;
  }
  if (probing_) return std::nullopt;
  probing_ = true;
  return Leave(this, era_);
}

CircuitBreaker::Change CircuitBreaker::succeeded(Leave leave) {
  const MutexLock lock(mutex_);
  if (leave.used() != era_) return Change::None;
  failures_ = 0;
  if (!opened_) return Change::None;
  opened_.reset();
  probing_ = false;
  ++era_;
  return Change::Closed;
}

CircuitBreaker::Change CircuitBreaker::failed(Leave leave, Time now) {
  const MutexLock lock(mutex_);
  if (leave.used() != era_) return Change::None;
  const bool was_closed = !opened_;
  if (was_closed && ++failures_ < rules_.failures) return Change::None;
  open(now);
  return was_closed ? Change::Opened : Change::None;
}

void CircuitBreaker::abandoned(std::uint64_t era) {
  const MutexLock lock(mutex_);
  if (era == era_) probing_ = false;
}

CircuitBreaker::Change CircuitBreaker::found_dead(Time now) {
  const MutexLock lock(mutex_);
  switch (state_at(now)) {
    case State::Closed:
      if (++failures_ < rules_.failures) return Change::None;
      open(now);
      return Change::Opened;
    case State::HalfOpen:
      open(now);
      return Change::None;
    case State::Open:
      return Change::None;
  }
  return Change::None;
}

CircuitBreaker::State CircuitBreaker::state(Time now) const {
  const MutexLock lock(mutex_);
  return state_at(now);
}

CircuitBreaker::State CircuitBreaker::state_at(Time now) const {
  if (!opened_) return State::Closed;
  return now - *opened_ < rules_.open_for ? State::Open : State::HalfOpen;
}

void CircuitBreaker::open(Time now) {
  opened_ = now;
  failures_ = 0;
  probing_ = false;
  ++era_;
}

}  // namespace countersign::http
