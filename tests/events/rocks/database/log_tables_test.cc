#include <doctest/doctest.h>
#include <rocksdb/db.h>
#include <rocksdb/metadata.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <thread>
#include <utility>

#include "events/rocks/database/rocks_database.h"
#include "events/rocks/rocks_event_log.h"
#include "tests/events/support/log_fixture.h"

// The number of tables in a log's database. If it grew with the number of purges, backups or days,
// it would reach the limit of open files.
namespace countersign::log_tables_test {

using test::LogFixture;
using test::session_id;

constexpr std::uint64_t kTablesMost = 60;
constexpr std::uint64_t kFilesMost = 120;  // open in this process

// COUNTERSIGN_PURGES=105120 is a year of sweeps; the daily test run has fewer.
int purges() {
  const char* wanted = std::getenv("COUNTERSIGN_PURGES");
  return wanted == nullptr ? 300 : std::atoi(wanted);
}

std::uint64_t open_files() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::uint64_t>(std::distance(begin(all), end(all)));
}

// By all calls of this process, to whatever file.
std::uint64_t bytes_written() {
  std::ifstream io("/proc/self/io");
  std::string name;
  std::uint64_t value = 0;
  while (io >> name >> value) {
    if (name == "wchar:") return value;
  }
  FAIL("/proc/self/io has no wchar");
  return 0;
}

std::uint64_t tables_in(const std::filesystem::path& folder) {
  std::uint64_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".sst") ++count;
  }
  return count;
}

bool is_in_a_file_of(const std::filesystem::path& folder, const std::string& text) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (bytes.find(text) != std::string::npos) return true;
  }
  return false;
}

std::string doomed_key(int purge) { return "DOOMED-" + std::to_string(purge) + "-f1b6c0de9a"; }

// A log whose sessions are created and purged.
struct PurgedLog : LogFixture {
  // Writes what a purge leaves in the log before the scrub: a key that is added and then deleted,
  // events, and changes of views.
  void purge(int number) {
    const auto session = static_cast<std::uint8_t>(number % 7);
    REQUIRE_FALSE(with(1, reason(number)).with_key(session, doomed_key(number)).append());
    REQUIRE_FALSE(with(2, reason(number))
                      .with_key(session, std::nullopt)
                      .with_view("purged-" + std::to_string(number % 50), reason(number))
                      .append());
  }
  void purge_and_scrub(int number) {
    purge(number);
    REQUIRE_FALSE(log().scrub_keys());
  }
  // Views whose keys are among those that a purge changes, and which no compression makes smaller.
  void add_views(int count) {
    for (int i = 0; i < count; ++i) {
      std::string bytes(kViewBytes, '\0');
      for (char& byte : bytes) byte = static_cast<char>(random_());
      const std::string name = "purged-" + std::to_string(i % 50) + "-" + std::to_string(i);
      REQUIRE_FALSE(with(0, "a view").with_view(name, std::move(bytes)).append());
    }
  }
  static std::string reason(int number) { return "purge " + std::to_string(number); }

  void check_all_is_read(int purges) {
    std::vector<std::string> expected;
    for (int i = 0; i < purges; ++i) expected.insert(expected.end(), 2, reason(i));
    CHECK(reasons() == expected);
    for (int i = std::max(0, purges - 50); i < purges; ++i) {
      CHECK(view("purged-" + std::to_string(i % 50)) == reason(i));
    }
    CHECK(*log().read_stream(stream_of(session_id(1)), [](const auto&) { return true; }) ==
          StreamVersion(static_cast<std::uint64_t>(purges)));
  }

  static constexpr std::size_t kViewBytes = 100'000;

 private:
  std::minstd_rand random_{1};
};

// A folder whose database has many small tables in sequence in the idle view generation, as left by
// a program that did not merge them.
struct FullOfTables : LogFixture {
  static constexpr int kTables = 120;

  FullOfTables() {
    append_events(5);
    close();
    with_database([](RocksDatabase& database) {
      for (int i = 0; i < kTables; ++i) {
        REQUIRE(database.db().Put({}, database.family(Family::ViewsB), key(i), "value").ok());
        REQUIRE(database.db().Flush({}, database.family(Family::ViewsB)).ok());
      }
    });
    REQUIRE(tables_in(folder()) > kTables / 2);
  }

  static std::string key(int number) { return "key " + std::to_string(1000 + number); }

  void with_database(const std::function<void(RocksDatabase&)>& use) {
    auto database = RocksDatabase::open(folder(), false, false);
    REQUIRE_MESSAGE(database.has_value(), (database ? std::string() : database.error()));
    use(**database);
  }
  int readable() {
    int count = 0;
    with_database([&](RocksDatabase& database) {
      for (int i = 0; i < kTables; ++i) {
        const auto value = database.get(Family::ViewsB, key(i));
        if (value && *value == "value") ++count;
      }
    });
    return count;
  }
};

