// How people review a capture: who may decide, how often, and what counts.
#include "tests/core/session/review/review_scenarios.h"

namespace countersign::test::review_test {

TEST_CASE("a session that the machine sent to review is decided once") {
  Given past = in_review();
  CHECK(waits_for_review(past.session()));
  past.when(passed()).then({opinion(ReviewDecision::Passed, "", 1, true)});
  past.and_then(passed());
  CHECK_FALSE(waits_for_review(past.session()));
  past.when(passed()).then_refused(Refusal::ReviewNotPending);
  past.when(failed(kAnna)).then_refused(Refusal::ReviewNotPending);
  past.when(claim(kAnna)).then_refused(Refusal::ReviewNotPending);
}

TEST_CASE("the machine's result stays beside the decision") {
  Given past = in_review();
  past.and_then(failed(kAnna));
  CHECK(past.session().result == ResultStatus::Review);
  CHECK(past.session().reasons == std::vector<std::string>{"FACE_MATCH_NOT_AVAILABLE"});
  const Review& review = past.session().review;
  CHECK(review.decision == ReviewDecision::Failed);
  CHECK(review.reasons == std::vector<std::string>{"DOCUMENT_GENUINE"});
  CHECK(review.reviewers == std::vector<std::string>{kAnna});
  CHECK_FALSE(review.is_signed);
  CHECK(review.decided_at == t(static_cast<std::int64_t>(past.session().version) - 1));
  CHECK(review.corrections == 0);
}

TEST_CASE("nothing else is decided by people") {
  for (const Given& past : {Given({}),
                            with_front(),
                            Given(with_front()).and_event(SessionCanceled{}),
                            Given(with_front()).and_event(SessionExpired{}),
                            Given(with_front()).and_event(finalized(ResultStatus::Passed)),
                            Given(with_front()).and_event(finalized(ResultStatus::Failed)),
                            in_review().and_event(FilesPurged{})}) {
    CHECK_FALSE(waits_for_review(past.session()));
    past.when(passed(kAnna)).then_refused(Refusal::ReviewNotPending);
    past.when(claim(kAnna)).then_refused(Refusal::ReviewNotPending);
    past.when(correction()).then_refused(Refusal::ReviewNotDecided);
  }
}

TEST_CASE("a legal hold does not keep people from deciding") {
  Given past = in_review();
  past.and_event(HoldSet{"court"}).and_then(passed(kAnna));
  CHECK(past.session().review.decision == ReviewDecision::Passed);
  past.when(PurgeFiles{.at = kNow}).then_refused(Refusal::LegalHold);
}

TEST_CASE("four eyes: two reviewers who agree settle a review") {
  Given past = in_review();
  past.when(passed(kAnna, 2)).then({opinion(ReviewDecision::Passed, kAnna, 1, false)});
  past.and_then(passed(kAnna, 2));
  CHECK(waits_for_review(past.session()));
  CHECK_FALSE(past.session().review.decision);
  CHECK_FALSE(past.session().review.decided_at);
  past.when(passed(kBert, 2)).then({opinion(ReviewDecision::Passed, kBert, 2, true)});
  past.and_then(passed(kBert, 2));
  CHECK(past.session().review.decision == ReviewDecision::Passed);
  CHECK(past.session().review.reviewers == std::vector<std::string>{kAnna, kBert});
  past.when(passed(kCora, 2)).then_refused(Refusal::ReviewNotPending);
}

TEST_CASE("four eyes: of two who disagree a third decides") {
  for (const auto& third : {passed(kCora, 2), failed(kCora, 2)}) {
    Given past = in_review();
    past.and_then(passed(kAnna, 2));
    past.when(failed(kBert, 2)).then({opinion(ReviewDecision::Failed, kBert, 2, false)});
    past.and_then(failed(kBert, 2));
    CHECK(waits_for_review(past.session()));
    past.when(third).then({opinion(third.decision, kCora, 3, true)});
    past.and_then(third);
    CHECK(past.session().review.decision == third.decision);
    CHECK(past.session().review.opinions.size() == 3);
    past.when(passed(kDora, 2)).then_refused(Refusal::ReviewNotPending);
  }
}

TEST_CASE("four eyes: nobody gives two opinions, nor takes the case again") {
  Given past = in_review();
  past.and_then(passed(kAnna, 2));
  past.when(passed(kAnna, 2)).then_refused(Refusal::ReviewNotPending);
  past.when(claim(kAnna)).then_refused(Refusal::ReviewNotPending);
  past.and_then(failed(kBert, 2));
  for (const char* again : {kAnna, kBert}) {
    past.when(passed(again, 2)).then_refused(Refusal::ReviewNotPending);
  }
}

TEST_CASE("four eyes: each reviewer is named") {
  Given past = in_review();
  past.when(passed("", 2)).then_refused(Refusal::ReviewerMissing);
  past.and_then(passed("anna", 2));
  past.when(passed("", 2)).then_refused(Refusal::ReviewerMissing);
  past.and_then(passed("bert", 2));
  CHECK(past.session().review.decision == ReviewDecision::Passed);
}

TEST_CASE("a review that began with four eyes needs them after the policy has changed") {
  Given past = in_review();
  past.and_then(passed(kAnna, 2));
  past.when(failed(kBert, 1)).then({opinion(ReviewDecision::Failed, kBert, 2, false)});
  past.when(failed("", 1)).then_refused(Refusal::ReviewerMissing);
}

TEST_CASE("a claim keeps other reviewers out until it lapses") {
  Given past = in_review();
  past.when(claim(kAnna)).then({claimed(kAnna)});
  past.and_then(claim(kAnna));
  past.when(claim(kBert)).then_refused(Refusal::ReviewClaimed);
  past.when(passed(kBert)).then_refused(Refusal::ReviewClaimed);
  past.when(look(kBert)).then_refused(Refusal::ReviewClaimed);
  past.when(ReleaseReview{kNow, kBert}).then_refused(Refusal::NothingToDo);
  CHECK_FALSE(past.when(claim(kAnna, kNow + std::chrono::minutes(5))).was_refused());

  const UtcTime lapsed = kNow + std::chrono::minutes(15);
  CHECK_FALSE(past.when(claim(kBert, lapsed)).was_refused());
  CHECK_FALSE(past.when(look(kBert, front_file(), lapsed)).was_refused());
  DecideReview late = passed(kBert);
  late.at = lapsed;
  CHECK_FALSE(past.when(late).was_refused());
}

TEST_CASE("a decision under a claim that lapsed and that another has taken is refused") {
  Given past = in_review();
  past.and_then(claim(kAnna)).and_then(claim(kBert, kNow + std::chrono::minutes(15)));
  DecideReview late = passed(kAnna);
  late.at = kNow + std::chrono::minutes(16);
  past.when(late).then_refused(Refusal::ReviewClaimed);
}

TEST_CASE("a claim is given back, or ends with a decision or a purge") {
  Given given_back = in_review();
  given_back.and_then(claim(kAnna)).and_then(ReleaseReview{kNow, kAnna});
  CHECK_FALSE(given_back.session().review.claim);
  CHECK_FALSE(given_back.when(claim(kBert)).was_refused());
  given_back.when(ReleaseReview{kNow, kAnna}).then_refused(Refusal::NothingToDo);

  Given decided = in_review();
  decided.and_then(claim(kAnna)).and_then(passed(kAnna, 2));
  CHECK_FALSE(decided.when(claim(kBert)).was_refused());

  Given purged = in_review();
  purged.and_then(claim(kAnna)).and_event(FilesPurged{});
  purged.when(ReleaseReview{kNow, kAnna}).then_refused(Refusal::NothingToDo);
}

TEST_CASE("the client decides although a registered reviewer has the case, whose claim ends") {
  for (const char* reviewer : {"", "anna"}) {
    Given past = in_review();
    past.and_then(claim(kBert)).and_then(passed(reviewer));
    CHECK(past.session().review.decision == ReviewDecision::Passed);
    CHECK_FALSE(past.session().review.claim);
    past.when(passed(kBert)).then_refused(Refusal::ReviewNotPending);
  }
}

TEST_CASE("a look names an image of a session in review") {
  Given past = in_review();
  past.when(look(kAnna)).then({ImageViewed{kAnna, front_file()}});
  past.when(look(kAnna, FileId(Uuid{99}))).then_refused(Refusal::FileUnknown);
  CHECK_FALSE(Given(past).and_then(passed(kBert)).when(look(kAnna)).was_refused());
  in_review().and_event(FilesPurged{}).when(look(kAnna)).then_refused(Refusal::FilesPurged);
  with_front().when(look(kAnna)).then_refused(Refusal::ReviewNotPending);
}

TEST_CASE("a client that wants signatures gets no unsigned decision of a registered reviewer") {
  Given past = in_review();
  DecideReview unsigned_one = passed(kAnna);
  unsigned_one.signed_only = true;
  past.when(unsigned_one).then_refused(Refusal::ReviewUnsigned);
  DecideReview signed_one = unsigned_one;
  signed_one.signature = signature();
  CHECK(past.when(signed_one).event<ReviewDecided>().signature == signature());
  DecideReview of_the_client = passed("anna");
  of_the_client.signed_only = true;
  CHECK_FALSE(past.when(of_the_client).was_refused());

  past.and_then(signed_one);
  CHECK(past.session().review.is_signed);
  CorrectReview correct = correction(kBert);
  correct.signed_only = true;
  past.when(correct).then_refused(Refusal::ReviewUnsigned);
  correct.signature = signature();
  CHECK_FALSE(past.when(correct).was_refused());
}

TEST_CASE("a review counts as signed only if every opinion is") {
  DecideReview signed_one = passed(kAnna, 2);
  signed_one.signature = signature();
  Given past = in_review();
  past.and_then(signed_one).and_then(passed(kBert, 2));
  CHECK_FALSE(past.session().review.is_signed);
}

TEST_CASE("a claim is renewed for two hours, and then the case is anybody's") {
  Given past = in_review();
  UtcTime now = kNow;
  for (; now + kQuarter < kNow + kClaimKeptMax; now = now + std::chrono::minutes(14)) {
    past.and_then(claim(kAnna, now));
    CHECK(past.session().review.claim->expires_at == now + kQuarter);
    CHECK(past.session().review.claim->kept_until == kNow + kClaimKeptMax);
  }
  past.and_then(claim(kAnna, now));
  CHECK(past.session().review.claim->expires_at == kNow + kClaimKeptMax);
  past.when(claim(kAnna, now + std::chrono::minutes(1))).then_refused(Refusal::NothingToDo);
  past.when(claim(kBert, kNow + kClaimKeptMax - Duration(1))).then_refused(Refusal::ReviewClaimed);
  const UtcTime over = kNow + kClaimKeptMax;
  CHECK_FALSE(past.when(claim(kBert, over)).was_refused());
  CHECK(past.when(claim(kAnna, over)).event<ReviewClaimed>().kept_until == over + kClaimKeptMax);
}

TEST_CASE("a case is taken over from whoever has it, and the event says from whom") {
  Given past = in_review();
  past.and_then(claim(kAnna));
  ClaimReview over = claim(kBert);
  over.take_over = true;
  ReviewClaimed taken = claimed(kBert);
  taken.taken_from = kAnna;
  past.when(over).then({taken});
  past.and_then(over);
  CHECK(past.session().review.claim->taken_from == kAnna);
  past.when(passed(kAnna)).then_refused(Refusal::ReviewClaimed);
  past.when(look(kAnna)).then_refused(Refusal::ReviewClaimed);
  CHECK_FALSE(past.when(passed(kBert)).was_refused());
  // Nobody is named where nobody had the case, or the reviewer has it already.
  past.when(over).then({claimed(kBert)});
  // The claim remembers who lost the case, while the case is kept.
  CHECK(Given(past).and_then(claim(kBert)).session().review.claim->taken_from == kAnna);
  in_review().when(over).then({claimed(kBert)});
  ClaimReview late = over;
  late.reviewer = kCora;
  late.at = kNow + kQuarter;
  CHECK_FALSE(past.when(late).event<ReviewClaimed>().taken_from);
  // A reviewer who has given an opinion has no more to do with the case.
  Given second = in_review();
  second.and_then(passed(kBert, 2)).and_then(claim(kAnna));
  second.when(over).then_refused(Refusal::ReviewNotPending);
}

TEST_CASE("the files of a review are kept since its decision, not since a correction of it") {
  Given past = in_review();
  CHECK(kept_since(past.session()) == past.session().ended_at);
  past.and_then(passed(kAnna, 2));
  CHECK(kept_since(past.session()) == past.session().ended_at);
  past.and_then(passed(kBert, 2));
  const UtcTime decided = *past.session().review.decided_at;
  CHECK(decided > *past.session().ended_at);
  CHECK(kept_since(past.session()) == decided);
  past.and_then(correction(kCora));
  CHECK(kept_since(past.session()) == decided);
  past.and_then(correction(kDora));
  CHECK(kept_since(past.session()) == decided);
}

TEST_CASE("whoever decides has seen the latest opinion, correction or purge") {
  Given past = in_review();
  const std::uint64_t finalized_at = past.session().review.changed.value();
  CHECK(finalized_at == past.session().last_sequence);
  DecideReview early = passed(kAnna, 2);
  early.seen = finalized_at - 1;
  past.when(early).then_refused(Refusal::ReviewChanged);
  DecideReview first = passed(kAnna, 2);
  first.seen = finalized_at;
  past.and_then(first);
  DecideReview second = failed(kBert, 2);
  second.seen = finalized_at;
  past.when(second).then_refused(Refusal::ReviewChanged);
  // Looks and claims change nothing that a reviewer has to know.
  past.and_then(look(kCora)).and_then(claim(kBert));
  second.seen = past.session().review.changed.value();
  past.and_then(second);
  DecideReview third = passed(kCora, 2);
  third.seen = past.session().review.changed.value();
  past.and_then(third);
  CorrectReview replaced = correction(kDora);
  replaced.seen = past.session().review.changed.value() - 1;
  past.when(replaced).then_refused(Refusal::ReviewChanged);
  replaced.seen = past.session().review.changed.value();
  past.and_then(replaced);
  // The second person knows of the first one's opinion.
  CorrectReview agreed = replaced;
  agreed.reviewer = kEmil;
  past.when(agreed).then_refused(Refusal::ReviewChanged);
}

TEST_CASE("who has the case claims it anew, unless only a case that is free was wanted") {
  Given past = in_review();
  past.and_then(claim(kAnna));
  past.when(claim(kAnna)).then({claimed(kAnna)});
  ClaimReview only_free = claim(kAnna);
  only_free.renews = false;
  past.when(only_free).then_refused(Refusal::NothingToDo);
  ClaimReview of_bert = claim(kBert);
  of_bert.renews = false;
  past.when(of_bert).then_refused(Refusal::ReviewClaimed);
  only_free.at = kNow + std::chrono::minutes(15);
  past.when(only_free).then(
      {ReviewClaimed{kAnna, only_free.expires_at, only_free.at + kClaimKeptMax, std::nullopt}});
}

}  // namespace countersign::test::review_test
