#pragma once
#include <chrono>
#include <cstdint>

namespace countersign::http {

// The phase of a connection and of its answer, and the deadline. Pure: time is an argument. One
// thread.
//
// Invariants: the answer is None in Handshake, Idle, Head, Linger and Closed. It is never Sending
// in Body and Paused, because an answer that begins stops the body. Complete lasts no longer than
// its answer.
struct Turn {
  using Time = std::chrono::steady_clock::time_point;

  // The action that is expected of the client.
  enum class Phase : std::uint8_t {
    Handshake,
    Idle,      // waits for the next head
    Head,      // gathers a head
    Body,      // passes the body to the sink
    Paused,    // the sink takes no more of the body for now
    Skip,      // skips a small body that has no sink
    Complete,  // the request is complete; its answer is awaited or under way
    Stopped,   // the rest of the body is not wanted; closes after the answer
    Linger,    // all is sent; what the client still sends is dropped until it ends
    Closed
  };
  // The action that is expected of the application.
  enum class Answer : std::uint8_t {
    None,  // no request is in flight, or its answer was sent before its body ended
    Awaited,
    Delayed,  // given, to be begun at its time
    Given,    // the next step begins it
    Sending
  };
  // The actions that the reactor's report requires.
  enum class Reaction : std::uint8_t { Nothing, Close, AwaitTurn, Advance };
  // The action at the deadline.
  enum class Due : std::uint8_t { Abort, Close, Linger, RefuseHead, RefuseBody };

  bool closed() const { return phase == Phase::Closed; }
  bool busy() const { return answer != Answer::None; }
  // True if an answer that was delayed is to be begun.
  bool is_answer_due(Time now) const { return answer == Answer::Delayed && now >= answer_at; }
  bool expects_head() const { return phase == Phase::Idle || phase == Phase::Head; }
  bool in_body() const { return phase == Phase::Body || phase == Phase::Paused; }
  // True if bytes of the client are wanted now.
  bool reads() const;
  // True if the connection may be closed to make room for another. `knows_caller`: the sender of
  // the body is known.
  bool may_be_evicted(bool knows_caller) const;
  Reaction on_report(bool hangup) const;
  // `unsent`: output waits for the client, or for its writer.
  Due due(bool unsent) const;

  void wait(Time now, std::chrono::milliseconds limit) { deadline = now + limit; }
  void wait_for_ever() { deadline = Time::max(); }

  Phase phase = Phase::Handshake;
  Answer answer = Answer::None;
  Time deadline = Time::max();
  Time answer_at = Time::max();  // of an answer that is Delayed
  bool in_line = false;          // waits for a turn among the loop's connections, and reads nothing
  int requests_left = 0;         // that may begin before the connection gets in line
};

}  // namespace countersign::http
