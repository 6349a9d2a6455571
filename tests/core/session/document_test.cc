#include "tests/core/session/session_scenarios.h"

namespace countersign::test::document_test {

TEST_CASE("an accepted front spends its nonce and is stored as the first document") {
  const auto outcome =
      given({created(), challenged(1)}).when(document(1, Side::Front, DocumentType::Passport));
  CHECK(outcome.event<NonceConsumed>() == NonceConsumed{Step::Document, nonce(1)});
  const auto accepted = outcome.event<DocumentAccepted>();
  CHECK(accepted.attempt == 1);
  CHECK(accepted.attempts_remaining == 4);
  CHECK(accepted.step_complete);
  CHECK_FALSE(accepted.next_side);
  CHECK(accepted.file.kind == FileKind::Document);
  CHECK(accepted.file.side == Side::Front);
  CHECK(accepted.file.seq == 1);
}

TEST_CASE("a failed front spends its nonce too and keeps no bytes") {
  const auto outcome = given({created(), challenged(1)}).when(blurred(document(1)));
  outcome.event<NonceConsumed>();
  const auto rejected = outcome.event<DocumentRejected>();
  CHECK(rejected.code == "DOCUMENT_BLURRY");
  CHECK(rejected.attempts_remaining == 4);
  CHECK_FALSE(rejected.step_complete);
  CHECK_FALSE(rejected.step_failed);
  CHECK_FALSE(rejected.next_side);
  CHECK(rejected.image == RefusedImage{Sha256(digest(1)), 1000});
}

TEST_CASE("a warning alone does not fail an image") {
  SubmitDocument command = document(1);
  command.findings.issues = {{"DOCUMENT_GLARE", Severity::Warning, 1, 2, "hint"}};
  const auto accepted = given({created(), challenged(1)}).when(command).event<DocumentAccepted>();
  CHECK(accepted.issues == command.findings.issues);
}

TEST_CASE("which sides complete the document step") {
  struct Row {
    Purpose purpose;
    std::optional<DocumentType> type;
    bool complete_after_front;
  };
  const Row rows[] = {
      {Purpose::FullCapture, std::nullopt, true},
      {Purpose::FullCapture, DocumentType::Other, true},
      {Purpose::FullCapture, DocumentType::Passport, true},
      {Purpose::FullCapture, DocumentType::IdCard, false},
      {Purpose::FullCapture, DocumentType::DrivingLicense, false},
      {Purpose::DocumentVerification, DocumentType::ResidencePermit, false},
      {Purpose::FaceMatch, DocumentType::IdCard, true},
  };
  for (const Row& row : rows) {
    CAPTURE(name_of(row.purpose));
    const auto accepted = given({created(row.purpose), challenged(1)})
                              .when(document(1, Side::Front, row.type))
                              .event<DocumentAccepted>();
    CHECK(accepted.step_complete == row.complete_after_front);
    CHECK(accepted.next_side.has_value() == !row.complete_after_front);
  }
}

TEST_CASE("the back of a card completes the step, with or without saying the type again") {
  for (const auto type : {std::optional<DocumentType>(), std::optional(DocumentType::IdCard)}) {
    Given past = with_front(Purpose::FullCapture, DocumentType::IdCard);
    past.and_event(challenged(2));
    const auto accepted = past.when(document(2, Side::Back, type)).event<DocumentAccepted>();
    CHECK(accepted.step_complete);
    CHECK(accepted.file.seq == 2);
  }
}

TEST_CASE("a back of another type is a mismatch and the front is kept") {
  Given past = with_front(Purpose::FullCapture, DocumentType::IdCard);
  past.and_event(challenged(2));
  const SubmitDocument other_back = document(2, Side::Back, DocumentType::DrivingLicense);
  const auto rejected = past.when(other_back).event<DocumentRejected>();
  CHECK(rejected.code == "DOCUMENT_TYPE_MISMATCH");
  CHECK_FALSE(rejected.step_complete);
  CHECK(rejected.next_side == Side::Back);
  past.and_then(other_back);
  CHECK(captured_sides(past.session()) == std::vector{Side::Front});
  CHECK(current_step(past.session()) == CurrentStep::Document);
}

TEST_CASE("a document whose type was not said takes a back until liveness is complete") {
  Given past = with_front();
  past.and_event(challenged(2));
  CHECK_FALSE(past.when(document(2, Side::Back)).was_refused());
  capture(past, frames(3));
  past.when(document(2, Side::Back)).then_refused(out_of_sequence(CurrentStep::Finalize));
}

TEST_CASE("a refused back that nobody required leaves the step complete") {
  for (const auto type : {std::optional<DocumentType>(), std::optional(DocumentType::Other)}) {
    Given past = with_front(Purpose::FullCapture, type);
    past.and_event(challenged(2));
    const auto rejected = past.when(blurred(document(2, Side::Back))).event<DocumentRejected>();
    CHECK(rejected.step_complete);
    CHECK_FALSE(rejected.step_failed);
    CHECK_FALSE(rejected.next_side);
    CHECK(rejected.attempts_remaining == 4);
  }
}

TEST_CASE("failing the optional back five times does not fail the step") {
  Given past = with_front(Purpose::DocumentVerification);
  for (std::uint8_t n = 10; n < 15; ++n) capture(past, blurred(document(n, Side::Back)));
  CHECK(state_of(past.session(), Step::Document) == StepState::Completed);
  CHECK(past.session().attempts.back().code == "DOCUMENT_ATTEMPTS_EXHAUSTED");
  past.when(ask(Step::Document)).then_refused(Refusal::AttemptsExhausted);
  CHECK(past.when(FinalizeSession{kNow}).event<SessionFinalized>().result == ResultStatus::Passed);
}

TEST_CASE("the fifth failure is named exhausted and ends the step") {
  Given past({created()});
  for (std::uint8_t n = 10; n < 14; ++n) capture(past, blurred(document(n)));
  CHECK(past.session().attempts.back().code == "DOCUMENT_BLURRY");
  past.and_event(challenged(20));
  past.and_event(challenged(21));
  const auto last = past.when(blurred(document(20))).event<DocumentRejected>();
  CHECK(last.code == "DOCUMENT_ATTEMPTS_EXHAUSTED");
  CHECK(last.step_failed);
  CHECK(last.issues.front().code == "DOCUMENT_BLURRY");
  past.and_then(blurred(document(20)));

  past.when(document(21)).then_refused(Refusal::AttemptsExhausted);
  past.when(ask(Step::Document)).then_refused(Refusal::AttemptsExhausted);
  past.when(ask(Step::Liveness)).then_refused(out_of_sequence(CurrentStep::Finalize));
  const auto finalized = past.when(FinalizeSession{kNow}).event<SessionFinalized>();
  CHECK(finalized.result == ResultStatus::Failed);
  CHECK(finalized.reasons == std::vector<std::string>{"DOCUMENT_ATTEMPTS_EXHAUSTED"});
}

// Precedence: the caller gets the refusal of the first row whose condition holds.
TEST_CASE("a document submission is refused for the first reason of the list") {
  const SubmitDocument good = document(1);
  SubmitDocument late = good;
  late.at = kExpiry;
  SubmitDocument stale = good;
  stale.at = t(400);

  given({}).when(good).then_refused(Refusal::SessionInvalid);
  given({created(), challenged(1)}).when(late).then_refused(Refusal::SessionInvalid);
  given({created(), challenged(1), SessionCanceled{}})
      .when(good)
      .then_refused(Refusal::SessionInvalid);
  given({created(Purpose::Liveness)})
      .when(good)
      .then_refused(out_of_sequence(CurrentStep::Liveness));
  given({created()}).when(good).then_refused(challenge_refused(ChallengeFault::Unknown));
  given({created(Purpose::FullCapture), challenged(1, Step::Liveness)})
      .when(good)
      .then_refused(challenge_refused(ChallengeFault::Unknown));
  given({created(), challenged(1)})
      .when(stale)
      .then_refused(challenge_refused(ChallengeFault::Expired));
  with_front(Purpose::FullCapture, DocumentType::Passport)
      .when(good)
      .then_refused(challenge_refused(ChallengeFault::AlreadyUsed));
  given({created(), challenged(1)})
      .when(document(1, Side::Back))
      .then_refused(out_of_sequence(CurrentStep::Document));

  Given card = with_front(Purpose::FullCapture, DocumentType::IdCard);
  card.and_event(challenged(2));
  card.when(document(2, Side::Front)).then_refused(out_of_sequence(CurrentStep::Document));
  Given passport = with_front(Purpose::FullCapture, DocumentType::Passport);
  passport.and_event(challenged(2));
  passport.when(document(2, Side::Back)).then_refused(out_of_sequence(CurrentStep::Liveness));
  Given match = with_front(Purpose::FaceMatch, DocumentType::IdCard);
  match.and_event(challenged(2));
  match.when(document(2, Side::Back)).then_refused(out_of_sequence(CurrentStep::Liveness));
}

TEST_CASE("an unused nonce stays valid when another is issued, up to eight") {
  Given past({created()});
  for (std::uint8_t n = 1; n <= kOutstandingChallengesMax; ++n) past.and_event(challenged(n));
  CHECK_FALSE(past.when(document(1)).was_refused());
  past.when(ask(Step::Document)).then_refused(Refusal::TooManyChallenges);
  // Expired challenges no longer count.
  CHECK_FALSE(past.when(ask(Step::Document, 90, t(400))).was_refused());
}

TEST_CASE("a session remembers a bounded number of nonces and never forgets a live one") {
  Given past({created()});
  past.and_event(challenged(1, Step::Document, t(1700)));
  for (int n = 0; n < 200; ++n) {
    NonceHash spent(digest(static_cast<std::uint8_t>(n)));
    past.and_event(ChallengeIssued{Step::Document, spent, t(0), {}});
  }
  CHECK(past.session().challenges.size() == kChallengesRemembered);
  CHECK_FALSE(past.when(document(1)).was_refused());
}

TEST_CASE("the front a second time is not accepted as the back") {
  for (const ImageCopy& copy : {ImageCopy{true, 0}, ImageCopy{false, 2}}) {
    Given past = with_front(Purpose::FullCapture, DocumentType::IdCard);
    past.and_event(challenged(2));
    SubmitDocument again = document(2, Side::Back);
    again.copy_of_front = copy;
    const auto rejected = past.when(again).event<DocumentRejected>();
    CHECK(rejected.code == "DOCUMENT_SAME_SIDE");
    CHECK(rejected.next_side == Side::Back);
    CHECK(rejected.attempts_remaining == 4);
  }
}

TEST_CASE("the very image of another session is remarked on, after what is wrong with it") {
  SubmitDocument command = blurred(document(1));
  command.copy_of_another = ImageCopy{true, 0};
  const auto rejected = given({created(), challenged(1)}).when(command).event<DocumentRejected>();
  CHECK(rejected.code == "DOCUMENT_BLURRY");
  REQUIRE(rejected.issues.size() == 2);
  CHECK(rejected.issues[1].code == "DOCUMENT_DUPLICATE_IMAGE");
  CHECK(rejected.issues[1].severity == Severity::Warning);
}

TEST_CASE("nearly the image of another session is accepted, and a person looks at it") {
  SubmitDocument command = document(1);
  command.copy_of_another = ImageCopy{false, 2};
  Given past({created(Purpose::DocumentVerification)});
  capture(past, command);
  const auto outcome = past.when(FinalizeSession{kNow, {}}).event<SessionFinalized>();
  CHECK(outcome.result == ResultStatus::Review);
  CHECK(outcome.reasons == std::vector<std::string>{"DOCUMENT_DUPLICATE_IMAGE"});
  CHECK(outcome.detail ==
        "The capture is complete and needs a review. Found: DOCUMENT_DUPLICATE_IMAGE.");

  const auto accepted = given({created(), challenged(1)}).when(command).event<DocumentAccepted>();
  REQUIRE(accepted.issues.size() == 1);
  CHECK(accepted.issues[0].severity == Severity::Warning);
  REQUIRE(accepted.checks.size() == 1);
  CHECK(accepted.checks[0].check == "DOCUMENT_REUSE");
  CHECK(accepted.checks[0].value_milli == 2000);
  CHECK(accepted.checks[0].threshold_milli == 1000 * std::int64_t{kCopyBitsMax});
  CHECK(accepted.checks[0].side == Side::Front);
}

TEST_CASE("a document whose print differs from its zone is looked at by a person") {
  SubmitDocument command = document(1);
  CheckOutcome data;
  data.check = "DOCUMENT_DATA";
  data.status = CheckStatus::Warning;
  data.code = "DOCUMENT_DATA_MISMATCH";
  command.findings.checks = {data};
  Given past({created(Purpose::DocumentVerification)});
  capture(past, command);
  const auto outcome = past.when(FinalizeSession{kNow, {}}).event<SessionFinalized>();
  CHECK(outcome.result == ResultStatus::Review);
  CHECK(outcome.reasons == std::vector<std::string>{"DOCUMENT_DATA_MISMATCH"});
}

TEST_CASE("a suspicion does not hide what was not performed") {
  SubmitDocument command = document(1);
  command.copy_of_another = ImageCopy{false, 2};
  CheckOutcome portrait;
  portrait.check = "DOCUMENT_PORTRAIT";
  portrait.code = "CHECK_NOT_AVAILABLE";
  command.findings.checks = {portrait};
  Given past({created(Purpose::DocumentVerification)});
  capture(past, command);
  const auto outcome = past.when(FinalizeSession{kNow, {}}).event<SessionFinalized>();
  CHECK(outcome.reasons ==
        std::vector<std::string>{"DOCUMENT_DUPLICATE_IMAGE", "CHECK_NOT_AVAILABLE"});
  CHECK(outcome.detail.find("Not performed: DOCUMENT_PORTRAIT.") != std::string::npos);
}

TEST_CASE("a zone's fields are read from a complete capture that has one, until it is purged") {
  Given past({created(Purpose::DocumentVerification)});
  capture(past, document(1));
  const ReadDocumentValues read{kNow};
  past.and_then(FinalizeSession{kNow, {}});
  past.when(read).then_refused(Refusal::NothingToDo);

  Session session;
  session.exists = true;
  session.sealed_values = Sequence(7);
  const auto why = [&] { return decide(session, SessionCommand(read)).error().why; };
  session.status = SessionStatus::InProgress;
  CHECK(why() == Refusal::NothingToDo);
  session.status = SessionStatus::Completed;
  const auto decision = decide(session, SessionCommand(read));
  REQUIRE(decision.has_value());
  CHECK(std::holds_alternative<DocumentValuesRead>(decision->front()));
  session.purged_at = kNow;
  CHECK(why() == Refusal::FilesPurged);
}

TEST_CASE("all sealed texts of a session are read at any time until the purge, with a reason") {
  const ReadDocumentValues all{kNow, StatedReason("letter 12")};
  const ReadDocumentValues values{kNow};
  Given past({created(Purpose::DocumentVerification)});
  past.when(values).then_refused(Refusal::NothingToDo);
  past.when(all).then({DocumentValuesRead{StatedReason("letter 12")}});

  Session session;
  CHECK(decide(session, SessionCommand(all)).error().why == Refusal::SessionInvalid);
  session.exists = true;
  session.held = true;
  CHECK(decide(session, SessionCommand(all)).has_value());
  session.purged_at = kNow;
  CHECK(decide(session, SessionCommand(all)).error().why == Refusal::FilesPurged);
}

TEST_CASE("pictures are copies when their pixels are, or hardly a bit of their hashes differs") {
  const auto picture = [](std::uint8_t pixels, std::optional<std::size_t> bits) {
    StoredFile file;
    file.pixels = Sha256(digest(pixels));
    if (bits) {
      Digest hash{};
      for (std::size_t i = 0; i < *bits; ++i) hash.at(i) = 1;
      file.perceptual = PerceptualHash(hash);
    }
    return file;
  };
  CHECK(copy_of(picture(1, 0), picture(1, 32)) == ImageCopy{true, 0});
  CHECK(copy_of(picture(1, {}), picture(1, {})) == ImageCopy{true, 0});
  CHECK_FALSE(copy_of(picture(1, {}), picture(2, 0)).has_value());
  CHECK(copy_of(picture(1, 0), picture(2, kCopyBitsMax)) == ImageCopy{false, kCopyBitsMax});
  CHECK_FALSE(copy_of(picture(1, 0), picture(2, kCopyBitsMax + 1)).has_value());
  // A file that no engine has inspected is not a copy of anything.
  CHECK_FALSE(copy_of(StoredFile(), StoredFile()).has_value());
}

}  // namespace countersign::test::document_test
