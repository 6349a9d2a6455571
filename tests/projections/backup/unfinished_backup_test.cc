#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>

#include "tests/events/support/patience.h"
#include "tests/projections/backup/safe.h"
#include "tests/projections/support/held_slots.h"

// Tests what an unfinished backup leaves, and how the next one continues.
namespace countersign::unfinished_backup_test {

namespace fs = std::filesystem;

TEST_CASE_FIXTURE(Safe, "a backup that was given up is none, and the next one clears it away") {
  capture_and_finalize(1);
  back_up();
  capture_and_finalize(2);
  capture_and_finalize(3);
  hold_backups();
  auto backup = std::async(std::launch::async, [&] { return try_back_up(to()); });
  wait_for_database();
  stop = true;
  proceed();
  const auto report = backup.get();
  REQUIRE_FALSE(report.has_value());
  CHECK(report.error().why.find("shutting down") != std::string::npos);
  CHECK(list_backups(to())->records.size() == 1);
  CHECK(is_sound());
  // Files that a crash would leave in addition.
  const FilePlace place(file_id(77), "20200101");
  const fs::path leftover = to() / "files" / place.path();
  fs::create_directories(leftover.parent_path());
  std::ofstream(leftover) << "a part";
  std::ofstream(leftover.string() + ".new") << "a part";
  // A file that no backup can have made belongs to somebody else.
  const fs::path foreign = to() / "files" / place.day / "notes.txt";
  std::ofstream(foreign) << "somebody's";
  stop = false;
  const BackupReport second = back_up();
  CHECK(second.record.number == 2);
  CHECK(second.record.files == 3);
  CHECK_FALSE(fs::exists(leftover));
  CHECK_FALSE(fs::exists(leftover.string() + ".new"));
  CHECK(content_of(foreign) == "somebody's");
  CHECK_FALSE(fs::exists(to() / "UNFINISHED"));
  CHECK(is_sound(1));
  CHECK(is_sound(2));
}

TEST_CASE_FIXTURE(Safe, "a backup that is given up at any place is none, or is a whole one") {
  capture_and_finalize(1);
  back_up();
  capture_and_finalize(2);
  std::uint64_t given_up = 0;
  for (;; ++given_up) {
    CAPTURE(given_up);
    const std::size_t before = list_backups(to())->records.size();
    Patience patience(given_up);
    const auto report = create_backup(data(), {to(), 1, patience.given_up()});
    if (report) break;
    CHECK(report.error().why.find("given up") != std::string::npos);
    // A backup that is said to be made is there, though older ones were not dropped.
    const bool was_made = report.error().why.find("was made") != std::string::npos;
    if (!was_made) CHECK(list_backups(to())->records.size() == before);
    CHECK(is_sound());
  }
  CHECK(given_up > 2);
  CHECK(list_backups(to())->records.size() == 1);
  CHECK_FALSE(fs::exists(to() / "UNFINISHED"));
  CHECK(is_sound());
}

TEST_CASE_FIXTURE(Safe, "a backup that waits for its turn is given up, and nothing is copied") {
  capture_and_finalize(1);
  {
    const FairMutexLock turn(data().erasure().turn());
    std::string of_data;
    std::string of_keys;
    std::thread waiting([&] {
      Patience one(1);  // the first question comes before the turn
      of_data = create_backup(data(), {to(), {}, one.given_up()}).error().why;
      Patience none(0);
      of_keys = back_up_keys(data(), keys_to(), random, none.given_up()).error().why;
    });
    waiting.join();  // while the turn is another's
    CHECK(of_data == kBackupGivenUp);
    CHECK(of_keys == kBackupGivenUp);
  }
  back_up();
  CHECK(is_sound());
  CHECK(back_up_slots().written > 0);
}

TEST_CASE_FIXTURE(Safe, "a folder that an earlier version left unfinished is gone on with") {
  capture_and_finalize(1);
  back_up();
  capture_and_finalize(2);
  back_up();
  const auto leave = [&](const char* mark) { std::ofstream(to() / "UNFINISHED") << mark; };
  const fs::path third = to() / "manifests" / "0000000003";
  std::uint64_t backups = 2;
  SUBCASE("with all manifests") { leave(""); }
  SUBCASE("with all manifests, by a version that wrote a number") { leave("2\n"); }
  SUBCASE("with a backup that was finished, and the mark still there") { leave("1\n"); }
  SUBCASE("with a database whose manifest was begun") {
    back_up();
    fs::rename(third, third.string() + ".new");
    leave("");
  }
  SUBCASE("with a database that was not finished") {
    back_up();
    fs::remove(third);
    SUBCASE("by what the mark says") { leave("2\n"); }
    SUBCASE("by what the operator was told to write") {
      leave("");
      CHECK(why_not(to()).find("write 2 into that file") != std::string::npos);
      leave("2\n");
    }
  }
  SUBCASE("with a database that was being dropped") {
    fs::remove(to() / "manifests" / "0000000001");
    leave("1\n");
    backups = 1;
  }
  capture_and_finalize(3);
  CHECK(back_up().record.number >= 3);
  CHECK(list_backups(to())->records.size() == backups + 1);
  CHECK_FALSE(fs::exists(to() / "UNFINISHED"));
  CHECK(is_sound(2));
  CHECK(is_sound());
}

TEST_CASE_FIXTURE(Safe, "a first backup that was not finished is begun anew") {
  capture_and_finalize(1);
  back_up();
  const fs::path first = to() / "manifests" / "0000000001";
  SUBCASE("by this version") {
    std::ofstream(to() / "UNFINISHED") << "0\n";
    SUBCASE("with its database") { fs::remove(first); }
    SUBCASE("without its database") {
      fs::remove(first);
      fs::remove(to() / "log" / "meta" / "1");
    }
  }
  SUBCASE("by an earlier version") {
    std::ofstream(to() / "UNFINISHED") << "";
    fs::rename(first, first.string() + ".new");
    SUBCASE("with its database") {}
    SUBCASE("without its database") { fs::remove(to() / "log" / "meta" / "1"); }
  }
  back_up();
  CHECK(is_sound());
  CHECK(list_backups(to())->records.size() == 1);
}

}  // namespace countersign::unfinished_backup_test
