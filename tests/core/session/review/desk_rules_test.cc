// The order of the work on cases: due times, assignments and hand-overs.
#include "core/session/review/desk_rules.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/session/review/review_rights.h"
#include "tests/core/session/review/review_scenarios.h"

namespace countersign::desk_rules_test {

using namespace countersign::test;

constexpr std::uint64_t kHourMs = 3'600'000;

ReportOverdue overdue_at(UtcTime at, std::uint64_t due_ms = kHourMs) { return {at, due_ms}; }

AssignReview assign(const char* to, UtcTime at = kNow) {
  return {at, kCora, to, at + kAssignedMaxTime};
}
ReviewAssigned assigned(const char* to) { return {kCora, to, kNow + kAssignedMaxTime}; }

HandOverReview hand_over(const char* reviewer) { return {.at = kNow, .reviewer = reviewer}; }

TEST_CASE("a case is overdue from its due time on, and once") {
  const UtcTime due = *in_review().session().review.since + std::chrono::hours(1);
  in_review().when(overdue_at(due)).then({ReviewOverdue{kHourMs}});
  in_review().when(overdue_at(due - Duration(1))).then_refused(Refusal::NothingToDo);
  in_review()
      .and_event(ReviewOverdue{kHourMs})
      .when(overdue_at(due))
      .then_refused(Refusal::NothingToDo);
}

TEST_CASE("nothing is overdue without a due time, or before its capture has ended") {
  in_review().when(overdue_at(kNow + std::chrono::hours(9), 0)).then_refused(Refusal::NothingToDo);
  in_review().when(overdue_at(kNow - std::chrono::hours(9))).then_refused(Refusal::NothingToDo);
  in_review()
      .when(overdue_at(kNow, std::numeric_limits<std::uint64_t>::max()))
      .then_refused(Refusal::NothingToDo);
}

TEST_CASE("a decided case is not overdue any more") {
  in_review()
      .and_event(opinion(ReviewDecision::Passed, kAnna, 1, true))
      .when(overdue_at(kNow + std::chrono::hours(2)))
      .then_refused(Refusal::ReviewNotPending);
}

TEST_CASE("an assigned case is claimed and decided by its reviewer alone, until it lapses") {
  const Given past = in_review().and_event(assigned(kAnna));
  Given(past).when(claim(kBert)).then_refused(Refusal::ReviewAssigned);
  Given(past).when(passed(kBert)).then_refused(Refusal::ReviewAssigned);
  Given(past).when(hand_over(kBert)).then_refused(Refusal::ReviewAssigned);
  Given(past).when(claim(kAnna)).then({claimed(kAnna)});
  Given(past).when(passed(kAnna)).then({opinion(ReviewDecision::Passed, kAnna, 1, true)});
  const UtcTime lapsed = kNow + kAssignedMaxTime;
  Given(past)
      .when(claim(kBert, lapsed))
      .then({ReviewClaimed{kBert, lapsed + kQuarter, lapsed + kClaimKeptMax, std::nullopt}});
}

TEST_CASE("an assignment keeps the client's own back office out of nothing") {
  in_review()
      .and_event(assigned(kAnna))
      .when(passed("office"))
      .then({opinion(ReviewDecision::Passed, "office", 1, true)});
}

TEST_CASE("a takeover replaces an assignment") {
  ClaimReview take = claim(kBert);
  take.take_over = true;
  in_review().and_event(assigned(kAnna)).when(take).then({claimed(kBert)});
  in_review()
      .and_event(assigned(kAnna))
      .and_event(claimed(kBert))
      .when(claim(kAnna))
      .then_refused(Refusal::ReviewClaimed);
}

TEST_CASE("an assignment ends the claim of another, and is for a day at most") {
  in_review()
      .and_event(claimed(kBert))
      .and_event(assigned(kAnna))
      .when(claim(kAnna))
      .then({claimed(kAnna)});
  AssignReview longer = assign(kAnna);
  longer.until = kNow + 9 * kAssignedMaxTime;
  in_review().when(longer).then({assigned(kAnna)});
}

TEST_CASE("nobody is assigned a case twice, or one with an opinion of theirs") {
  in_review().and_event(assigned(kAnna)).when(assign(kAnna)).then_refused(Refusal::NothingToDo);
  in_review().and_event(assigned(kAnna)).when(assign(kBert)).then({assigned(kBert)});
  in_review()
      .and_event(opinion(ReviewDecision::Passed, kAnna, 1, false))
      .when(assign(kAnna))
      .then_refused(Refusal::OpinionGiven);
  in_review()
      .and_event(opinion(ReviewDecision::Passed, kAnna, 1, true))
      .when(assign(kBert))
      .then_refused(Refusal::ReviewNotPending);
}

TEST_CASE("an assignment ends with a first opinion, by giving back, and by taking back") {
  const Given past = in_review().and_event(assigned(kAnna));
  Given(past)
      .and_event(opinion(ReviewDecision::Passed, kAnna, 1, false))
      .when(claim(kBert))
      .then({claimed(kBert)});
  Given(past)
      .and_event(claimed(kAnna))
      .and_event(ReviewReleased{kAnna})
      .when(claim(kBert))
      .then({claimed(kBert)});
  Given(past).when(UnassignReview{kNow, kCora}).then({ReviewUnassigned{kCora}});
  Given(past)
      .and_event(ReviewUnassigned{kCora})
      .when(UnassignReview{kNow, kCora})
      .then_refused(Refusal::NothingToDo);
}

TEST_CASE("a case is handed over by whoever could decide it, and not twice") {
  in_review().and_event(claimed(kAnna)).when(hand_over(kAnna)).then({ReviewHandedOver{kAnna}});
  in_review().and_event(claimed(kBert)).when(hand_over(kAnna)).then_refused(Refusal::ReviewClaimed);
  in_review()
      .and_event(ReviewHandedOver{kAnna})
      .when(hand_over(kBert))
      .then_refused(Refusal::NothingToDo);
  in_review()
      .and_event(opinion(ReviewDecision::Passed, kAnna, 1, false))
      .when(hand_over(kAnna))
      .then_refused(Refusal::ReviewNotPending);
}

TEST_CASE("a hand-over gives the claim up, and is answered by an assignment") {
  in_review()
      .and_event(claimed(kAnna))
      .and_event(ReviewHandedOver{kAnna})
      .when(claim(kBert))
      .then({claimed(kBert)});
  in_review()
      .and_event(ReviewHandedOver{kAnna})
      .and_event(assigned(kBert))
      .when(hand_over(kBert))
      .then({ReviewHandedOver{kBert}});
}

TEST_CASE("only supervisors go on with a case that was handed over") {
  const ClientKey client("svck_a");
  const std::vector<RoleGrant> reviewer{{ReviewerRole::Reviewer, "*"}};
  const std::vector<RoleGrant> supervisor{{ReviewerRole::Supervisor, "svck_a"}};
  for (const CaseAct act : {CaseAct::Claim, CaseAct::Decide}) {
    const ReviewRights handed = on_case(ReviewRights{kAnna, act}, true);
    CHECK_FALSE(may(reviewer, handed.act, client));
    CHECK(may(supervisor, handed.act, client));
    CHECK_FALSE(may(supervisor, handed.act, ClientKey("svck_b")));
    CHECK(may(reviewer, on_case(ReviewRights{kAnna, act}, false).act, client));
  }
}

}  // namespace countersign::desk_rules_test
