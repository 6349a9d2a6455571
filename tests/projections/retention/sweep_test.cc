#include "projections/retention/sweep.h"

#include <doctest/doctest.h>

#include <fstream>
#include <thread>

#include "projections/folder/rebuild.h"
#include "projections/retention/purge.h"
#include "tests/events/support/patience.h"
#include "tests/projections/support/open_folder.h"

namespace countersign::sweep_test {

struct Scene : OpenFolder {
  SweepReport sweep_now(const SweepOptions& with) {
    const auto report = sweep(data(), with);
    REQUIRE(report.has_value());
    return *report;
  }
  SweepReport sweep_now() { return sweep_now(at_now()); }
  SweepOptions at_now() const {
    SweepOptions with;
    with.now = clock.now();
    with.periods = {std::chrono::hours(24 * 30), std::chrono::hours(24)};
    with.request = RequestId("r-sweep");
    return with;
  }
  Session session(std::uint64_t n) { return **queries().session(session_id(n)); }
  bool has_key(std::uint64_t n) { return data().session_key(session_id(n)).has_value(); }
  bool is_purging() const { return std::filesystem::exists(path() / "PURGING"); }
};

TEST_CASE_FIXTURE(
    Scene, "a completed session loses its bytes when its retention is over, and keeps its record") {
  capture_and_finalize(1);
  const std::string wrapped = **data().log().wrapped_key(session_id(1));
  clock.advance(30 * kDay);
  CHECK(sweep_now().purged_sessions == 0);  // it ended at the cutoff, not before
  CHECK(has_file(1));

  clock.advance(Duration(1));
  const SweepReport report = sweep_now();
  CHECK(report.purged_sessions == 1);
  CHECK(report.purged_files == 1);
  CHECK(report.purged_bytes == std::string("frame of session 1").size());
  CHECK(report.failed_files == 0);
  CHECK(report.complete);
  CHECK(report.completed_cutoff == clock.now() - 30 * kDay);

  CHECK_FALSE(has_file(1));
  CHECK_FALSE(has_key(1));
  CHECK_FALSE(holds_bytes(wrapped));
  CHECK_FALSE(is_purging());
  REQUIRE(session(1).files.size() == 1);
  CHECK(session(1).purged_at == clock.now());
  const Outcome download = submit(to_session(session_id(1), DownloadDocuments{clock.now(), {}}));
  REQUIRE(std::holds_alternative<Rejection>(download));
  CHECK(std::get<Rejection>(download).why == Refusal::FilesPurged);

  const auto timeline = *queries().timeline(session_id(1));
  const RecordedEvent& last = timeline.back().recorded;
  CHECK(last.actor.kind == ActorKind::Sweep);
  const auto& purged = std::get<FilesPurged>(last.event);
  CHECK(purged.reason == PurgeReason::Retention);
  CHECK(purged.cutoff == report.completed_cutoff);
}

TEST_CASE_FIXTURE(Scene, "a second sweep finds nothing to do") {
  capture_and_finalize(1);
  capture(2);
  clock.advance(31 * kDay);
  const SweepReport first = sweep_now();
  CHECK(first.expired_sessions == 1);
  const Sequence head = queries().head();
  const SweepReport second = sweep_now();
  CHECK(queries().head() == head);
  CHECK(second.expired_sessions == 0);
  CHECK(second.purged_sessions == 0);
}

TEST_CASE_FIXTURE(
    Scene,
    "a session whose time ran out is recorded as expired once, then purged by its own retention") {
  create(1);
  capture(2);
  clock.advance(30 * kMinute - Duration(1));
  CHECK(sweep_now().expired_sessions == 0);
  clock.advance(Duration(1));
  CHECK(sweep_now().expired_sessions == 2);
  CHECK(session(1).end_reason == EndReason::NeverStarted);
  CHECK(session(2).end_reason == EndReason::NotFinalized);

  clock.advance(kDay);
  CHECK(sweep_now().purged_sessions == 0);
  clock.advance(Duration(1));
  const SweepReport report = sweep_now();
  CHECK(report.purged_sessions == 2);
  CHECK(report.purged_files == 1);
  CHECK(report.unfinished_cutoff == clock.now() - kDay);
  CHECK_FALSE(has_file(2));
  CHECK_FALSE(has_key(1));
}

TEST_CASE_FIXTURE(Scene, "a dry run counts what a sweep would do, and changes nothing") {
  capture_and_finalize(1);
  clock.advance(30 * kDay);
  capture(2);
  clock.advance(kHour);
  const Sequence head = queries().head();
  SweepOptions dry = at_now();
  dry.dry_run = true;
  const SweepReport told = sweep_now(dry);
  CHECK(queries().head() == head);
  CHECK(has_file(1));
  CHECK(has_key(1));
  CHECK_FALSE(is_purging());

  const SweepReport done = sweep_now();
  CHECK(told.expired_sessions == 1);
  CHECK(told.expired_sessions == done.expired_sessions);
  CHECK(told.purged_sessions == 1);
  CHECK(told.purged_sessions == done.purged_sessions);
  CHECK(told.purged_files == done.purged_files);
  CHECK(told.purged_bytes == done.purged_bytes);
}

TEST_CASE_FIXTURE(Scene, "a legal hold keeps a session's bytes until it is released") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  commit(to_session(session_id(1), SetHold{clock.now(), "a case"}));
  clock.advance(31 * kDay);
  const SweepReport report = sweep_now();
  CHECK(report.held_sessions == 1);
  CHECK(report.purged_sessions == 1);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK_FALSE(has_file(2));
  commit(to_session(session_id(1), ReleaseHold{clock.now(), "closed"}));
  CHECK(sweep_now().purged_sessions == 1);
  CHECK_FALSE(has_file(1));
}

