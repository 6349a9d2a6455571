#include "tests/core/session/session_scenarios.h"

namespace countersign::test::precedence_test {

// Each row adds a reason that takes precedence over those of the rows above it, so the table reads
// from the weakest refusal to the strongest.

TEST_CASE("a challenge is refused for the strongest of its reasons") {
  Given many({created(Purpose::Liveness)});
  for (std::uint8_t n = 1; n <= kOutstandingChallengesMax; ++n) {
    many.and_event(challenged(n, Step::Liveness, t(1000)));
  }
  many.when(ask(Step::Liveness)).then_refused(Refusal::TooManyChallenges);

  Given exhausted = many;
  for (std::uint8_t n = 20; n < 25; ++n) capture(exhausted, faceless(frames(n)));
  exhausted.when(ask(Step::Liveness)).then_refused(Refusal::AttemptsExhausted);

  Given foreign_step = exhausted;
  foreign_step.when(ask(Step::Document)).then_refused(out_of_sequence(CurrentStep::Finalize));

  Given ended = exhausted;
  ended.and_event(SessionCanceled{});
  ended.when(ask(Step::Liveness)).then_refused(Refusal::SessionInvalid);
  ended.when(ask(Step::Document)).then_refused(Refusal::SessionInvalid);
  exhausted.when(ask(Step::Liveness, 90, kExpiry)).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("frames are refused for the strongest of their reasons") {
  Given over({created(Purpose::Liveness)});
  over.and_event(challenged(30, Step::Liveness, t(1000)));
  for (std::uint8_t n = 20; n < 25; ++n) capture(over, faceless(frames(n)));
  over.when(frames(30)).then_refused(Refusal::AttemptsExhausted);
  over.when(frames(99)).then_refused(challenge_refused(ChallengeFault::Unknown));
  over.when(frames(20)).then_refused(challenge_refused(ChallengeFault::AlreadyUsed));

  const Given early({created(), challenged(1, Step::Liveness)});
  early.when(frames(1)).then_refused(out_of_sequence(CurrentStep::Document));

  SubmitLiveness late = frames(30);
  late.at = kExpiry;
  over.when(late).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("a download is refused for the strongest of its reasons") {
  Given past = complete();
  past.and_then(FinalizeSession{kNow, {}});
  past.and_then(PurgeFiles{kNow, PurgeReason::Retention, {}});
  past.when(DownloadDocuments{kNow}).then_refused(Refusal::FilesPurged);
  past.when(DownloadDocuments{kNow, FileId(Uuid{99})}).then_refused(Refusal::FileUnknown);
  given({}).when(DownloadDocuments{kNow}).then_refused(Refusal::SessionInvalid);
}

TEST_CASE("a purge is refused for the strongest of its reasons") {
  const PurgeFiles purge{kNow, PurgeReason::Retention, {}};
  Given held = with_front();
  held.and_then(SetHold{kNow, "case"});
  held.when(purge).then_refused(Refusal::LegalHold);
  held.and_event(FilesPurged{});
  held.when(purge).then_refused(Refusal::NothingToDo);
  given({}).when(purge).then_refused(Refusal::NothingToDo);
}

TEST_CASE("finalize, cancel and expiry tell an ended session before anything else") {
  const Given ended({created(), SessionCanceled{}});
  ended.when(FinalizeSession{kNow, {}}).then_refused(Refusal::SessionInvalid);
  ended.when(CancelSession{kNow}).then_refused(Refusal::SessionNotActive);
  ended.when(ExpireSession{kExpiry}).then_refused(Refusal::NothingToDo);
  given({}).when(FinalizeSession{kNow, {}}).then_refused(Refusal::SessionInvalid);
  given({}).when(CancelSession{kNow}).then_refused(Refusal::SessionNotActive);
  given({}).when(SetHold{kNow, "x"}).then_refused(Refusal::SessionInvalid);
}

}  // namespace countersign::test::precedence_test
