#include "projections/backup/restore_backup.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "projections/folder/rotation.h"
#include "tests/projections/backup/safe.h"
#include "tests/projections/support/held_slots.h"

// Tests what a restore brings back.
namespace countersign::restore_backup_test {

namespace fs = std::filesystem;

TEST_CASE_FIXTURE(Safe, "a restored folder is the one that was backed up") {
  capture_and_finalize(1);
  capture(2);
  const Sha256 root(data().log().head().root);
  back_up();
  capture(3);
  const RestoreReport report = restore({}, path());
  CHECK(report.readable == 2);
  CHECK(report.unreadable == 0);
  CHECK(Sha256(data().log().head().root) == root);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(read(2, 2) == "frame of session 2");
  CHECK(views_are_right());
  CHECK_FALSE(fs::exists(restored() / "RESTORED"));
  // The restored folder continues, also with an upload that was open.
  finalize(2);
  capture_and_finalize(4);
  CHECK(read(4, 4) == "frame of session 4");
  CHECK(is_sound());
}

TEST_CASE_FIXTURE(Safe, "without keys the log is restored, and every session is purged") {
  capture_and_finalize(1);
  capture(2);
  back_up();
  const RestoreReport report = restore({}, {});
  CHECK(report.readable == 0);
  CHECK(report.unreadable == 2);
  Actor actor;
  CHECK(purge_of(1, actor)->reason == PurgeReason::Restore);
  CHECK(purge_of(2, actor)->reason == PurgeReason::Restore);
  CHECK((*queries().session(session_id(2)))->status == SessionStatus::Canceled);
  CHECK(queries().totals()->files_held() == 0);
  CHECK(views_are_right());
  capture_and_finalize(3);
  CHECK(read(3, 3) == "frame of session 3");
}

TEST_CASE_FIXTURE(Safe,
                  "a backup that was made without any file is restored to a log that is served") {
  capture_and_finalize(1);
  back_up_slots();
  fs::remove(find_file(1));
  CHECK(back_up().record.missing == 1);
  restore({}, keys_to());
  CHECK(fs::exists(restored() / "files" / "LOST"));
  // Open the folder again, now that it is like any other folder.
  close();
  DataFolderOptions with = options();
  with.path = restored();
  auto opened = try_open(std::move(with));
  REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
  adopt(*std::move(opened));
  CHECK((*queries().session(session_id(1)))->status == SessionStatus::Completed);
  CHECK_FALSE(read(1, 1).has_value());
}

TEST_CASE_FIXTURE(Safe, "a session under a legal hold is not purged by a restore") {
  capture_and_finalize(1);
  commit(to_session(session_id(1), SetHold{clock.now(), "a case"}));
  back_up();
  restore({}, {});
  Actor actor;
  CHECK(purge_of(1, actor) == nullptr);
  CHECK(has_stored_file(restored(), 1));
  CHECK_FALSE(data().session_key(session_id(1)).has_value());
  CHECK(views_are_right());
}

TEST_CASE_FIXTURE(Safe, "keys of another log are not taken for those of this one") {
  capture_and_finalize(1);
  back_up();
  const auto refused = [&](const fs::path& keys) {
    const auto report = try_restore({}, keys);
    REQUIRE_FALSE(report.has_value());
    return report.error();
  };
  SUBCASE("a data folder") {
    const Stranger stranger(*this);
    CHECK(refused(stranger.data->path()).find("the keys of another log") != std::string::npos);
  }
  SUBCASE("a data folder that has lost its log") {
    Stranger stranger(*this);
    const fs::path folder = stranger.data->path();
    stranger.data.reset();
    fs::remove_all(folder / "log");
    CHECK(refused(folder).find("not the keys of this log") != std::string::npos);
  }
  SUBCASE("a folder that has none") {
    CHECK(refused(elsewhere.path()).find("is neither a copy of keys") != std::string::npos);
  }
  SUBCASE("a backup of keys, which says whose they are") {
    const Stranger stranger(*this);
    REQUIRE(back_up_keys(*stranger.data, keys_to(), random).has_value());
    CHECK(refused(keys_to()).find("the keys of another log") != std::string::npos);
    const auto over = back_up_keys(data(), keys_to(), random);
    REQUIRE_FALSE(over.has_value());
    CHECK(over.error().refused);
  }
}

TEST_CASE_FIXTURE(Safe, "sessions whose keys are lost after a restore are not purged") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  back_up();
  back_up_slots();
  erase(2);
  const auto report = try_restore({}, path());
  REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error()));
  CHECK(report->unreadable == 0);
  fs::remove_all(restored());
  const auto again = try_restore({}, keys_to());
  REQUIRE_MESSAGE(again.has_value(), (again ? std::string() : again.error()));
  CHECK(again->unreadable == 0);
  close();
  const auto start = [&] {
    DataFolderOptions with = options();
    with.path = restored();
    return try_open(std::move(with));
  };
  std::vector<fs::path> lost;
  for (const auto& entry : fs::directory_iterator(restored() / "keys")) {
    if (entry.path().filename() != to_string(kServiceSlot)) lost.push_back(entry.path());
  }
  const fs::path kept = elsewhere.path() / "lost";
  fs::create_directory(kept);
  for (const fs::path& file : lost) fs::rename(file, kept / file.filename());
  const auto refused = start();
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().find("2 sessions have lost the key") != std::string::npos);
  for (const fs::path& file : lost) fs::rename(kept / file.filename(), file);
  auto opened = start();
  REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
  adopt(*std::move(opened));
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(Safe, "a restore writes into the folder that it made, whoever takes its path") {
  capture_and_finalize(1);
  back_up();
  back_up_slots();
  const fs::path victim = elsewhere.path() / "victim";
  fs::create_directories(victim / "log");
  fs::create_directories(victim / "keys");
  std::ofstream(victim / "log" / "ANCHOR") << "another's";
  std::ofstream(victim / "MASTER-KEY-ID") << "another's";
  // An attacker who waits for the marker file of the restore, and then takes the folder's place.
  bool swapped = false;
  for (int attempt = 0; attempt < 20 && !swapped; ++attempt) {
    std::atomic<bool> over{false};
    auto restoring = std::async(std::launch::async, [&] {
      const auto report = try_restore({}, keys_to());
      const bool whole = report.has_value();
      over = true;
      return whole;
    });
    while (!over && !fs::exists(restored() / "RESTORED")) std::this_thread::yield();
    const fs::path moved = elsewhere.path() / ("moved" + std::to_string(attempt));
    fs::rename(restored(), moved);
    fs::create_directory_symlink(victim, restored());
    swapped = !over;
    CHECK(restoring.get());
    CHECK(fs::exists(moved / "MASTER-KEY-ID"));
    fs::remove(restored());
  }
  CHECK(swapped);
  CHECK(content_of(victim / "log" / "ANCHOR") == "another's");
  CHECK(content_of(victim / "MASTER-KEY-ID") == "another's");
  CHECK(fs::is_empty(victim / "keys"));
  CHECK_FALSE(fs::exists(victim / "RESTORED"));
}

TEST_CASE_FIXTURE(Safe, "a backup from before a rotation opens with the master key of today") {
  capture_and_finalize(1);
  back_up();
  back_up_slots();
  const auto rotated = rotate_master_key(data(),
                                         options(9).master_key,
                                         LostSlots::Refuse,
                                         kClientActor,
                                         RequestId("r-rotate"),
                                         clock.now());
  REQUIRE(rotated.has_value());
  const KeyBackupReport mirrored = back_up_slots();
  CHECK(mirrored.written == mirrored.slots);
  CHECK(back_up_slots().written == 0);
  restore({}, keys_to(), 9);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(views_are_right());
}

}  // namespace countersign::restore_backup_test