TEST_CASE_FIXTURE(Scene,
                  "a limited sweep purges the oldest first and says that it is not complete") {
  for (std::uint64_t n = 1; n <= 3; ++n) {
    capture_and_finalize(n);
    clock.advance(kMinute);
  }
  clock.advance(31 * kDay);
  SweepOptions limited = at_now();
  limited.limit = 2;
  SUBCASE("as a dry run") {
    limited.dry_run = true;
    CHECK(sweep_now(limited).purged_sessions == 2);
  }
  SUBCASE("for good") {
    const SweepReport first = sweep_now(limited);
    CHECK(first.purged_sessions == 2);
    CHECK_FALSE(first.complete);
    CHECK_FALSE(has_file(1));
    CHECK_FALSE(has_file(2));
    CHECK(has_file(3));
    const SweepReport second = sweep_now(limited);
    CHECK(second.purged_sessions == 1);
    CHECK(second.complete);
  }
}

TEST_CASE_FIXTURE(Scene, "a client's own retention comes before the server's") {
  ClientPolicy policy = every_purpose();
  policy.retention_ms = 2 * 86'400'000;
  policy.retention_unfinished_ms = 3'600'000;
  const ClientKey brief = client_key("brief");
  commit(registering(brief, clock.now(), policy));
  capture_and_finalize(1);
  create(2);
  for (const std::uint64_t n : {11, 12}) {
    Submission submission = creating(brief, session_id(n), clock.now());
    submission.wrap_key = new_key(session_id(n), clock.now() + kDay);
    commit(std::move(submission));
  }
  commit(challenging(session_id(11), Step::Liveness, 11, clock.now()));
  commit(sending_frames(session_id(11), 11, {store(11, 11, "brief")}, clock.now()));
  commit(finalizing(session_id(11), clock.now()));
  clock.advance(kHour);
  CHECK(sweep_now().expired_sessions == 2);
  clock.advance(kHour + Duration(1));
  CHECK(sweep_now().purged_sessions == 1);  // session 12, which never began
  CHECK_FALSE(has_key(12));
  CHECK(has_key(2));
  clock.advance(2 * kDay);
  CHECK(sweep_now().purged_sessions == 2);  // session 11, and session 2 by the server's period
  CHECK_FALSE(has_file(11));
  CHECK(has_file(1));
  const auto timeline = *queries().timeline(session_id(11));
  CHECK(std::get<FilesPurged>(timeline.back().recorded.event).cutoff == clock.now() - 2 * kDay);
}

