#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "projections/backup/create_backup.h"
#include "projections/backup/restore_backup.h"
#include "projections/backup/verify_backup.h"
#include "projections/retention/purge.h"
#include "tests/projections/support/held_slots.h"
#include "tests/projections/support/open_folder.h"

// A folder of backups in which manifests are damaged.
namespace countersign::damaged_manifest_test {

namespace fs = std::filesystem;

struct Torn : OpenFolder {
  TempFolder elsewhere;
  OsRandom random;

  fs::path to() const { return elsewhere.path() / "backups"; }
  fs::path manifest(std::uint32_t number) const {
    return to() / "manifests" / ("000000000" + std::to_string(number));
  }
  BackupReport back_up(std::optional<std::uint64_t> keep = {}) {
    const auto report = create_backup(data(), {to(), keep});
    REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error().why));
    return *report;
  }
  void capture_and_back_up(std::uint64_t n) {
    capture_and_finalize(n);
    back_up();
  }
  void tear(std::uint32_t number) const {
    fs::resize_file(manifest(number), fs::file_size(manifest(number)) / 2);
  }
  ManifestSurvey list() const {
    auto listed = list_backups(to());
    REQUIRE(listed.has_value());
    return *std::move(listed);
  }
  bool is_sound(std::optional<std::uint32_t> number) {
    const auto checked = verify_backup({.from = to(), .number = number, .key = {}});
    REQUIRE(checked.has_value());
    return checked->ok();
  }
  Result<RestoreReport, std::string> restore(std::optional<std::uint32_t> number) {
    const fs::path into = elsewhere.path() / "restored";
    return restore_backup({to(), number, into, path(), clock.now()}, random);
  }
};

TEST_CASE_FIXTURE(Torn, "a damaged manifest hides no other backup") {
  for (const std::uint64_t n : {1, 2, 3}) capture_and_back_up(n);
  tear(2);
  const ManifestSurvey listed = list();
  REQUIRE(listed.records.size() == 2);
  CHECK(listed.records.front().number == 1);
  CHECK(listed.records.back().number == 3);
  REQUIRE(listed.damaged.size() == 1);
  CHECK(listed.damaged.front().file == "manifests/0000000002");
  CHECK(listed.damaged.front().why.find("is damaged: it ends in the middle of a line") !=
        std::string::npos);

  CHECK(is_sound(1));
  CHECK(is_sound(3));
  const auto newest = verify_backup({.from = to(), .number = {}, .key = {}});
  REQUIRE(newest.has_value());
  CHECK_FALSE(newest->damage);
  REQUIRE(newest->damaged_others.size() == 1);
  CHECK_FALSE(newest->ok());
  const auto restored = restore(1);
  REQUIRE(restored.has_value());
  CHECK(restored->readable == 1);
}

TEST_CASE_FIXTURE(Torn, "an older backup is not restored in place of a damaged one unasked") {
  for (const std::uint64_t n : {1, 2}) capture_and_back_up(n);
  tear(2);
  const auto refused = restore({});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().find(manifest(2).string()) != std::string::npos);
  CHECK(refused.error().find("--backup 1 ") != std::string::npos);
  CHECK_FALSE(verify_backup({.from = to(), .number = {}, .key = {}}).has_value());
  CHECK(restore(1).has_value());
}

TEST_CASE_FIXTURE(Torn, "a backup is made beside a damaged one, and nothing of that is removed") {
  for (const std::uint64_t n : {1, 2}) capture_and_back_up(n);
  tear(2);
  capture_and_finalize(3);
  const BackupReport third = back_up(1);
  CHECK(third.record.number == 3);
  REQUIRE(third.damaged.empty());  // it is older than the one that is kept
  CHECK(third.dropped == 2);
  CHECK(is_sound({}));

  for (const std::uint64_t n : {4, 5}) capture_and_back_up(n);
  const std::string of_fifth = content_of(manifest(5));
  tear(5);
  // From now on, only the damaged manifest names the session's file.
  REQUIRE(purge_session(data(),
                        session_id(5),
                        {ActorKind::Client, "svck_acme"},
                        RequestId("r-erase"),
                        clock.now())
              .has_value());
  const BackupReport sixth = back_up(2);
  CHECK(sixth.record.number == 6);
  REQUIRE(sixth.damaged.size() == 1);
  CHECK(sixth.damaged.front().file == "manifests/0000000005");
  CHECK(sixth.dropped == 1);  // 4 and 6 are kept
  CHECK(is_sound(4));
  CHECK(is_sound(6));
  std::ofstream(manifest(5), std::ios::trunc) << of_fifth;
  CHECK(is_sound(5));
  CHECK(list().damaged.empty());
}

TEST_CASE_FIXTURE(Torn, "a folder without a readable manifest is not written to") {
  capture_and_back_up(1);
  tear(1);
  capture_and_finalize(2);
  const auto refused = create_backup(data(), {to()});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().refused);
  CHECK(refused.error().why.find("no manifest in") != std::string::npos);
  CHECK(refused.error().why.find(manifest(1).string()) != std::string::npos);
  CHECK(list().damaged.size() == 1);
}

}  // namespace countersign::damaged_manifest_test
