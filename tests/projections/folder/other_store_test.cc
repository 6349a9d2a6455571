#include <doctest/doctest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "core/ids.h"
#include "events/vault/folder.h"
#include "projections/retention/purge.h"
#include "tests/projections/support/open_folder.h"

// A data folder whose files are in a store that another node uses too.
namespace countersign::other_store_test {

namespace fs = std::filesystem;

struct Shared : OpenFolder {
  TempFolder mount;

  Shared() { reopen_there(); }

  std::unique_ptr<FileStore> node(const std::string& name) {
    auto opened = FileFolder::open(mount.path() / "files", false, name);
    REQUIRE(opened);
    return *std::move(opened);
  }
  DataFolderOptions there() {
    DataFolderOptions with = options();
    with.file_store = [this](const fs::path&,
                             bool) -> Result<std::unique_ptr<FileStore>, std::string> {
      return node("a1");
    };
    return with;
  }
  void reopen_there() {
    close();
    auto opened = try_open(there());
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    adopt(*std::move(opened));
  }
  // An upload of the node b2 that began at that time, and that no event names.
  FilePlace upload_of_other(UtcTime at) {
    OsRandom random;
    Uuid bytes;
    random.fill(bytes);
    const FilePlace place(FileId(uuid_from_time(at, bytes)), day_of(at));
    const auto store = node("b2");
    const auto made = store->create(place);
    REQUIRE(made);
    REQUIRE(store->commit(place, *made));
    return place;
  }
};

TEST_CASE_FIXTURE(Shared, "files are written, read and purged where the store is") {
  capture(1);
  CHECK(read(1, 1) == "frame of session 1");
  const FilePlace place(file_id(1), day_of(clock.now()));
  CHECK(fs::exists(mount.path() / "files" / place.path()));
  CHECK_FALSE(has_file(1));
  reopen_there();
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(survey().missing_files == 0);
  REQUIRE(purge_session(
      data(), session_id(1), Actor{ActorKind::Operator, "me"}, RequestId("r"), clock.now()));
  CHECK_FALSE(fs::exists(mount.path() / "files" / place.path()));
}

TEST_CASE_FIXTURE(Shared,
                  "an upload of another node is removed by no start and no survey of a day") {
  capture(1);
  const FilePlace young = upload_of_other(clock.now() - std::chrono::hours(23));
  reopen_there();
  const FileSurvey::Progress found = survey();
  CHECK(found.phase == FileSurvey::Phase::Done);
  CHECK(found.removed == 0);
  CHECK(found.strangers == 0);
  CHECK(*node("b2")->has(young));
  CHECK(*node("b2")->is_new(young));
}

TEST_CASE_FIXTURE(Shared,
                  "what another node has left for longer than a day is removed by a survey") {
  capture(1);
  const FilePlace old = upload_of_other(clock.now() - std::chrono::hours(25));
  reopen_there();
  CHECK(*node("b2")->has(old));
  CHECK(survey().removed == 1);
  CHECK_FALSE(*node("b2")->has(old));
  CHECK_FALSE(*node("b2")->is_new(old));
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(Shared, "a store with the files of another log is refused, and stays as it is") {
  capture(1);
  reopen_there();
  OpenFolder stranger("9.9.9");
  stranger.create(5);
  stranger.close();
  DataFolderOptions with = stranger.options();
  with.file_store = there().file_store;
  const auto refused = stranger.try_open(std::move(with));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find("has the files of another log") != std::string::npos);
  reopen_there();
  CHECK(read(1, 1) == "frame of session 1");
  CHECK(survey().strangers == 0);
}

TEST_CASE_FIXTURE(Shared, "a new log does not begin on the store of another") {
  capture(1);
  REQUIRE(purge_session(
      data(), session_id(1), Actor{ActorKind::Operator, "me"}, RequestId("r"), clock.now()));
  reopen_there();  // there are no files, and the store is this log's
  TempFolder place;
  DataFolderOptions with = options();
  with.path = place.path() / "data";
  with.begun_by = "9.9.9";
  with.file_store = there().file_store;
  const auto refused = try_open(std::move(with));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find("has the files of another log") != std::string::npos);
}

TEST_CASE_FIXTURE(Shared,
                  "a file that was stored before its process died, and no event names, goes") {
  capture(1);
  create(2);
  store(2, 2, "frame that no event names");
  const FilePlace place(file_id(2), day_of(clock.now()));
  reopen_there();
  CHECK(*node("a1")->has(place));
  CHECK(survey().removed == 1);
  CHECK_FALSE(*node("a1")->has(place));
  CHECK_FALSE(*node("a1")->is_new(place));
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(Shared, "a store that has none of the files that the log names is refused") {
  capture(1);
  close();
  fs::rename(mount.path() / "files", mount.path() / "away");
  const auto refused = try_open(there());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find((mount.path() / "files").string() + " is refused: it has none") !=
        std::string::npos);
  fs::remove_all(mount.path() / "files");
  fs::rename(mount.path() / "away", mount.path() / "files");
  reopen_there();
  CHECK(read(1, 1) == "frame of session 1");
}

}  // namespace countersign::other_store_test