TEST_CASE_FIXTURE(Scene,
                  "a session in review is kept for a period of its own, then from its decision") {
  create(1);
  commit(challenging(session_id(1), Step::Liveness, 1, clock.now()));
  commit(sending_frames(session_id(1), 1, {store(1, 1, "a face")}, clock.now()));
  FinalizeSession finalize{clock.now(), {}};
  CheckOutcome& missing = finalize.findings.checks.emplace_back();
  missing.status = CheckStatus::NotPerformed;
  commit(to_session(session_id(1), finalize));
  const auto sweep_with = [&](std::optional<std::chrono::hours> review) {
    SweepOptions options = at_now();
    options.periods.review = review;
    return sweep_now(options).purged_sessions;
  };
  clock.advance(31 * kDay);
  CHECK(sweep_with(90 * std::chrono::hours(24)) == 0);
  SUBCASE("without one as long as a completed session") {
    CHECK(sweep_with(std::nullopt) == 1);
    CHECK(queries().reviews({}, Sequence(0), 9)->empty());
  }
  SUBCASE("without a decision, until that is over") {
    clock.advance(60 * kDay);
    CHECK(sweep_with(90 * std::chrono::hours(24)) == 1);
  }
  SUBCASE("with a decision") {
    commit(to_session(session_id(1),
                      DecideReview{clock.now(), ReviewDecision::Passed, {"OTHER"}, "anna"}));
    clock.advance(29 * kDay);
    CHECK(sweep_with(1 * std::chrono::hours(24)) == 0);
    clock.advance(2 * kDay);
    CHECK(sweep_with(90 * std::chrono::hours(24)) == 1);
  }
  CHECK_FALSE(has_file(1));
}

TEST_CASE_FIXTURE(Scene, "a sweep that is told to stop stops in order, and the next one goes on") {
  constexpr std::uint64_t kSessions = 200;
  for (std::uint64_t n = 1; n <= kSessions; ++n) create(n);
  clock.advance(kHour);
  sweep_now();
  clock.advance(2 * kDay);
  SweepOptions stopping = at_now();
  std::uint64_t told = 0;
  stopping.after_batch = [&](const SweepReport& so_far) {
    told = so_far.purged_sessions;
    return false;
  };
  const SweepReport first = sweep_now(stopping);
  CHECK_FALSE(first.complete);
  CHECK(first.purged_sessions == told);
  CHECK(told > 0);
  CHECK(told < kSessions);
  CHECK_FALSE(is_purging());
  CHECK(sweep_now().purged_sessions == kSessions - told);
}

TEST_CASE_FIXTURE(Scene, "a sweep that is given up, or only counts, ends between two pages") {
  constexpr std::uint64_t kSessions = 300;
  for (std::uint64_t n = 1; n <= kSessions; ++n) create(n);
  clock.advance(kHour);
  sweep_now();
  clock.advance(2 * kDay);
  const auto given_up_after = [&](std::uint64_t questions, bool dry_run) {
    Patience patience(questions);
    SweepOptions with = at_now();
    with.dry_run = dry_run;
    with.given_up = patience.given_up();
    SweepReport report = sweep_now(with);
    CHECK(patience.is_over());
    CHECK_FALSE(report.complete);
    return report.purged_sessions;
  };
  CHECK(given_up_after(1, true) < kSessions);
  CHECK_FALSE(is_purging());
  const std::uint64_t first = given_up_after(1, false);
  CHECK(first < kSessions);
  CHECK_FALSE(is_purging());
  CHECK(sweep_now().purged_sessions == kSessions - first);
}

TEST_CASE_FIXTURE(Scene, "a sweep that waits for its turn is given up with nothing done") {
  capture_and_finalize(1);
  clock.advance(31 * kDay);
  const FairMutexLock turn(data().erasure().turn());
  SweepReport report;
  std::thread sweeping([&] {
    SweepOptions with = at_now();
    with.given_up = GivenUp([] { return true; });
    report = sweep_now(with);
  });
  sweeping.join();  // while the turn is another's
  CHECK_FALSE(report.complete);
  CHECK(report.purged_sessions == 0);
  CHECK(has_file(1));
}

TEST_CASE("a throttled sweep waits for as long as its rate asks for") {
  using std::chrono::seconds;
  CHECK(pause_for(100, Duration(0), 50) == seconds(2));
  CHECK(pause_for(100, seconds(1), 50) == seconds(1));
  CHECK(pause_for(100, seconds(3), 50) == seconds(0));
  CHECK(pause_for(100, Duration(0), 0) == seconds(0));
}

TEST_CASE_FIXTURE(Scene, "more sessions than are purged at once are purged by one sweep") {
  constexpr std::uint64_t kSessions = 300;
  for (std::uint64_t n = 1; n <= kSessions; ++n) create(n);
  clock.advance(kHour);
  CHECK(sweep_now().expired_sessions == kSessions);
  clock.advance(2 * kDay);
  CHECK(sweep_now().purged_sessions == kSessions);
  CHECK(queries().totals()->retention_backlog() == 0);
}

