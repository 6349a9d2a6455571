#include "projections/retention/overdue.h"

#include <doctest/doctest.h>

#include <string>
#include <variant>

#include "tests/projections/support/open_folder.h"

namespace countersign::overdue_test {

constexpr std::uint64_t kHourMs = 3'600'000;

ClientPolicy due_in(std::uint64_t due_ms) {
  ClientPolicy policy = every_purpose();
  if (due_ms != 0) policy.review_due = ReviewDue(due_ms);
  return policy;
}

struct Scene : OpenFolder {
  void give_due_time(std::uint64_t due_ms) {
    commit({stream_of(acme),
            ClientCommand(ChangeClient{clock.now(), "acme", due_in(due_ms)}),
            {ActorKind::Operator, "uid:0"},
            RequestId("r-change")});
  }
  void in_review(std::uint64_t n) {
    const SessionId id = session_id(n);
    Submission creation = creating(acme, id, clock.now(), Purpose::DocumentVerification);
    creation.wrap_key = new_key(id, clock.now() + 10 * kDay);
    commit(std::move(creation));
    commit(challenging(id, Step::Document, n, clock.now()));
    const StoredFile image = store(n, n, "document of session " + std::to_string(n));
    commit(sending_document(id, n, image, clock.now()));
    REQUIRE(data().vault().mark_named(image.file, image.day).has_value());
    CheckOutcome missing;
    missing.check = "DOCUMENT_AUTHENTICITY";
    missing.status = CheckStatus::NotPerformed;
    FinalizeSession finalize{clock.now(), {}};
    finalize.findings.checks = {missing};
    commit(to_session(id, finalize));
  }
  void decide(std::uint64_t n) {
    Submission submission = to_session(
        session_id(n), DecideReview{.at = clock.now(), .reasons = {"OTHER"}, .reviewer = "x"});
    submission.actor = {ActorKind::Client, acme.value()};
    commit(submission);
  }
  OverdueReport report() {
    const auto made = report_overdue(
        data(), OverdueOptions{.now = clock.now(), .request = RequestId("r-overdue")});
    REQUIRE(made.has_value());
    return *made;
  }
  std::size_t times_overdue(std::uint64_t n) {
    const auto timeline = queries().timeline(session_id(n));
    REQUIRE(timeline.has_value());
    std::size_t times = 0;
    for (const StoredEvent& event : *timeline) {
      if (std::holds_alternative<ReviewOverdue>(event.recorded.event)) ++times;
    }
    return times;
  }
  std::uint64_t overdue_now() { return queries().totals()->reviews_overdue; }
};

TEST_CASE_FIXTURE(Scene, "a case is reported when its due time is over, and never twice") {
  give_due_time(kHourMs);
  in_review(1);
  clock.advance(kHour - Duration(1000));
  CHECK(report().reported == 0);
  clock.advance(Duration(1000));
  CHECK(report().reported == 1);
  const Sequence head = queries().head();
  CHECK(report().reported == 0);
  CHECK(queries().head() == head);
  CHECK(times_overdue(1) == 1);
  CHECK(overdue_now() == 1);
  const auto timeline = queries().timeline(session_id(1));
  CHECK(timeline->back().recorded.actor == Actor{ActorKind::Sweep, ""});
  CHECK(std::get<ReviewOverdue>(timeline->back().recorded.event) == ReviewOverdue{kHourMs});
  decide(1);
  CHECK(overdue_now() == 0);
}

TEST_CASE_FIXTURE(Scene,
                  "a case that became due while the server was down is reported afterwards") {
  give_due_time(kHourMs);
  in_review(1);
  clock.advance(2 * kHour);
  open();
  CHECK(report().reported == 1);
  open();
  CHECK(report().reported == 0);
  CHECK(times_overdue(1) == 1);
}

TEST_CASE_FIXTURE(Scene, "a client without a due time has no overdue cases") {
  in_review(1);
  clock.advance(1000 * kHour);
  CHECK(report().reported == 0);
  CHECK(queries().due_times()->empty());
}

TEST_CASE_FIXTURE(Scene, "a due time that is given or changed holds for the cases that wait") {
  in_review(1);
  clock.advance(2 * kHour);
  give_due_time(3 * kHourMs);
  CHECK(report().reported == 0);
  give_due_time(kHourMs);
  CHECK(report().reported == 1);
  in_review(2);
  give_due_time(0);
  clock.advance(9 * kHour);
  CHECK(report().reported == 0);
  CHECK(times_overdue(2) == 0);
}

TEST_CASE_FIXTURE(Scene, "a decided case and a purged one are not reported") {
  give_due_time(kHourMs);
  in_review(1);
  in_review(2);
  in_review(3);
  decide(1);
  commit(to_session(session_id(2), PurgeFiles{clock.now(), PurgeReason::Erasure, {}}));
  clock.advance(2 * kHour);
  CHECK(report().reported == 1);
  CHECK(times_overdue(3) == 1);
  CHECK(queries().waiting_since(acme, clock.now(), 9)->empty());
}

TEST_CASE_FIXTURE(Scene, "what is not due is not read, and the oldest comes first") {
  give_due_time(kHourMs);
  in_review(1);
  clock.advance(kHour);
  in_review(2);
  const auto due = queries().waiting_since(acme, clock.now() - kHour, 9);
  REQUIRE(due.has_value());
  REQUIRE(due->size() == 1);
  CHECK(due->front().session == session_id(1));
  const auto both = queries().waiting_since(acme, clock.now(), 9);
  REQUIRE(both->size() == 2);
  CHECK(queries().waiting_since(acme, clock.now(), 9, both->front())->front() == both->back());
}

TEST_CASE_FIXTURE(Scene, "a report that is given up leaves the cases to the next one") {
  give_due_time(kHourMs);
  in_review(1);
  clock.advance(2 * kHour);
  const auto stopped = report_overdue(data(),
                                      OverdueOptions{.now = clock.now(),
                                                     .request = RequestId("r-overdue"),
                                                     .given_up = GivenUp([] { return true; })});
  REQUIRE(stopped.has_value());
  CHECK_FALSE(stopped->complete);
  CHECK(stopped->reported == 0);
  CHECK(report().reported == 1);
}

}  // namespace countersign::overdue_test
