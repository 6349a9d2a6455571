#pragma once
#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "core/stream/evolve.h"

// given(past...).when(command).then(events...) | .then_refused(why)
//
// The past is folded as the log would replay it, with one event a second from t(0).
namespace countersign::test {

constexpr UtcTime t(std::int64_t seconds) { return UtcTime(seconds * 1'000'000); }

constexpr Digest digest(std::uint8_t fill) {
  Digest bytes{};
  bytes.fill(fill);
  return bytes;
}
constexpr NonceHash nonce(std::uint8_t fill) { return NonceHash(digest(fill)); }

class Outcome {
 public:
  explicit Outcome(Decision<SessionEvent> decision) : decision_(std::move(decision)) {}

  void then(const std::vector<SessionEvent>& expected) const {
    REQUIRE(decision_.has_value());
    CHECK(*decision_ == expected);
  }
  void then_refused(const Rejection& expected) const {
    REQUIRE_FALSE(decision_.has_value());
    CHECK(decision_.error() == expected);
  }
  void then_refused(Refusal why) const { then_refused(Rejection{why}); }

  // Returns the event of type E among those that the command led to.
  template <class E>
  E event() const {
    REQUIRE(decision_.has_value());
    for (const SessionEvent& happened : *decision_) {
      if (const auto* found = std::get_if<E>(&happened)) return *found;
    }
    FAIL("no such event happened: " << std::string(event_type<E>.name));
    return {};
  }
  bool was_refused() const { return !decision_.has_value(); }

 private:
  Decision<SessionEvent> decision_;
};

class Given {
 public:
  explicit Given(std::initializer_list<SessionEvent> past) {
    for (const SessionEvent& event : past) add(event);
  }

  // Adds the events of the command's decision to the past, so that the next command builds on them.
  Given& and_then(const SessionCommand& command) {
    const auto decision = decide(session_, command);
    REQUIRE(decision.has_value());
    for (const SessionEvent& event : *decision) add(event);
    return *this;
  }
  Given& and_event(const SessionEvent& event) {
    add(event);
    return *this;
  }

  Outcome when(const SessionCommand& command) const { return Outcome(decide(session_, command)); }
  const Session& session() const { return session_; }

 private:
  void add(const SessionEvent& event) {
    RecordedEvent recorded;
    recorded.stream = stream_of(SessionId());
    recorded.version = StreamVersion(session_.version + 1);
    recorded.sequence = Sequence(session_.last_sequence + 1);
    recorded.at = t(static_cast<std::int64_t>(session_.version));
    std::visit([&](const auto& happened) { recorded.event = happened; }, event);
    evolve(session_, recorded, Sha256());
  }

  Session session_;
};

inline Given given(std::initializer_list<SessionEvent> past) { return Given(past); }

}  // namespace countersign::test
