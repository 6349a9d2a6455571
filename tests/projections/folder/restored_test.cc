#include "projections/folder/restored.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "projections/backup/create_backup.h"
#include "projections/backup/key_backup.h"
#include "projections/backup/restore_backup.h"
#include "tests/projections/support/open_folder.h"

// The first start of a folder that was restored from a backup.
namespace countersign::restored_test {

namespace fs = std::filesystem;

struct JustRestored : OpenFolder {
  JustRestored() {
    capture_and_finalize(1);
    REQUIRE(create_backup(data(), {elsewhere.path() / "backups"}).has_value());
    const fs::path slots = elsewhere.path() / "slots";
    REQUIRE(back_up_keys(data(), slots, random).has_value());
    const auto report =
        restore_backup({elsewhere.path() / "backups", {}, restored(), slots, clock.now()}, random);
    REQUIRE_MESSAGE(report.has_value(), (report ? std::string() : report.error()));
    close();
  }
  fs::path restored() const { return elsewhere.path() / "restored"; }
  // The reason why the restored folder does not start; empty if it started and was read.
  std::string start() {
    DataFolderOptions with = options();
    with.path = restored();
    auto opened = try_open(std::move(with));
    if (!opened) return opened.error();
    adopt(*std::move(opened));
    CHECK(read(1, 1) == "frame of session 1");
    close();
    return {};
  }

  TempFolder elsewhere;
  OsRandom random;
};

TEST_CASE_FIXTURE(JustRestored, "a folder that an earlier version restored starts") {
  const AtomicFile marker = restored_marker(restored());
  std::string text = **marker.read();
  const std::string said = ",\"unreadable\":0";
  REQUIRE(text.find(said) != std::string::npos);
  text.erase(text.find(said), said.size());
  REQUIRE_FALSE(marker.write(text));
  CHECK(start() == "");
  CHECK_FALSE(marker.exists());
}

TEST_CASE_FIXTURE(OpenFolder, "a restore that was killed in its first moment is no new folder") {
  close();
  const TempFolder elsewhere;
  DataFolderOptions with = options();
  with.path = elsewhere.path() / "killed";
  fs::create_directory(with.path);
  fs::permissions(with.path, fs::perms::owner_all);
  std::ofstream(with.path / "RESTORED.new") << "";
  const auto opened = try_open(std::move(with));
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().find("was not restored to the end") != std::string::npos);
  CHECK_FALSE(fs::exists(elsewhere.path() / "killed/log"));
}

TEST_CASE_FIXTURE(JustRestored, "a restored folder misses its files at its first start") {
  const fs::path files = restored() / "files";
  const fs::path away = elsewhere.path() / "away";
  fs::rename(files, away);
  SUBCASE("they are not there") {}
  SUBCASE("their place is empty, as when nothing is mounted there") {
    fs::create_directory(files);
    fs::permissions(files, fs::perms::owner_all);
  }
  CHECK(start().find("none of the 1 stored file that") != std::string::npos);
  CHECK(restored_marker(restored()).exists());
  fs::remove_all(files);
  fs::rename(away, files);
  CHECK(start() == "");
}

}  // namespace countersign::restored_test
