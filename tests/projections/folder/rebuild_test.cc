#include "projections/folder/rebuild.h"

#include <doctest/doctest.h>

#include <thread>

#include "events/record/codec.h"
#include "projections/views/all_projections.h"
#include "projections/views/session/sessions.h"
#include "tests/events/support/patience.h"
#include "tests/projections/support/open_folder.h"
#include "tests/projections/support/tampering.h"

namespace countersign::rebuild_test {

// Changes an entry of the live views without an event in the log.
void tamper(OpenFolder& folder, const std::string& value) {
  folder.data().writer().run_between_groups([&] {
    tamper_with_views(folder.data().log(), projection_versions(), [&](ViewBatch& views) {
      views.put(space::kSessions, Sessions::key(session_id(1)), value);
    });
  });
}

TEST_CASE_FIXTURE(OpenFolder, "live views equal rebuilt ones") {
  for (std::uint64_t n = 1; n <= 5; ++n) capture_and_finalize(n);
  commit(to_session(session_id(1), DownloadDocuments{clock.now(), {}}));
  commit(to_session(session_id(2), PurgeFiles{clock.now(), PurgeReason::Retention, {}}));
  Sequence told;
  const auto report = verify(data(), [&](Sequence folded, Sequence) { told = folded; });
  REQUIRE(report.has_value());
  CHECK(report->head == queries().head());
  CHECK(report->events == queries().head().value());
  CHECK(report->entries == *queries().count_entries());
  CHECK_FALSE(report->first_difference.has_value());
  CHECK(told == report->head);
}

TEST_CASE_FIXTURE(OpenFolder, "verifying changes neither the views nor where they are") {
  capture_and_finalize(1);
  const ViewGeneration generation = data().log().active_generation();
  REQUIRE(verify(data()).has_value());
  CHECK(data().log().active_generation() == generation);
  CHECK(*views_are_current(data().log(), data().log()));
  CHECK((*queries().session(session_id(1))).has_value());
}

TEST_CASE_FIXTURE(
    OpenFolder, "a view that was changed behind the log's back is named, and rebuilding mends it") {
  capture_and_finalize(1);
  tamper(*this, "not what the log says");
  CHECK(queries().session(session_id(1)).error() == StoreError::Corrupt);

  const auto found = verify(data());
  REQUIRE(found.has_value());
  CHECK(found->first_difference.has_value());

  const auto mended = rebuild(data());
  REQUIRE(mended.has_value());
  CHECK(mended->first_difference.has_value());
  CHECK((*queries().session(session_id(1)))->status == SessionStatus::Completed);
  CHECK_FALSE(verify(data())->first_difference.has_value());
  capture_and_finalize(2);
  reopen();
  CHECK((*queries().session(session_id(2))).has_value());
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

TEST_CASE_FIXTURE(OpenFolder,
                  "an event in a stream of another kind ends a rebuild, not the process") {
  data().writer().run_between_groups([&] {
    EventLog& log = data().log();
    const auto registered = log.find(Sequence(1));
    REQUIRE((registered && *registered));
    RecordedEvent foreign = (*registered)->recorded;
    foreign.sequence = Sequence(log.head().sequence.value() + 1);
    foreign.version = StreamVersion(2);
    foreign.previous = (*registered)->leaf;
    foreign.at = clock.now();
    foreign.event = HoldSet{"of a session"};
    CHECK_FALSE(is_in_its_stream(foreign));
    const auto batch = log.begin(nullptr);
    REQUIRE_FALSE(log.append({encode_stored(foreign)}, *batch, {}));
  });
  CHECK(verify(data()).error() == StoreError::Corrupt);
  CHECK(rebuild(data()).error() == StoreError::Corrupt);
}

TEST_CASE_FIXTURE(OpenFolder, "views can be verified and rebuilt while the writer goes on") {
  constexpr std::uint64_t kSessions = 1500;
  std::thread writer([&] {
    for (std::uint64_t n = 1; n <= kSessions; ++n) {
      data().writer().submit(creating(acme, session_id(n), clock.now()), [](Outcome) {});
      if (n % 50 == 0) create(10'000 + n);
    }
  });
  for (int i = 0; i < 3; ++i) {
    const auto verified = verify(data());
    REQUIRE(verified.has_value());
    CHECK_FALSE(verified->first_difference.has_value());
    const auto rebuilt = rebuild(data());
    REQUIRE(rebuilt.has_value());
    CHECK_FALSE(rebuilt->first_difference.has_value());
  }
  writer.join();
  const auto last = rebuild(data());
  REQUIRE(last.has_value());
  CHECK_FALSE(last->first_difference.has_value());
  CHECK(queries().totals()->sessions_created == kSessions + kSessions / 50);
}

// Whether the generation that nobody reads has no entry and was folded up to no event.
bool idle_generation_is_empty(OpenFolder& folder) {
  const EventLog& log = folder.data().log();
  const auto state = log.state_of(other(log.active_generation()));
  return state && state->folded == Sequence(0);
}

TEST_CASE_FIXTURE(OpenFolder, "a verification that is given up at any place changes no view") {
  capture_and_finalize(1);
  const ViewGeneration generation = data().log().active_generation();
  std::uint64_t given_up = 0;
  for (;; ++given_up) {
    CAPTURE(given_up);
    Patience patience(given_up);
    const auto report = verify(data(), {}, patience.given_up());
    if (report) break;
    CHECK(report.error() == StoreError::Stopped);
    CHECK(patience.is_over());
    CHECK(data().log().active_generation() == generation);
    CHECK(idle_generation_is_empty(*this));
    CHECK(*views_are_current(data().log(), data().log()));
  }
  // It is asked for each event, and for each entry that is compared.
  CHECK(given_up > queries().head().value() + *queries().count_entries());
  CHECK((*queries().session(session_id(1))).has_value());
}

TEST_CASE_FIXTURE(
    OpenFolder, "a rebuild that is given up leaves the old views or the new ones, and no others") {
  capture_and_finalize(1);
  std::uint64_t switched = 0;
  for (std::uint64_t given_up = 0;; ++given_up) {
    CAPTURE(given_up);
    const ViewGeneration active = data().log().active_generation();
    Patience patience(given_up);
    const auto report = rebuild(data(), {}, patience.given_up());
    if (report) break;
    CHECK(report.error() == StoreError::Stopped);
    CHECK(idle_generation_is_empty(*this));
    CHECK(*views_are_current(data().log(), data().log()));
    if (data().log().active_generation() != active) ++switched;
  }
  // While the entries of the new views are counted the switch is made already.
  CHECK(switched > 0);
  capture_and_finalize(2);
  reopen();
  CHECK((*queries().session(session_id(2))).has_value());
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

TEST_CASE_FIXTURE(OpenFolder, "an empty log has views that are current") {
  close();
  TempFolder temp;
  DataFolderOptions fresh = options();
  fresh.path = temp.path() / "fresh";
  const auto opened = try_open(std::move(fresh));
  REQUIRE(opened.has_value());
  CHECK(*views_are_current((*opened)->log(), (*opened)->log()));
  const auto report = verify(**opened);
  REQUIRE(report.has_value());
  CHECK(report->events == 0);
  CHECK_FALSE(report->first_difference.has_value());
}

}  // namespace countersign::rebuild_test