TEST_CASE_FIXTURE(Scene, "a file that cannot be unlinked is counted, and tried again") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  // A folder in place of the file cannot be unlinked as a file.
  const std::filesystem::path stuck = find_file(1);
  std::filesystem::remove(stuck);
  std::filesystem::create_directories(stuck / "in the way");
  clock.advance(31 * kDay);
  const SweepReport report = sweep_now();
  CHECK(report.purged_sessions == 2);
  CHECK(report.failed_files == 1);
  CHECK(report.purged_files == 1);  // a file that still exists does not count as purged
  CHECK(data().erasure().files_left() == 1);
  CHECK_FALSE(has_file(2));
  CHECK_FALSE(has_key(1));
  CHECK(is_purging());
  CHECK(sweep_now().failed_files == 1);

  std::filesystem::remove_all(stuck);
  std::ofstream(stuck) << "what could not be removed";
  SUBCASE("by the next sweep") { CHECK(sweep_now().failed_files == 0); }
  SUBCASE("by the next open") { reopen(); }
  CHECK_FALSE(has_file(1));
  CHECK_FALSE(is_purging());
}

TEST_CASE_FIXTURE(Scene, "an erasure ends an open session and leaves no byte of it") {
  capture(1);
  const std::string wrapped = **data().log().wrapped_key(session_id(1));
  const auto report =
      purge_session(data(), session_id(1), kClientActor, RequestId("r-erase"), clock.now());
  REQUIRE(report.has_value());
  CHECK(report->purged_files == 1);
  CHECK(report->purged_bytes == std::string("frame of session 1").size());
  CHECK(report->failed_files == 0);
  CHECK(report->sequence == queries().timeline(session_id(1))->back().recorded.sequence);
  CHECK(session(1).status == SessionStatus::Canceled);
  CHECK_FALSE(has_file(1));
  CHECK_FALSE(has_key(1));
  // The deleted row, which opens nothing, goes with the next sweep.
  REQUIRE(sweep(data(), at_now()).has_value());
  CHECK_FALSE(holds_bytes(wrapped));
  CHECK_FALSE(is_purging());
  const auto timeline = *queries().timeline(session_id(1));
  CHECK(timeline.back().recorded.actor == kClientActor);
  CHECK(std::get<FilesPurged>(timeline.back().recorded.event).reason == PurgeReason::Erasure);
}

TEST_CASE_FIXTURE(Scene,
                  "an erasure is refused while a hold is set, and when it was made already") {
  capture_and_finalize(1);
  commit(to_session(session_id(1), SetHold{clock.now(), "a case"}));
  const auto why = [&](std::uint64_t n) {
    const auto report =
        purge_session(data(), session_id(n), kClientActor, RequestId("r"), clock.now());
    REQUIRE_FALSE(report.has_value());
    return std::get<Rejection>(report.error()).why;
  };
  CHECK(why(1) == Refusal::LegalHold);
  CHECK(has_file(1));
  CHECK_FALSE(is_purging());
  commit(to_session(session_id(1), ReleaseHold{clock.now(), "closed"}));
  REQUIRE(purge_session(data(), session_id(1), kClientActor, RequestId("r"), clock.now()));
  CHECK(why(1) == Refusal::NothingToDo);
  CHECK(why(9) == Refusal::NothingToDo);
  REQUIRE(sweep(data(), at_now()).has_value());
  CHECK_FALSE(is_purging());
}

TEST_CASE_FIXTURE(Scene, "sweeps and erasures at the same time purge every session once") {
  constexpr std::uint64_t kSessions = 24;
  for (std::uint64_t n = 1; n <= kSessions; ++n) capture_and_finalize(n);
  clock.advance(31 * kDay);
  const SweepOptions with = at_now();
  std::atomic<std::uint64_t> purged{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      if (const auto report = sweep(data(), with)) purged += report->purged_sessions;
    });
  }
  threads.emplace_back([&] {
    for (std::uint64_t n = kSessions; n > kSessions - 4; --n) {
      const auto report =
          purge_session(data(), session_id(n), kClientActor, RequestId("r"), with.now);
      if (report) ++purged;
    }
  });
  for (std::thread& thread : threads) thread.join();
  CHECK(purged == kSessions);
  CHECK(queries().totals()->sessions_purged == kSessions);
  for (std::uint64_t n = 1; n <= kSessions; ++n) CHECK_FALSE(has_file(n));
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

}  // namespace countersign::sweep_test
