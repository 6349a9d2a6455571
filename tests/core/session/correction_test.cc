// How people correct a settled review: who may, how many it takes, and what counts meanwhile.
#include "tests/core/session/review/review_scenarios.h"

namespace countersign::test::correction_test {

TEST_CASE("a settled review is corrected by a new event, with its own reasons") {
  Given past = in_review();
  past.when(correction()).then_refused(Refusal::ReviewNotDecided);
  past.and_then(passed(kAnna));
  const auto decided_at = past.session().review.decided_at;
  past.when(correction(kCora)).then({corrected(ReviewDecision::Failed, kCora, 1, true)});
  past.and_then(correction(kCora)).and_then(correction());
  const Review& review = past.session().review;
  CHECK(review.decision == ReviewDecision::Failed);
  CHECK(review.reasons == std::vector<std::string>{"DOCUMENT_FORGED"});
  CHECK(review.reviewers.empty());
  CHECK(review.corrections == 2);
  CHECK(review.decided_at == decided_at);
  CHECK(review.corrected_at > decided_at);
  CHECK(review.opinions.size() == 1);
  past.and_event(FilesPurged{});
  past.when(correction()).then_refused(Refusal::ReviewNotDecided);
}

// Two reviewers have passed it.
Given passed_by_two() {
  Given past = in_review();
  past.and_then(passed(kAnna, 2)).and_then(passed(kBert, 2));
  return past;
}

TEST_CASE("what two decided is corrected by two who agree, and counts until then") {
  Given past = passed_by_two();
  const Review before = past.session().review;
  past.when(correction(kCora)).then({corrected(ReviewDecision::Failed, kCora, 1, false)});
  past.and_then(correction(kCora));
  Review during = past.session().review;
  CHECK(during.correcting.size() == 1);
  CHECK(during.correcting_since == Sequence(past.session().last_sequence));
  CHECK(during.decision == before.decision);
  CHECK(during.reasons == before.reasons);
  CHECK(during.reviewers == before.reviewers);
  CHECK(during.corrections == 0);
  CHECK(during.earlier.empty());
  CHECK_FALSE(during.corrected_at);
  past.when(correction(kDora)).then({corrected(ReviewDecision::Failed, kDora, 2, true)});
  past.and_then(correction(kDora));
  const Review& after = past.session().review;
  CHECK(after.decision == ReviewDecision::Failed);
  CHECK(after.reviewers == std::vector<std::string>{kCora, kDora});
  CHECK(after.corrections == 1);
  CHECK(after.correcting.empty());
  CHECK_FALSE(after.correcting_since);
  CHECK(after.earlier.front().reviewers == std::vector<std::string>{kAnna, kBert});
}

TEST_CASE("of two who disagree on a correction a third decides") {
  for (const auto third : {ReviewDecision::Passed, ReviewDecision::Failed}) {
    Given past = passed_by_two();
    past.and_then(correction(kCora));
    past.when(correction(kDora, ReviewDecision::Passed))
        .then({corrected(ReviewDecision::Passed, kDora, 2, false)});
    past.and_then(correction(kDora, ReviewDecision::Passed));
    CHECK(past.session().review.decision == ReviewDecision::Passed);
    past.when(correction(kEmil, third)).then({corrected(third, kEmil, 3, true)});
    past.and_then(correction(kEmil, third));
    CHECK(past.session().review.decision == third);
    CHECK(past.session().review.corrections == 1);
  }
}

TEST_CASE("nobody corrects who has given an opinion on the case") {
  Given outvoted = in_review();
  outvoted.and_then(passed(kAnna, 2)).and_then(failed(kBert, 2)).and_then(failed(kCora, 2));
  for (const char* reviewer : {kAnna, kBert, kCora}) {
    outvoted.when(correction(reviewer, ReviewDecision::Passed)).then_refused(Refusal::OpinionGiven);
  }
  outvoted.and_then(correction(kDora, ReviewDecision::Passed));
  outvoted.when(correction(kDora)).then_refused(Refusal::OpinionGiven);
  outvoted.and_then(correction(kEmil, ReviewDecision::Passed));
  for (const char* reviewer : {kAnna, kBert, kCora, kDora, kEmil}) {
    outvoted.when(correction(reviewer)).then_refused(Refusal::OpinionGiven);
  }
  // Also where one person was enough, and who corrected once.
  Given alone = in_review();
  alone.and_then(passed(kAnna));
  alone.when(correction(kAnna)).then_refused(Refusal::OpinionGiven);
  alone.and_then(correction(kBert));
  alone.when(correction(kBert, ReviewDecision::Passed)).then_refused(Refusal::OpinionGiven);
  CHECK_FALSE(alone.when(correction(kCora, ReviewDecision::Passed)).was_refused());
}

TEST_CASE("nobody without a name corrects what two decided") {
  Given past = passed_by_two();
  past.when(correction()).then_refused(Refusal::CorrectionNeedsTwo);
  past.and_then(correction(kCora));
  past.when(correction()).then_refused(Refusal::CorrectionNeedsTwo);
  past.and_then(correction(kDora));
  past.when(correction("", ReviewDecision::Passed)).then_refused(Refusal::CorrectionNeedsTwo);
}

TEST_CASE("a client that asks for four eyes now has them for corrections of earlier decisions") {
  Given past = in_review();
  past.and_then(passed(kAnna));
  past.when(correction(kBert, ReviewDecision::Failed, 2))
      .then({corrected(ReviewDecision::Failed, kBert, 1, false)});
  past.and_then(correction(kBert, ReviewDecision::Failed, 2));
  // A correction that began with two opinions needs two, whatever the policy says meanwhile. The
  // next correction needs two as well, because two reviewers made the decision that counts.
  past.when(correction(kCora)).then({corrected(ReviewDecision::Failed, kCora, 2, true)});
  past.and_then(correction(kCora));
  past.when(correction(kDora, ReviewDecision::Passed))
      .then({corrected(ReviewDecision::Passed, kDora, 1, false)});
}

TEST_CASE("a client may forbid corrections") {
  Given past = in_review();
  past.and_then(passed(kAnna));
  for (const char* reviewer : {"", kBert}) {
    CorrectReview forbidden = correction(reviewer);
    forbidden.is_forbidden = true;
    past.when(forbidden).then_refused(Refusal::CorrectionForbidden);
  }
  CHECK_FALSE(past.when(correction(kBert)).was_refused());
}

TEST_CASE("a correction counts as signed only if every opinion of it is") {
  Given past = passed_by_two();
  CorrectReview first = correction(kCora);
  first.signature = signature();
  past.and_then(first).and_then(correction(kDora));
  CHECK_FALSE(past.session().review.is_signed);
}

TEST_CASE("the corrections of earlier releases, by one person, are folded as they were") {
  Given past = passed_by_two();
  CorrectReview old = correction(kAnna);
  old.by_older_rules = true;
  past.when(old).then({corrected(ReviewDecision::Failed, kAnna, 1, true)});
  past.and_then(old);
  CHECK(past.session().review.decision == ReviewDecision::Failed);
  // Now it takes two again, and others.
  past.when(correction(kAnna, ReviewDecision::Passed)).then_refused(Refusal::OpinionGiven);
  past.when(correction(kCora, ReviewDecision::Passed))
      .then({corrected(ReviewDecision::Passed, kCora, 1, false)});
}

TEST_CASE("the decisions that corrections replaced stay beside the one that counts") {
  Given past = in_review();
  past.and_then(passed(kAnna));
  CHECK(past.session().review.earlier.empty());
  const auto decided_at = past.session().review.decided_at;
  past.and_then(correction(kCora));
  const Review& review = past.session().review;
  CHECK(review.decision == ReviewDecision::Failed);
  CHECK(review.reviewers == std::vector<std::string>{kCora});
  REQUIRE(review.earlier.size() == 1);
  CHECK(review.earlier[0] ==
        EarlierDecision{ReviewDecision::Passed, {"DOCUMENT_GENUINE"}, {kAnna}, false, *decided_at});
  const auto corrected_at = review.corrected_at;
  for (std::size_t i = 0; i < kEarlierMax; ++i) past.and_then(correction());
  CHECK(past.session().review.earlier.size() == kEarlierMax);
  CHECK(past.session().review.earlier[0].reviewers == std::vector<std::string>{kCora});
  CHECK(past.session().review.earlier[0].at == corrected_at);
  CHECK(past.session().review.decided_at == decided_at);
}

}  // namespace countersign::test::correction_test
