#include "tests/core/session/session_scenarios.h"

namespace countersign::test::liveness_test {

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

TEST_CASE("frames are accepted if they fill one container, and not if they lie otherwise") {
  Given past = with_front();
  past.and_event(challenged(2, Step::Liveness));
  SubmitLiveness together = frames(2, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    together.files[i].container = {together.files[0].file, 1500, 500 * i};
  }
  const auto accepted = past.when(together).event<LivenessAccepted>();
  REQUIRE(accepted.files.size() == 3);
  CHECK(accepted.files[2].container == InContainer{accepted.files[0].file, 1500, 1000});
  SubmitLiveness beyond = together;
  beyond.files[2].container->offset = 1001;
  past.when(beyond).then_refused(Refusal::FilesMisplaced);
  // Rejected images are not stored, so their places do not matter.
  CHECK_FALSE(past.when(faceless(beyond)).was_refused());
  // The file of the front is another submission's.
  SubmitLiveness shared = together;
  for (StoredFile& file : shared.files) file.container->id = past.session().files[0].file;
  shared.files[0].file = past.session().files[0].file;
  past.when(shared).then_refused(Refusal::FilesMisplaced);
}

TEST_CASE("the image of a document is in no container") {
  Given past({created()});
  past.and_event(challenged(1));
  SubmitDocument contained = document(1);
  contained.file.container = {contained.file.file, contained.file.size_bytes, 0};
  past.when(contained).then_refused(Refusal::FilesMisplaced);
  CHECK_FALSE(past.when(blurred(contained)).was_refused());
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

TEST_CASE("a person who may not be present is looked at by another, and a sandbox's is not") {
  const auto outcome_with = [](std::string_view name, CheckStatus status) {
    Given past({created(Purpose::Liveness)});
    SubmitLiveness command = frames(2);
    CheckOutcome& check = command.findings.checks.emplace_back();
    check.check = name;
    check.status = status;
    if (status == CheckStatus::Warning) check.code = "LIVENESS_NOT_LIVE";
    capture(past, command);
    return past.when(FinalizeSession{kNow}).event<SessionFinalized>();
  };
  const auto suspected = outcome_with("LIVENESS_PRESENTATION", CheckStatus::Warning);
  CHECK(suspected.result == ResultStatus::Review);
  CHECK(suspected.reasons == std::vector<std::string>{"LIVENESS_NOT_LIVE"});
  CHECK(outcome_with("LIVENESS_PRESENTATION", CheckStatus::NotPerformed).result ==
        ResultStatus::Review);
  CHECK(outcome_with("LIVENESS_PRESENTATION", CheckStatus::Passed).result == ResultStatus::Passed);
  CHECK(outcome_with("SANDBOX_LIVENESS", CheckStatus::Warning).result == ResultStatus::Passed);
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

TEST_CASE("a person who cannot do the actions ends liveness, whatever was refused before") {
  Given past = with_front();
  capture(past, faceless(frames(10)));
  const auto outcome = past.when(ExcuseLiveness{kNow});
  CHECK(outcome.event<LivenessNotPossible>() == LivenessNotPossible{});
  past.and_event(LivenessNotPossible{});
  CHECK(state_of(past.session(), Step::Liveness) == StepState::NotPossible);
  CHECK(attempts_remaining(past.session(), Step::Liveness) == 0);
  CHECK(current_step(past.session()) == CurrentStep::Finalize);
  past.when(ask(Step::Liveness)).then_refused(out_of_sequence(CurrentStep::Finalize));
  past.when(ExcuseLiveness{kNow}).then_refused(out_of_sequence(CurrentStep::Finalize));

  const auto finalized = past.when(FinalizeSession{kNow}).event<SessionFinalized>();
  CHECK(finalized.result == ResultStatus::Review);
  CHECK(std::ranges::count(finalized.reasons, "LIVENESS_NOT_POSSIBLE") == 1);
}

TEST_CASE("frames that are judged while liveness ends as not possible are refused") {
  Given past = with_front();
  past.and_event(challenged(2, Step::Liveness));
  past.and_event(LivenessNotPossible{});
  past.when(frames(2)).then_refused(out_of_sequence(CurrentStep::Finalize));
}

TEST_CASE("liveness ends as not possible only where it could be judged") {
  given({created(Purpose::FullCapture)})
      .when(ExcuseLiveness{kNow})
      .then_refused(out_of_sequence(CurrentStep::Document));
  given({created(Purpose::DocumentVerification)})
      .when(ExcuseLiveness{kNow})
      .then_refused(out_of_sequence(CurrentStep::Document));
  complete().when(ExcuseLiveness{kNow}).then_refused(out_of_sequence(CurrentStep::Finalize));
  Given failed({created(Purpose::Liveness)});
  for (std::uint8_t n = 10; n < 15; ++n) capture(failed, faceless(frames(n)));
  failed.when(ExcuseLiveness{kNow}).then_refused(Refusal::AttemptsExhausted);
}

TEST_CASE("a failed document fails the capture of a person who cannot do liveness too") {
  Given past({created(Purpose::Liveness)});
  past.and_event(LivenessNotPossible{});
  const auto alone = past.when(FinalizeSession{kNow}).event<SessionFinalized>();
  CHECK(alone.result == ResultStatus::Review);
  CHECK(alone.reasons == std::vector<std::string>{"LIVENESS_NOT_POSSIBLE"});
  FinalizeSession mismatch{kNow};
  mismatch.findings.checks.push_back({"FACE_MATCH", CheckStatus::Failed, "FACE_MISMATCH", {}, {}});
  CHECK(past.when(mismatch).event<SessionFinalized>().result == ResultStatus::Failed);
}

}  // namespace countersign::test::liveness_test
