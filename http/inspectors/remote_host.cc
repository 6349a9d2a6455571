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
      breaker_(rules.breaker) {}

RemoteHost::Health RemoteHost::health() const {
  const CircuitBreaker::State breaker = breaker_.state(now_());
  const MutexLock lock(mutex_);
  return {.is_ready = places_ > 0,
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
  auto leave = breaker_.ask(now_());
  if (!leave) return std::nullopt;
  if (auto kept = take_kept()) return Connection{std::move(*kept), std::move(*leave)};
  auto made = greet(std::min(deadline, steady_now() + rules_.greeting));
  if (!made) {
    ++counters_.failed;
    failed(std::move(*leave), made.error());
    return std::nullopt;
  }
  become(RemoteNotice::Kind::Ready, made->places, made->peer.who.name, {});
  return Connection{std::move(made->peer), std::move(*leave)};
}

void RemoteHost::ended(Connection connection, const remote::RemoteConversation& conversation) {
  using Lost = remote::RemoteConversation::Lost;
  counters_.sent_bytes += conversation.sent_bytes();
  switch (conversation.lost()) {
    case Lost::No:
      if (!conversation.is_over()) return;  // a picture was not loaded: nobody's fault there
      ++counters_.judged;
      (void)breaker_.succeeded(std::move(connection.leave));
      return keep(std::move(connection.peer));
    case Lost::Busy:
      ++counters_.busy;
      return keep(std::move(connection.peer));
    case Lost::Gone:
    case Lost::Late:
      ++counters_.failed;
      return failed(std::move(connection.leave),
                    {"it did not answer, or ended, in the middle of a submission"});
    case Lost::Garbled:
      ++counters_.failed;
      return failed(std::move(connection.leave),
                    {"it broke the protocol: " + std::string(conversation.what())});
    case Lost::Broken:
      ++counters_.failed;
      return failed(std::move(connection.leave), {"it says that it cannot judge now"});
  }
}

void RemoteHost::look() {
  auto leave = breaker_.ask(now_());
  if (!leave) return;
  auto made = greet(steady_now() + rules_.greeting);
  if (!made) return failed(std::move(*leave), made.error());
  (void)breaker_.succeeded(std::move(*leave));
  become(RemoteNotice::Kind::Ready, made->places, made->peer.who.name, {});
  const MutexLock lock(mutex_);
  if (kept_.empty()) kept_.push_back(std::move(made->peer));
}

Result<RemoteHost::Greeted, RemoteHost::NotGreeted> RemoteHost::greet(SteadyTime deadline) const {
  auto peer = dialer_.dial(address_, deadline);
  if (!peer) return NotGreeted{peer.error()};
  const auto welcome = remote::greet(*peer->stream, deadline);
  if (!welcome) return NotGreeted{welcome.error()};
  if (auto why = remote::unlike(rules_.ours, *welcome)) {
    return NotGreeted{peer->who.name + ": " + *why, true};
  }
  return Greeted{std::move(*peer), welcome->places};
}

void RemoteHost::failed(CircuitBreaker::Leave leave, const NotGreeted& why) {
  const auto change = breaker_.failed(std::move(leave), now_());
  if (why.refused) return become(RemoteNotice::Kind::Refused, 0, {}, why.why);
  const bool never_ready = places() == 0;
  if (never_ready || change == CircuitBreaker::Change::Opened) {
    become(RemoteNotice::Kind::Gone, 0, {}, why.why);
  }
}

void RemoteHost::become(RemoteNotice::Kind state,
                        std::uint32_t places,
                        std::string name,
                        std::string why) {
  std::optional<RemoteNotice> news;
  bool other_places = false;
  std::vector<DialedInspector> dropped;  // closed without the lock
  {
    const MutexLock lock(mutex_);
    other_places = places_ != places;
    places_ = places;
    if (!name.empty()) name_ = name;
    if (places == 0) dropped.swap(kept_);
    const bool same = told_ && told_->kind == state &&
                      (state == RemoteNotice::Kind::Gone ||
                       (told_->why == why && told_->name == name && told_->places == places));
    if (!same) {
      told_ = {state, address_, std::move(name), std::move(why), places};
      news = told_;
    }
  }
  if (other_places) changed_();
  if (news) tell_(*news);
}

}  // namespace countersign::http