TEST_CASE("purges do not add up to tables") {
  PurgedLog f;
  const int count = purges();
  std::uint64_t most_tables = 0;
  std::uint64_t most_files = 0;
  for (int i = 0; i < count; ++i) {
    f.purge_and_scrub(i);
    most_tables = std::max(most_tables, f.log().tables());
    most_files = std::max(most_files, open_files());
  }
  CAPTURE(most_tables);
  CAPTURE(most_files);
  CHECK(most_tables < kTablesMost);
  CHECK(most_files < kFilesMost);
  CHECK(tables_in(f.folder()) < kTablesMost);
  // Merged tables read like the tables that they replace, and contain no deleted key.
  f.check_all_is_read(count);
  for (const int i : {0, count / 2, count - 1}) {
    CHECK_FALSE(is_in_a_file_of(f.folder(), doomed_key(i)));
  }
  f.open();
  f.check_all_is_read(count);
}

TEST_CASE("the size of a purge's writes does not depend on the size of the log") {
  constexpr int kViews = 600;
  constexpr int kPurges = 40;
  PurgedLog f;
  f.add_views(kViews);
  for (int i = 0; i < kPurges; ++i) f.purge_and_scrub(i);  // what was large goes to its place
  const std::uint64_t before = bytes_written();
  for (int i = 0; i < kPurges; ++i) f.purge_and_scrub(i);
  const std::uint64_t of_a_purge = (bytes_written() - before) / kPurges;
  CHECK(of_a_purge < kViews * PurgedLog::kViewBytes / 50);
}

TEST_CASE("backups do not add up to tables") {
  LogFixture f;
  for (int i = 0; i < 100; ++i) {
    f.append_events(1);
    // BackupEngine does this before it copies.
    const auto flush = [](const RocksDatabase& database) -> std::optional<std::string> {
      for (const Family family : {Family::Events, Family::Streams, Family::Tree}) {
        if (!database.db().Flush({}, database.family(family)).ok()) return "not flushed";
      }
      return std::nullopt;
    };
    REQUIRE(dynamic_cast<RocksEventLog&>(f.log()).copy_files(flush) == std::nullopt);
  }
  CHECK(f.log().tables() < kTablesMost);
  CHECK(f.reasons() == std::vector<std::string>(100, "because"));
}

// Waits until the log has merged its tables, which an open leaves to a thread.
bool becomes_few(const EventLog& log) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (log.tables() >= kTablesMost && std::chrono::steady_clock::now() < limit) {
    std::this_thread::yield();
  }
  return log.tables() < kTablesMost;
}

TEST_CASE("a folder that is full of tables recovers after it was opened, while it is in use") {
  FullOfTables f;
  f.open();
  CHECK(f.count() == 5);
  REQUIRE_FALSE(f.with(1).append());
  CHECK(becomes_few(f.log()));
  CHECK(f.count() == 6);
  f.close();
  CHECK(tables_in(f.folder()) < kTablesMost);
  CHECK(f.readable() == FullOfTables::kTables);
}

TEST_CASE("writes do not wait for a merge, however many tables there are") {
  LogFixture f;
  f.close();
  auto opened = RocksDatabase::open(f.folder(), false, false);
  REQUIRE(opened.has_value());
  RocksDatabase& database = **opened;
  rocksdb::ColumnFamilyHandle* const views = database.family(Family::ViewsB);
  // No merge begins, as when a damaged table prevents it.
  REQUIRE(database.db()
              .SetOptions(views,
                          {{"level0_file_num_compaction_trigger", "1000"},
                           {"level0_slowdown_writes_trigger", "1000"}})
              .ok());
  for (int i = 0; i < 50; ++i) {
    REQUIRE(database.db().Put({}, views, FullOfTables::key(i), "value").ok());
    REQUIRE(database.db().Flush({}, views).ok());
    std::uint64_t stopped = 1;
    REQUIRE(database.db().GetIntProperty(rocksdb::DB::Properties::kIsWriteStopped, &stopped));
    REQUIRE(stopped == 0);
  }
  CHECK(database.get(Family::ViewsB, FullOfTables::key(49)));
}

TEST_CASE("a log that is closed while it merges its tables has lost none") {
  FullOfTables f;
  for (int i = 0; i < 3; ++i) {
    f.open();
    f.close();
  }
  f.open();
  CHECK(becomes_few(f.log()));
  f.close();
  CHECK(f.readable() == FullOfTables::kTables);
}

TEST_CASE("a damaged table does not keep a folder that is full of tables from opening") {
  FullOfTables f;
  std::vector<std::filesystem::path> tables;
  f.with_database([&](RocksDatabase& database) {
    rocksdb::ColumnFamilyMetaData metadata;
    database.db().GetColumnFamilyMetaData(database.family(Family::ViewsB), &metadata);
    REQUIRE(metadata.levels[1].files.size() > 60);
    tables.push_back(f.folder() / metadata.levels[1].files[30].name.substr(1));
  });
  std::fstream file(tables.front(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(8);
  file.put('!');
  file.close();
  f.open();
  CHECK(f.count() == 5);
  CHECK(becomes_few(f.log()));
  REQUIRE_FALSE(f.with(1).append());
  f.close();
  CHECK(std::filesystem::exists(tables.front()));  // the table is kept as it was
  CHECK(f.readable() == FullOfTables::kTables - 1);
}

}  // namespace countersign::log_tables_test
