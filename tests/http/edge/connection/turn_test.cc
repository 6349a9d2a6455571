#include "http/edge/connection/turn.h"

#include <doctest/doctest.h>

#include <optional>
#include <vector>

namespace countersign::http::turn_test {

using Phase = Turn::Phase;
using Answer = Turn::Answer;
using Reaction = Turn::Reaction;
using Due = Turn::Due;

// Each state that lasts from one event to the next, and what each event means in it.
struct State {
  Phase phase;
  Answer answer;
  bool reads;
  bool evicted;  // with a known sender of the body
  Reaction readable;
  Reaction hangup;
  Due due;  // with no output waiting
};

const std::vector<State> kStates{
    {Phase::Handshake,
     Answer::None,
     true,
     true,
     Reaction::AwaitTurn,
     Reaction::AwaitTurn,
     Due::Close},
    {Phase::Idle, Answer::None, true, true, Reaction::Advance, Reaction::Advance, Due::Linger},
    {Phase::Head, Answer::None, true, true, Reaction::Advance, Reaction::Advance, Due::RefuseHead},
    {Phase::Body,
     Answer::Awaited,
     true,
     false,
     Reaction::Advance,
     Reaction::Advance,
     Due::RefuseBody},
    {Phase::Paused,
     Answer::Awaited,
     false,
     false,
     Reaction::Advance,
     Reaction::Close,
     Due::RefuseBody},
    {Phase::Skip, Answer::Awaited, true, false, Reaction::Advance, Reaction::Advance, Due::Close},
    {Phase::Skip, Answer::Sending, true, false, Reaction::Advance, Reaction::Advance, Due::Close},
    {Phase::Skip, Answer::Delayed, true, true, Reaction::Advance, Reaction::Advance, Due::Close},
    {Phase::Skip, Answer::None, true, true, Reaction::Advance, Reaction::Advance, Due::Close},
    {Phase::Complete,
     Answer::Awaited,
     false,
     false,
     Reaction::Advance,
     Reaction::Close,
     Due::Close},
    {Phase::Complete,
     Answer::Sending,
     false,
     false,
     Reaction::Advance,
     Reaction::Close,
     Due::Close},
    {Phase::Complete, Answer::Delayed, false, true, Reaction::Advance, Reaction::Close, Due::Close},
    {Phase::Stopped, Answer::Delayed, false, true, Reaction::Advance, Reaction::Close, Due::Close},
    {Phase::Stopped, Answer::Awaited, false, false, Reaction::Advance, Reaction::Close, Due::Close},
    {Phase::Stopped, Answer::Sending, false, false, Reaction::Advance, Reaction::Close, Due::Close},
    {Phase::Linger, Answer::None, true, true, Reaction::Advance, Reaction::Advance, Due::Close},
    {Phase::Closed, Answer::None, false, false, Reaction::Nothing, Reaction::Nothing, Due::Close},
};

Turn turn_of(const State& state) {
  Turn turn;
  turn.phase = state.phase;
  turn.answer = state.answer;
  return turn;
}

TEST_CASE("each state says what is read, who is evicted and what each event means") {
  for (const State& state : kStates) {
    CAPTURE(static_cast<int>(state.phase));
    CAPTURE(static_cast<int>(state.answer));
    const Turn turn = turn_of(state);
    CHECK(turn.reads() == state.reads);
    CHECK(turn.may_be_evicted(true) == state.evicted);
    CHECK(turn.on_report(false) == state.readable);
    CHECK(turn.on_report(true) == state.hangup);
    CHECK(turn.due(false) == state.due);
  }
}

TEST_CASE("in every state a deadline with output that waits ends the connection at once") {
  for (const State& state : kStates) CHECK(turn_of(state).due(true) == Due::Abort);
}

TEST_CASE("a connection in line reads nothing, and a hang-up ends it unless it is closed") {
  for (const State& state : kStates) {
    CAPTURE(static_cast<int>(state.phase));
    Turn turn = turn_of(state);
    turn.in_line = true;
    CHECK_FALSE(turn.reads());
    CHECK(turn.on_report(false) == state.readable);
    CHECK(turn.on_report(true) == (turn.closed() ? Reaction::Nothing : Reaction::Close));
  }
}

TEST_CASE("a body of an unknown sender is evicted, one of a known sender is not") {
  for (const Phase phase : {Phase::Body, Phase::Paused}) {
    const Turn turn{.phase = phase, .answer = Answer::Awaited};
    CHECK(turn.may_be_evicted(false));
    CHECK_FALSE(turn.may_be_evicted(true));
  }
}

TEST_CASE("a connection with a delayed answer is evicted, also in the body of a known sender") {
  for (const Phase phase : {Phase::Body, Phase::Paused, Phase::Skip, Phase::Complete}) {
    const Turn turn{.phase = phase, .answer = Answer::Delayed};
    CHECK(turn.may_be_evicted(false));
    CHECK(turn.may_be_evicted(true));
  }
}

TEST_CASE("an answer is due at its time if it was delayed") {
  const Turn::Time now{std::chrono::seconds(7)};
  Turn turn{.phase = Phase::Complete, .answer = Answer::Delayed, .answer_at = now};
  CHECK_FALSE(turn.is_answer_due(now - std::chrono::milliseconds(1)));
  CHECK(turn.is_answer_due(now));
  turn.answer = Answer::Sending;
  CHECK_FALSE(turn.is_answer_due(now));
}

TEST_CASE("a wait ends its limit after now, or never") {
  const Turn::Time now{std::chrono::seconds(7)};
  Turn turn;
  CHECK(turn.deadline == Turn::Time::max());
  turn.wait(now, std::chrono::milliseconds(250));
  CHECK(turn.deadline == now + std::chrono::milliseconds(250));
  turn.wait_for_ever();
  CHECK(turn.deadline == Turn::Time::max());
}

}  // namespace countersign::http::turn_test
