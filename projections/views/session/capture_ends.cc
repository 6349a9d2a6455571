#include "projections/views/session/capture_ends.h"

#include <optional>
#include <string_view>

#include "core/check.h"
#include "core/checks/codes.h"
#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

// The picture of the document that is in turn, or that has no attempts left.
CapturePlace side_of(const Session& session) {
  return session.front.accepted ? CapturePlace::Back : CapturePlace::Front;
}

// Where the attempts of a step ran out; nullopt if they ran out nowhere.
std::optional<CapturePlace> exhausted_place(const Session& session) {
  for (const Step step : steps_of(session.purpose)) {
    if (state_of(session, step) != StepState::Failed) continue;
    return step == Step::Document ? side_of(session) : CapturePlace::Liveness;
  }
  return std::nullopt;
}

CapturePlace place_reached(const Session& session) {
  if (!session.started_at) return CapturePlace::Start;
  switch (current_step(session)) {
    case CurrentStep::Document:
      return side_of(session);
    case CurrentStep::Liveness:
      return CapturePlace::Liveness;
    case CurrentStep::Finalize:
      return CapturePlace::Finalize;
  }
  check(false, "a current step is an enumerator of CurrentStep");
  return CapturePlace::Finalize;
}

bool is_at(CapturePlace place, const Attempt& attempt) {
  switch (place) {
    case CapturePlace::Start:
      return false;
    case CapturePlace::Front:
      return attempt.side == Side::Front;
    case CapturePlace::Back:
      return attempt.side == Side::Back;
    case CapturePlace::Liveness:
      return attempt.step == Step::Liveness;
    case CapturePlace::Finalize:
      return true;
  }
  check(false, "a place is an enumerator of CapturePlace");
  return false;
}

bool says_no_reason(std::string_view code) {
  return code == name_of(Code::DocumentAttemptsExhausted) ||
         code == name_of(Code::LivenessAttemptsExhausted);
}

// The last attempt has a code of its own, so the reason is that of the attempt before.
std::string last_code(const Session& session, CapturePlace place) {
  std::string last = "NONE";
  for (auto attempt = session.attempts.rbegin(); attempt != session.attempts.rend(); ++attempt) {
    if (!is_at(place, *attempt)) continue;
    if (attempt->ok) return last == "NONE" ? "OK" : last;
    const bool is_known = attempt->code && parse_name<Code>(*attempt->code);
    last = is_known ? *attempt->code : "OTHER";
    if (!says_no_reason(last)) return last;
  }
  return last;
}

CaptureEnds one_at(const Session& session, CaptureEnd end, CapturePlace place) {
  return {end, place, last_code(session, place), 1};
}

void count(const Session& session, ViewBatch& views) {
  if (session.sandbox) return;
  CaptureEnds ends = end_of(session);
  const std::string key = CaptureEndsView::key(ends);
  if (const auto before = load<CaptureEnds>(views, space::kCaptureEnds, key)) {
    ends.captures += before->captures;
  }
  views.put(space::kCaptureEnds, key, to_bytes(ends));
}

}  // namespace

CaptureEnds end_of(const Session& session) {
  switch (session.status) {
    case SessionStatus::Completed:
      if (const auto place = exhausted_place(session)) {
        return one_at(session, CaptureEnd::AttemptsExhausted, *place);
      }
      return {CaptureEnd::Completed, CapturePlace::Finalize, "OK", 1};
    case SessionStatus::Expired:
      return one_at(session, CaptureEnd::Expired, place_reached(session));
    case SessionStatus::Canceled:
      return one_at(session, CaptureEnd::Canceled, place_reached(session));
    case SessionStatus::Created:
    case SessionStatus::InProgress:
      break;
  }
  check(false, "a session whose end is asked for has ended");
  return {};
}

std::string CaptureEndsView::key(const CaptureEnds& ends) {
  return ViewKey()
      .text(name_of(ends.end))
      .end_of_text()
      .text(name_of(ends.place))
      .end_of_text()
      .text(ends.code)
      .take();
}

Projection CaptureEndsView::projection() {
  return {.name = "capture_ends", .space = space::kCaptureEnds, .shape = shape_of<CaptureEnds>()};
}

void CaptureEndsView::fold(const FoldedEvent<SessionFinalized>& folded, ViewBatch& views) {
  count(folded.state, views);
}

void CaptureEndsView::fold(const FoldedEvent<SessionExpired>& folded, ViewBatch& views) {
  count(folded.state, views);
}

void CaptureEndsView::fold(const FoldedEvent<SessionCanceled>& folded, ViewBatch& views) {
  count(folded.state, views);
}

}  // namespace countersign
