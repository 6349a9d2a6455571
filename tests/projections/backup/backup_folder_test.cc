#include "projections/backup/backup_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "tests/events/support/patience.h"
#include "tests/projections/backup/safe.h"
#include "tests/projections/support/held_slots.h"

namespace countersign::backup_folder_test {

namespace fs = std::filesystem;

TEST_CASE_FIXTURE(Safe, "a backup stays in its folder when another takes the folder's path") {
  capture_and_finalize(1);
  back_up();
  auto folder = BackupFolder::open(to(), LogBackups::Access::Write);
  REQUIRE_MESSAGE(folder.has_value(), (folder ? std::string() : folder.error()));
  const fs::path moved = elsewhere.path() / "moved";
  const fs::path victim = elsewhere.path() / "victim";
  fs::create_directories(victim / "log" / "private" / "9");
  fs::create_directories(victim / "log" / "shared_checksum");
  std::ofstream(victim / "log" / "shared_checksum" / "notes.txt") << "somebody's";
  fs::rename(to(), moved);
  fs::create_directory_symlink(victim, to());
  const auto number = folder->log().create(data().log(), [] { return std::nullopt; });
  REQUIRE_MESSAGE(number.has_value(), (number ? std::string() : number.error()));
  CHECK(*number == 2);
  CHECK_FALSE(folder->clear({}));
  CHECK(fs::exists(moved / "log" / "meta" / "1"));
  CHECK_FALSE(fs::exists(moved / "log" / "meta" / "2"));  // it has no manifest
  CHECK(content_of(victim / "log" / "shared_checksum" / "notes.txt") == "somebody's");
  CHECK(fs::exists(victim / "log" / "private" / "9"));
  CHECK_FALSE(fs::exists(victim / "log" / "meta"));
}

TEST_CASE_FIXTURE(Safe, "clearing away that is given up removes nothing, and is done by the next") {
  capture_and_finalize(1);
  back_up();
  const fs::path leftover = to() / "files" / FilePlace(file_id(77), "20200101").path();
  fs::create_directories(leftover.parent_path());
  std::ofstream(leftover) << "a part";
  auto folder = BackupFolder::open(to(), LogBackups::Access::Write);
  REQUIRE_MESSAGE(folder.has_value(), (folder ? std::string() : folder.error()));
  for (std::uint64_t questions = 0; questions < 2; ++questions) {
    Patience patience(questions);  // after a manifest was read, and before a file is removed
    CHECK(folder->clear(patience.given_up()) == kBackupGivenUp);
    CHECK(patience.is_over());
    CHECK(fs::exists(leftover));
  }
  CHECK_FALSE(folder->clear({}));
  CHECK_FALSE(fs::exists(leftover));
}

}  // namespace countersign::backup_folder_test
