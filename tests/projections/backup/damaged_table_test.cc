#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "events/audit/live_log.h"
#include "events/writer/submit_all.h"
#include "projections/backup/create_backup.h"
#include "projections/backup/verify_backup.h"
#include "projections/folder/rebuild.h"
#include "projections/retention/sweep.h"
#include "tests/projections/backup/damaged_tables.h"
#include "tests/projections/support/open_folder.h"

// A damaged table refuses the calls that need it, and no others.
namespace countersign::damaged_table_test {

// Sessions 1 to 20, which are in tables. The tables of one family are then damaged.
struct DamagedFolder : OpenFolder {
  static constexpr std::uint64_t kSessions = 20;

  bool is_filled = false;

  void fill() {
    if (std::exchange(is_filled, true)) return;
    for (std::uint64_t n = 1; n <= kSessions; ++n) capture_and_finalize(n);
  }
  void damage(std::string_view family, std::string_view text = {}) {
    fill();
    REQUIRE_FALSE(data().log().scrub_keys());
    close();
    REQUIRE(damage_tables_of(path() / "log", family, text) > 0);
    open();
  }
  Outcome hold(std::uint64_t n) {
    return submit(to_session(session_id(n), SetHold{clock.now(), "asked for"}));
  }
  std::string active_family() {
    return data().log().active_generation() == ViewGeneration::A ? "views_a" : "views_b";
  }
};

TEST_CASE_FIXTURE(DamagedFolder, "a damaged table of streams stops nobody else's calls") {
  damage("streams");
  for (int i = 0; i < 3; ++i) {
    CHECK(std::get<StoreError>(hold(1)) == StoreError::Unreadable);
    CHECK((*queries().session(session_id(1)))->status == SessionStatus::Completed);
    capture_and_finalize(100 + i);
    CHECK(std::holds_alternative<Committed>(hold(100 + i)));
  }
  CHECK_FALSE(data().writer().failure());
  reopen();
  CHECK(*read(102, 102) == "frame of session 102");
  CHECK_FALSE(verify(data())->first_difference);
}

TEST_CASE_FIXTURE(DamagedFolder, "an audit of the log names damage by an event") {
  SUBCASE("of the lists of streams, by a stream's first event") {
    damage("streams");
    const auto verdict = audit_live_log(data().log(), data().log());
    REQUIRE((verdict && verdict->fault));
    CHECK(verdict->fault->sequence == Sequence(1));
    CHECK(verdict->fault->why == "the list of the events in this event's stream is damaged");
  }
  SUBCASE("of the tree, by the first event under it") {
    // Two whole tiles: a start reads the data after the last one.
    std::vector<Submission> many;
    for (std::uint64_t n = 0; n < 2 * tlog::kTileWidth; ++n) {
      many.push_back(creating(acme, session_id(100 + n), clock.now()));
      many.back().wrap_key = new_key(session_id(100 + n), clock.now() + kHour + kDay);
    }
    submit_all(data().writer(), std::move(many));
    REQUIRE_FALSE(audit_live_log(data().log(), data().log())->fault);
    const Digest leaf = (*data().log().find(Sequence(1)))->leaf.value();
    damage("tree", std::string(leaf.begin(), leaf.end()));
    const auto verdict = audit_live_log(data().log(), data().log());
    REQUIRE((verdict && verdict->fault));
    CHECK(verdict->fault->sequence == Sequence(1));
  }
}

TEST_CASE_FIXTURE(DamagedFolder, "a merge that meets damage does not stop the log") {
  damage("streams");
  // Each flush adds a table to the first level; RocksDB merges them when there are four, and by
  // default lets writes and flushes wait for the merge when there are more.
  for (int i = 0; i < 40; ++i) {
    create(100 + i);
    REQUIRE_FALSE(data().log().scrub_keys());
  }
  CHECK(data().log().is_damaged());
  CHECK_FALSE(data().writer().failure());
  CHECK((*queries().session(session_id(139))).has_value());
  // Neither a flush nor a write waits for a merge before the damage is met again.
  reopen();
  REQUIRE_FALSE(data().log().scrub_keys());
  reopen();
  create(200);
  CHECK_FALSE(data().writer().failure());
}

TEST_CASE_FIXTURE(DamagedFolder, "a sweep purges what it can read, and counts what it cannot") {
  damage("streams");
  capture_and_finalize(100);
  clock.advance(40 * kDay);
  SweepOptions options;
  options.now = clock.now();
  const auto report = sweep(data(), options);
  REQUIRE(report.has_value());
  CHECK(report->purged_sessions == 1);
  CHECK(report->unread_sessions == kSessions);
  CHECK((*queries().session(session_id(100)))->purged_at);
  CHECK_FALSE((*queries().session(session_id(1)))->purged_at);
}

TEST_CASE_FIXTURE(DamagedFolder, "damaged views refuse what reads them, and a rebuild mends them") {
  const std::string family = active_family();
  fill();
  // A session's record alone has the hash of its last event. No start reads the records between the
  // first and the last.
  constexpr std::uint64_t kDamaged = kSessions / 2;
  const Digest leaf = (*queries().session(session_id(kDamaged)))->last_leaf.value();
  damage(family, std::string(leaf.begin(), leaf.end()));
  CHECK(queries().session(session_id(kDamaged)).error() == StoreError::Corrupt);
  CHECK(std::get<StoreError>(hold(kDamaged)) == StoreError::Unreadable);
  CHECK_FALSE(data().writer().failure());

  const auto found = verify(data());
  REQUIRE(found.has_value());
  REQUIRE(found->first_difference);
  CHECK(found->first_difference->find("damaged") != std::string::npos);
  CHECK(found->entries == 0);

  const auto mended = rebuild(data());
  REQUIRE(mended.has_value());
  CHECK(mended->first_difference);
  CHECK(mended->entries == *queries().count_entries());
  CHECK(active_family() != family);
  // No table of the damaged slot is left, in which a merge could meet the damage.
  for (int i = 0; i < 8; ++i) {
    CHECK(std::holds_alternative<Committed>(hold(1 + i)));
    REQUIRE_FALSE(data().log().scrub_keys());
    REQUIRE_FALSE(rebuild(data())->first_difference);
  }
  reopen();
  CHECK((*queries().session(session_id(2)))->status == SessionStatus::Completed);
  CHECK_FALSE(verify(data())->first_difference);
}

TEST_CASE_FIXTURE(DamagedFolder, "a start that needs damaged views rebuilds them") {
  const std::string family = active_family();
  damage(family);
  CHECK(active_family() != family);
  CHECK((*queries().session(session_id(1)))->status == SessionStatus::Completed);
  CHECK(std::holds_alternative<Committed>(hold(2)));
  CHECK(*read(3, 3) == "frame of session 3");
  CHECK_FALSE(verify(data())->first_difference);
}

TEST_CASE_FIXTURE(DamagedFolder, "a damaged database gets no backup, and the older ones stay") {
  TempFolder to;
  const BackupOptions options{.to = to.path() / "backups", .keep = 1};
  REQUIRE(create_backup(data(), options).has_value());
  damage("streams");
  for (int i = 0; i < 2; ++i) {
    const auto refused = create_backup(data(), options);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().why.find("damaged") != std::string::npos);
  }
  const auto older = verify_backup({.from = options.to, .number = {}, .key = {}});
  REQUIRE(older.has_value());
  CHECK(older->ok());
  CHECK(older->record.number == 1);
}

}  // namespace countersign::damaged_table_test
