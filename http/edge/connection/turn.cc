#include "http/edge/connection/turn.h"

namespace countersign::http {

bool Turn::reads() const {
  if (in_line) return false;
  switch (phase) {
    case Phase::Handshake:
    case Phase::Idle:
    case Phase::Head:
    case Phase::Body:
    case Phase::Skip:
    case Phase::Linger:
      return true;
    case Phase::Paused:
    case Phase::Complete:
    case Phase::Stopped:
    case Phase::Closed:
      return false;
  }
  return false;
}

bool Turn::may_be_evicted(bool knows_caller) const {
  if (closed()) return false;
  if (answer == Answer::Delayed) return true;
  return in_body() ? !knows_caller : !busy();
}

Turn::Reaction Turn::on_report(bool hangup) const {
  if (closed()) return Reaction::Nothing;
  if (hangup && !reads()) return Reaction::Close;  // nobody can read an answer
  return phase == Phase::Handshake ? Reaction::AwaitTurn : Reaction::Advance;
}

Turn::Due Turn::due(bool unsent) const {
  if (unsent) return Due::Abort;  // the client takes nothing, or the writer gives nothing
  switch (phase) {
    case Phase::Idle:
      return Due::Linger;
    case Phase::Head:
      return Due::RefuseHead;
    case Phase::Body:
    case Phase::Paused:
      return Due::RefuseBody;
    case Phase::Handshake:
    case Phase::Skip:
    case Phase::Complete:
    case Phase::Stopped:
    case Phase::Linger:
    case Phase::Closed:
      return Due::Close;
  }
  return Due::Close;
}

}  // namespace countersign::http
