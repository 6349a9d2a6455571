// The log alone shows who decided a review: nobody can have decided twice, alone where two were
// needed, or under another's claim.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/projections/support/review_scene.h"

namespace countersign::review_audit_test {

TEST_CASE_FIXTURE(Scene, "a log with reviews is sound, and folds the same") {
  must_do(ClaimReview{kLater, kAnna, kLater + 15 * kMinute});
  must_do(ViewImage{kLater, kAnna, file_id(1)});
  must_do(passed(kAnna));
  must_do(ClaimReview{kLater, kBert, kLater + 15 * kMinute});
  must_do(ReleaseReview{kLater, kBert});
  must_do(failed(kBert));
  must_do(failed(kCora));
  must_do(correction(ReviewDecision::Passed, kDora));
  must_do(correction(ReviewDecision::Failed, kEmil));
  must_do(correction(ReviewDecision::Passed, kFrida));
  must_do(PurgeFiles{kLater + 40 * kDay, PurgeReason::Retention, kLater});
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK((history.rebuilt() == history.views().entries()));
}

TEST_CASE_FIXTURE(Scene,
                  "an audit asks for each side of the document, and for one look at a face") {
  const SessionId id = session_id(2);
  must(creating(kAcme, id, kStart, Purpose::FullCapture));
  must(challenging(id, Step::Document, 2, kStart));
  must(sending_document(id, 2, image(2), kStart));
  must(challenging(id, Step::Liveness, 3, kStart));
  must(sending_frames(id, 3, {image(3), image(4)}, kStart));
  CheckOutcome missing;
  missing.status = CheckStatus::NotPerformed;
  FinalizeSession finalize{kStart + kMinute, {}};
  finalize.findings.checks = {missing};
  must(to_session(id, finalize));
  must(to_session(id, ViewImage{kLater, kAnna, file_id(2)}));
  must(to_session(id, ViewImage{kLater, kAnna, file_id(4)}));
  DecideReview looked = passed(kAnna);
  looked.says_why_unlooked = false;
  must(to_session(id, looked));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK(fault_in<ReviewDecided>(
            [](ReviewDecided& decided) { decided.not_looked_at = {file_id(3)}; }) == kNotAllowed);
}

TEST_CASE_FIXTURE(Scene, "opinions that the rules do not allow are faults") {
  must_do(passed(kAnna));
  must_do(failed(kBert));
  must_do(passed(kCora));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  // One person as two eyes.
  CHECK(fault_in<ReviewDecided>([](ReviewDecided& decided) {
          if (decided.opinion == 2) decided.reviewer = kAnna;
        }) == kNotAllowed);
  // Two who disagree.
  CHECK(fault_in<ReviewDecided>([](ReviewDecided& decided) {
          if (decided.opinion == 2) decided.settles = true;
        }) == kNotAllowed);
  CHECK(fault_in<ReviewDecided>([](ReviewDecided& decided) {
          if (decided.opinion == 3) decided.settles = false;
        }) == kNotAllowed);
  CHECK(fault_in<ReviewDecided>([](ReviewDecided& decided) { decided.opinion = 1; }) ==
        kNotAllowed);
}

const std::string kAlone = "one opinion settled the review of a client that asks for two";
const std::string kNotSettled =
    "the opinion did not settle the review of a client that asks for one alone";

Submission changing_to(std::uint64_t reviewers) {
  ClientPolicy policy = every_purpose();
  policy.reviewers = reviewers;
  return of_operator(kAcme, ChangeClient{kLater, "Acme", policy});
}

TEST_CASE("a first opinion settles a review exactly if the client asks for one") {
  // A reviewer, and a person of the client's own back office.
  for (const char* first : {kAnna, "anna"}) {
    Scene two(2);
    two.must_do(passed(first));
    two.must_do(passed(kBert));
    CHECK(two.fault_after([](RecordedEvent&) {}).empty());
    CHECK(two.fault_in<ReviewDecided>([](ReviewDecided& decided) {
      if (decided.opinion == 1) decided.settles = true;
    }) == kAlone);
    CHECK(two.fault_in<ClientRegistered>(
              [](ClientRegistered& client) { client.policy.reviewers = 1; }) == kNotSettled);

    Scene one(1);
    one.must_do(passed(first));
    CHECK(one.fault_after([](RecordedEvent&) {}).empty());
    CHECK(one.fault_in<ReviewDecided>([](ReviewDecided& decided) { decided.settles = false; }) ==
          kNotSettled);
    CHECK(one.fault_in<ClientRegistered>(
              [](ClientRegistered& client) { client.policy.reviewers = 2; }) == kAlone);
  }
}

TEST_CASE("a first opinion is judged by the client's policy at its place in the log") {
  Scene looser(2);
  looser.must(changing_to(1));
  looser.must_do(passed(kAnna));
  CHECK(looser.fault_after([](RecordedEvent&) {}).empty());
  CHECK(looser.fault_in<ClientChanged>(
            [](ClientChanged& changed) { changed.policy.reviewers = 2; }) == kAlone);
  // A review that began with two goes on with two.
  Scene begun(2);
  begun.must_do(passed(kAnna));
  begun.must(changing_to(1));
  begun.must_do(failed(kBert));
  begun.must_do(failed(kCora));
  CHECK(begun.session().review.decision == ReviewDecision::Failed);
  CHECK(begun.fault_after([](RecordedEvent&) {}).empty());
  CHECK(begun.fault_in<ReviewDecided>([](ReviewDecided& decided) {
    if (decided.opinion == 2) decided.settles = true;
  }) == kNotAllowed);
}

TEST_CASE("one public key is that of one passkey of one reviewer, also when it was revoked") {
  const std::string same_key =
      "the public key is that of an earlier passkey with another id or of another reviewer: "
      "whoever holds it can sign for both";
  // Public keys of Ed25519, in base64url.
  static constexpr std::array<std::string_view, 3> kSpkis{
      "MCowBQYDK2VwAyEAiojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w",
      "MCowBQYDK2VwAyEAgTl3Dqh9F19Wo1Rmw0x-zMuNipG07jeiXfYPW4_Js5Q",
      "MCowBQYDK2VwAyEA7UkoxijRwsbq6QM4kFmVYSlZJzpcY_k2NsFGFKyHN9E"};
  const auto passkey = [](const std::string& id, std::size_t key) {
    return Passkey{id, std::string(kSpkis.at(key)), "host", "https://host", 0};
  };
  Scene scene(1);
  scene.must_add(kAnna, passkey("AAAA", 0));
  scene.must(to_reviewer(kAnna, RevokePasskey{kStart, "AAAA"}));
  scene.must_add(kAnna, passkey("AAAB", 1));
  scene.must_add(kBert, passkey("AAAC", 2));
  CHECK(scene.fault_after([](RecordedEvent&) {}).empty());
  const auto with_key_of = [&](std::size_t taken, std::size_t in_place_of) {
    return scene.fault_in<ReviewerKeyAdded>([&](ReviewerKeyAdded& added) {
      if (added.passkey.spki == kSpkis.at(in_place_of)) added.passkey.spki = kSpkis.at(taken);
    });
  };
  CHECK(with_key_of(1, 2) == same_key);  // two reviewers
  CHECK(with_key_of(0, 1) == same_key);  // two ids of one reviewer
  CHECK(with_key_of(0, 2) == same_key);
}

TEST_CASE_FIXTURE(Scene, "a decision under another's claim is a fault, unless it has lapsed") {
  must_do(ClaimReview{kLater, kAnna, kLater + kMinute});
  CHECK(refuses(passed(kBert), Refusal::ReviewClaimed));
  must_do(passed(kBert, kLater + kMinute));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK(fault_in<ReviewClaimed>([](ReviewClaimed& claimed) {
          claimed.expires_at = kLater + 2 * kMinute;
        }) == kNotAllowed);
}

TEST_CASE_FIXTURE(Scene, "a claim of somebody who may not claim any more keeps nobody out") {
  must_do(ClaimReview{kLater, kAnna, kLater + 15 * kMinute});
  CHECK(refuses(ViewImage{kLater, kBert, file_id(1)}, Refusal::ReviewClaimed));
  must(disabling(kAnna, kLater));
  CHECK(refuses(ViewImage{kLater, kAnna, file_id(1)}, Refusal::ReviewerNotEligible));
  must_do(ViewImage{kLater, kBert, file_id(1)});
  must_do(ClaimReview{kLater, kBert, kLater + 15 * kMinute});
  CHECK(refuses(passed(kCora), Refusal::ReviewClaimed));
  must(with_roles(kBert, kLater, {{ReviewerRole::Reviewer, "svck_other"}}));
  must_do(passed(kCora));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK((history.rebuilt() == history.views().entries()));
  // The claim of a reviewer who may claim keeps others out.
  CHECK(fault_in<ReviewerChanged>([](ReviewerChanged& changed) {
          changed.roles = {{ReviewerRole::Reviewer, "*"}};
        }) == kNotAllowed);
}

// As if the passkey had signed with this counter.
DecisionSignature counted(std::uint32_t counter) {
  std::string data(37, '\0');
  for (unsigned i = 0; i < 4; ++i) data[33 + i] = static_cast<char>(counter >> (24 - 8 * i));
  return {"AAAA", 1, to_base64url(data), "", ""};
}

CorrectReview corrected_with(std::uint32_t counter) {
  CorrectReview command = correction(ReviewDecision::Failed, kAnna);
  command.signature = counted(counter);
  return command;
}

TEST_CASE("of two decisions that were verified at once the later counter is written last") {
  Scene scene(1);
  scene.must_add(kAnna, {"AAAA", "spki", "host", "https://host", 3});
  const SessionId other = scene.in_review(2);
  DecideReview decided = passed(kAnna);
  decided.signature = counted(5);
  scene.must(to_session(other, decided));
  scene.must_do(passed(kBert));
  CHECK(scene.refuses(corrected_with(4), Refusal::PasskeyCopied));
  CHECK(scene.refuses(corrected_with(5), Refusal::PasskeyCopied));
  scene.must_do(corrected_with(6));
  const LogInReviewer login{kLater, LoginMethod::Passkey, "AAAA", 6};
  CHECK(is_rejected(scene.history.submit(to_reviewer(kAnna, login)), Refusal::PasskeyCopied));
  scene.must(to_reviewer(kAnna, LogInReviewer{kLater, LoginMethod::Passkey, "AAAA", 7}));
  CHECK((scene.history.rebuilt() == scene.history.views().entries()));
}

TEST_CASE_FIXTURE(Scene, "a role that comes back brings the claim back") {
  const std::vector<RoleGrant> other{{ReviewerRole::Reviewer, "svck_other"}};
  const std::vector<RoleGrant> all{{ReviewerRole::Reviewer, "*"}};
  must_do(ClaimReview{kLater, kAnna, kLater + 15 * kMinute});
  must(with_roles(kAnna, kLater, other));
  must_do(ViewImage{kLater, kBert, file_id(1)});
  must(with_roles(kAnna, kLater, all));
  CHECK(refuses(passed(kBert), Refusal::ReviewClaimed));
  must_do(ReleaseReview{kLater, kAnna});
  must_do(passed(kBert));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
}

TEST_CASE_FIXTURE(Scene, "a look at an image that the session does not have is a fault") {
  must_do(ViewImage{kLater, kAnna, file_id(1)});
  CHECK(fault_in<ImageViewed>([](ImageViewed& viewed) { viewed.file = file_id(2); }) ==
        kNotAllowed);
}

TEST_CASE_FIXTURE(Scene, "a correction of what was not decided is a fault") {
  must_do(passed(kAnna));
  must_do(passed(kBert));
  must_do(correction(ReviewDecision::Failed, kCora));
  CHECK(fault_after([](RecordedEvent&) {}).empty());
  CHECK(fault_after([](RecordedEvent& recorded) {
          auto* decided = std::get_if<ReviewDecided>(&recorded.event);
          if (decided == nullptr || decided->opinion != 2) return;
          decided->decision = ReviewDecision::Failed;
          decided->settles = false;
        }) == kNotAllowed);
}

TEST_CASE("the files of a session in review are due by its end, then by its decision") {
  Scene scene(2);
  const UtcTime ended = *scene.session().ended_at;
  CHECK(scene.is_due_in(RetentionQueue::InReview, ended));
  CHECK(scene.is_queued());
  scene.must_do(passed(kAnna));
  CHECK(scene.is_due_in(RetentionQueue::InReview, ended));
  CHECK(scene.is_queued());
  scene.must_do(passed(kBert));
  CHECK(scene.is_due_in(RetentionQueue::Completed, kLater));
  CHECK(scene.history.views().count(space::kRetention) == 1);
  CHECK(scene.queued() == 0);
  scene.must_do(PurgeFiles{kLater + kDay, PurgeReason::Retention, kLater});
  CHECK(scene.history.views().count(space::kRetention) == 0);
  CHECK((scene.history.rebuilt() == scene.history.views().entries()));
}

TEST_CASE("a session that is purged while it waits leaves every queue") {
  Scene scene(1);
  scene.must_do(ClaimReview{kLater, kAnna, kLater + kMinute});
  scene.must_do(PurgeFiles{kLater, PurgeReason::Erasure, {}});
  CHECK(scene.history.views().count(space::kRetention) == 0);
  CHECK(scene.queued() == 0);
  CHECK(scene.refuses(passed(kAnna), Refusal::ReviewNotPending));
  CHECK((scene.history.rebuilt() == scene.history.views().entries()));
}

TEST_CASE("the client's policy says how many decide, and whether they must sign") {
  Scene one(1);
  one.must_do(passed(""));
  CHECK(one.session().review.decision == ReviewDecision::Passed);

  Scene two(2);
  CHECK(two.refuses(passed(""), Refusal::ReviewerMissing));
  ClientPolicy policy = every_purpose();
  policy.unsigned_decisions = false;
  two.must(of_operator(kAcme, ChangeClient{kStart, "Acme", policy}));
  CHECK(two.refuses(passed(kAnna), Refusal::ReviewUnsigned));
  two.must_do(passed("anna"));
  CHECK(two.refuses(correction(ReviewDecision::Failed, kAnna), Refusal::ReviewUnsigned));
  two.must_do(correction(ReviewDecision::Failed, ""));
}

}  // namespace countersign::review_audit_test
