#include "http/inspectors/remote_host.h"

#include <algorithm>
#include <utility>

#include "core/check.h"

namespace countersign::http {

RemoteHost::RemoteHost(std::string address,
                       const Rules& rules,
                       const InspectorDialer& dialer,
                       Tell tell,
                       std::function<void()> changed,
                       SteadyNow now)
    : address_(std::move(address)),
      rules_(rules),
      dialer_(dialer),
      tell_(std::move(tell)),
      changed_(std::move(changed)),
      now_(std::move(now)),
      greetings_(rules.breaker),
      submissions_(rules.breaker) {}

RemoteHost::Health RemoteHost::health() const {
  using State = CircuitBreaker::State;
  const SteadyTime now = now_();
  const State submissions = submissions_.state(now);
  const State breaker = std::max(greetings_.state(now), submissions);
  const MutexLock lock(mutex_);
  return {.is_ready = places_ > 0 && submissions == State::Closed,
          .places = places_,
          .taken = taken_,
          .breaker = breaker,
          .name = name_};
}

std::uint32_t RemoteHost::places() const {
  const MutexLock lock(mutex_);
  return places_;
}

std::optional<std::uint32_t> RemoteHost::free_milli() const {
  const MutexLock lock(mutex_);
  if (taken_ >= places_) return std::nullopt;
  return static_cast<std::uint32_t>(std::uint64_t{1000} * (places_ - taken_) / places_);
}

bool RemoteHost::is_avoided() const {
  const SteadyTime now = now_();
  const MutexLock lock(mutex_);
  return lost_at_ && now - *lost_at_ < rules_.avoided;
}

bool RemoteHost::take_place() {
  const MutexLock lock(mutex_);
  if (taken_ >= places_) return false;
  ++taken_;
  return true;
}

void RemoteHost::give_back_place() {
  const MutexLock lock(mutex_);
  check(taken_ > 0, "a place of an inspector that is given back was taken");
  --taken_;
}

// A kept connection that the inspector has ended, or over which it says something unasked, is
// dropped: an inspector that was started again is not a failure.
std::optional<DialedInspector> RemoteHost::take_kept() {
  for (;;) {
    std::optional<DialedInspector> peer;
    {
      const MutexLock lock(mutex_);
      if (kept_.empty()) return std::nullopt;
      peer = std::move(kept_.back());
      kept_.pop_back();
    }
    if (peer->stream->is_quiet() && dialer_.may_judge(peer->who)) return peer;
  }
}

void RemoteHost::keep(DialedInspector peer) {
  const MutexLock lock(mutex_);
  if (kept_.size() < places_) kept_.push_back(std::move(peer));
}

std::optional<RemoteHost::Connection> RemoteHost::connect(SteadyTime deadline) {
  auto leave = submissions_.ask(now_());
  if (!leave) return std::nullopt;
  if (auto kept = take_kept()) return Connection{std::move(*kept), std::move(*leave)};
  auto greeting = greetings_.ask(now_());
  if (!greeting) return std::nullopt;
  auto made = greet(std::min(deadline, steady_now() + rules_.greeting));
  if (!made) {
    ++counters_.failed;
    not_greeted(std::move(*greeting), made.error());
    return std::nullopt;
  }
  (void)greetings_.succeeded(std::move(*greeting));
  greeted(made->places, made->peer.who.name);
  return Connection{std::move(made->peer), std::move(*leave)};
}

void RemoteHost::ended(Connection connection, const remote::RemoteConversation& conversation) {
  using Lost = remote::RemoteConversation::Lost;
  counters_.sent_bytes += conversation.sent_bytes();
  switch (conversation.lost()) {
    case Lost::No:
      if (!conversation.is_over()) return;  // a picture was not loaded: nobody's fault there
      judged(std::move(connection.leave));
      return keep(std::move(connection.peer));
    case Lost::Busy:
      ++counters_.busy;
      return keep(std::move(connection.peer));
    case Lost::Gone:
    case Lost::Late:
      return lost(std::move(connection.leave),
                  "it did not answer, or ended, in the middle of a submission");
    case Lost::Garbled:
      return lost(std::move(connection.leave),
                  "it broke the protocol: " + std::string(conversation.what()));
    case Lost::Broken:
      return lost(std::move(connection.leave), "it says that it cannot judge now");
  }
}

void RemoteHost::look() {
  auto leave = greetings_.ask(now_());
  if (!leave) return;
  auto made = greet(steady_now() + rules_.greeting);
  if (!made) return not_greeted(std::move(*leave), made.error());
  (void)greetings_.succeeded(std::move(*leave));
  greeted(made->places, made->peer.who.name);
  const MutexLock lock(mutex_);
  if (kept_.empty() && places_ > 0) kept_.push_back(std::move(made->peer));
}

Result<RemoteHost::Greeted, RemoteHost::NotGreeted> RemoteHost::greet(SteadyTime deadline) const {
  auto peer = dialer_.dial(address_, deadline);
  if (!peer) return NotGreeted{peer.error()};
  const auto welcome = remote::greet(*peer->stream, deadline);
  if (!welcome) {
    const remote::NotWelcomed& not_welcomed = welcome.error();
    return NotGreeted{not_welcomed.why, not_welcomed.turned_away};
  }
  if (auto why = remote::unlike(rules_.ours, *welcome)) {
    return NotGreeted{peer->who.name + ": " + *why, true};
  }
  return Greeted{std::move(*peer), welcome->places};
}

// A greeting does not show that the inspector judges: after lost submissions it gets one place, for
// the submission that shows it.
void RemoteHost::greeted(std::uint32_t places, const std::string& name) {
  const CircuitBreaker::State state = submissions_.state(now_());
  if (state == CircuitBreaker::State::Closed) {
    return become(RemoteNotice::Kind::Ready, places, name, {});
  }
  {
    const MutexLock lock(mutex_);
    welcomed_ = places;
    name_ = name;
    places_ = state == CircuitBreaker::State::HalfOpen ? std::min(places, 1u) : 0;
  }
  changed_();
}

// An inspector that judges over the connections that it has is asked for as long as it does, even
// if it takes no new ones.
void RemoteHost::not_greeted(CircuitBreaker::Leave leave, const NotGreeted& why) {
  const SteadyTime now = now_();
  (void)greetings_.failed(std::move(leave), now);
  if (why.refused) return become(RemoteNotice::Kind::Refused, 0, {}, why.why);
  bool judges = false;
  bool never_ready = false;
  {
    const MutexLock lock(mutex_);
    judges = judged_at_ && now - *judged_at_ < rules_.trusted;
    never_ready = places_ == 0;
  }
  const bool is_open = greetings_.state(now) != CircuitBreaker::State::Closed;
  if (never_ready || (is_open && !judges)) {
    return become(RemoteNotice::Kind::Gone, 0, {}, why.why);
  }
  if (is_open) tell_of_loss("it takes no new connection: " + why.why);
}

void RemoteHost::judged(CircuitBreaker::Leave leave) {
  ++counters_.judged;
  const auto change = submissions_.succeeded(std::move(leave));
  std::uint32_t places = 0;
  std::string name;
  {
    const MutexLock lock(mutex_);
    judged_at_ = now_();
    lost_at_.reset();
    places = welcomed_;
    name = name_;
  }
  if (change == CircuitBreaker::Change::Closed && places > 0) {
    become(RemoteNotice::Kind::Ready, places, std::move(name), {});
  }
}

void RemoteHost::lost(CircuitBreaker::Leave leave, const std::string& why) {
  const SteadyTime now = now_();
  ++counters_.failed;
  (void)submissions_.failed(std::move(leave), now);
  {
    const MutexLock lock(mutex_);
    lost_at_ = now;
    judged_at_.reset();
  }
  if (submissions_.state(now) != CircuitBreaker::State::Closed) {
    return become(RemoteNotice::Kind::Gone, 0, {}, why);
  }
  tell_of_loss(why);
}

void RemoteHost::tell_of_loss(const std::string& why) {
  {
    const SteadyTime now = now_();
    const MutexLock lock(mutex_);
    if (told_of_loss_ && now - *told_of_loss_ < rules_.told_every) return;
    told_of_loss_ = now;
  }
  tell_({.kind = RemoteNotice::Kind::Losing, .address = address_, .why = why});
}

void RemoteHost::become(RemoteNotice::Kind state,
                        std::uint32_t places,
                        std::string name,
                        std::string why) {
  std::optional<RemoteNotice> news;
  bool other_places = false;
  std::vector<DialedInspector> dropped;  // closed without the lock
  const SteadyTime now = now_();
  {
    const MutexLock lock(mutex_);
    other_places = places_ != places;
    places_ = places;
    welcomed_ = places;
    if (!name.empty()) name_ = name;
    if (places == 0) dropped.swap(kept_);
    const bool same_state = told_ && told_->kind == state;
    const bool same =
        same_state && told_->why == why && told_->name == name && told_->places == places;
    const bool too_early = same_state && told_->why != why && now - told_at_ < rules_.told_every;
    if (!same && !too_early) {
      told_ = {state, address_, std::move(name), std::move(why), places};
      told_at_ = now;
      news = told_;
    }
  }
  if (other_places) changed_();
  if (news) tell_(*news);
}

}  // namespace countersign::http
