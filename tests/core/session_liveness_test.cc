#include "tests/core/session_scenarios.h"

using namespace countersign;
using namespace countersign::test;

TEST_CASE("accepted frames are stored in order as selfies") {
  Given past = with_front();
  past.and_event(ChallengeIssued{Step::Liveness, nonce(2), t(400), {Action::LookStraight}});
  const auto accepted = past.when(frames(2, 3)).event<LivenessAccepted>();
  REQUIRE(accepted.files.size() == 3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    CHECK(accepted.files[i].kind == FileKind::Selfie);
    CHECK(accepted.files[i].seq == i + 1);
    CHECK_FALSE(accepted.files[i].side);
  }
  CHECK(accepted.actions == std::vector{Action::LookStraight});
}

TEST_CASE("frames that another session submitted are refused as reused") {
  Given past = with_front();
  past.and_event(challenged(2, Step::Liveness));
  SubmitLiveness reused = frames(2);
  reused.frames_seen_elsewhere = true;
  const auto rejected = past.when(reused).event<LivenessRejected>();
  CHECK(rejected.code == "LIVENESS_FRAMES_REUSED");
  CHECK(rejected.images.size() == 3);
}

TEST_CASE("liveness waits for the document where the purpose has one") {
  for (const Purpose purpose : {Purpose::FullCapture, Purpose::FaceMatch}) {
    Given past({created(purpose)});
    past.when(ask(Step::Liveness)).then_refused(out_of_sequence(CurrentStep::Document));
    past.when(frames(2)).then_refused(out_of_sequence(CurrentStep::Document));
  }
  CHECK_FALSE(given({created(Purpose::Liveness)}).when(ask(Step::Liveness)).was_refused());
  given({created(Purpose::DocumentVerification)})
      .when(ask(Step::Liveness))
      .then_refused(out_of_sequence(CurrentStep::Document));
}

TEST_CASE("liveness is not judged twice") {
  Given past = complete();
  past.when(frames(2)).then_refused(challenge_refused(ChallengeFault::AlreadyUsed));
  past.when(ask(Step::Liveness)).then_refused(out_of_sequence(CurrentStep::Finalize));
}

TEST_CASE("five failed liveness attempts fail the step and the capture") {
  Given past({created(Purpose::Liveness)});
  for (std::uint8_t n = 10; n < 15; ++n) capture(past, faceless(frames(n)));
  CHECK(past.session().attempts.back().code == "LIVENESS_ATTEMPTS_EXHAUSTED");
  past.when(ask(Step::Liveness)).then_refused(Refusal::AttemptsExhausted);
  CHECK(past.when(FinalizeSession{kNow}).event<SessionFinalized>().result == ResultStatus::Failed);
}

TEST_CASE("a nonce of the document step is unknown to liveness") {
  Given past = with_front();
  past.and_event(challenged(7, Step::Document));
  past.when(frames(7)).then_refused(challenge_refused(ChallengeFault::Unknown));
}
