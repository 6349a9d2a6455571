#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "events/vault/key_slot.h"
#include "projections/folder/data_folder.h"
#include "projections/folder/rebuild.h"
#include "tests/projections/support/open_folder.h"

// Tests starts of a folder that lacks a part or has a part of another folder, and the surveys after
// them.
namespace countersign::incomplete_folder_test {

namespace fs = std::filesystem;

// Takes parts of a closed folder away and can put them back.
class TakenAway {
 public:
  TakenAway(const OpenFolder& folder, std::vector<std::string> parts)
      : folder_(folder.path()), parts_(std::move(parts)) {
    for (const std::string& part : parts_) fs::rename(folder_ / part, kept_.path() / part);
  }
  void copy(const fs::path& part, const fs::path& to) const {
    fs::create_directories(to.parent_path());
    fs::copy(kept_.path() / part, to);
  }
  void put_back() {
    for (const std::string& part : parts_) {
      fs::remove_all(folder_ / part);
      fs::rename(kept_.path() / part, folder_ / part);
    }
  }

 private:
  const fs::path folder_;
  const std::vector<std::string> parts_;
  TempFolder kept_;
};

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct Incomplete : OpenFolder {
  // The reason why the closed folder is refused for serving.
  std::string refusal() {
    const auto opened = try_open(options());
    REQUIRE_FALSE(opened.has_value());
    return opened.error();
  }
  // Opens the closed folder, surveys its files, and closes it again. Returns the warnings for the
  // operator.
  std::string warnings() {
    std::string told;
    DataFolderOptions telling = options();
    telling.warn = [&](std::string_view what) { told += std::string(what) + '\n'; };
    const auto opened = try_open(std::move(telling));
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    (*opened)->survey().run();
    return told;
  }
  // Replaces a part of the closed folder with a copy of `from`.
  void replace(const fs::path& part, const fs::path& from) {
    fs::remove_all(path() / part);
    fs::copy(from, path() / part, fs::copy_options::recursive);
    fs::permissions(path() / part, fs::perms::owner_all);
  }
  void check_whole() {
    open();
    CHECK(read(1, 1) == "frame of session 1");
    CHECK_FALSE(verify(data())->first_difference.has_value());
  }
};

TEST_CASE_FIXTURE(Incomplete,
                  "a start without its log makes no other, and removes no stored file") {
  capture_and_finalize(1);
  close();
  TakenAway log(*this, {"log"});
  SUBCASE("it is not there") {
    CHECK(contains(refusal(), "there is no log in"));
    CHECK_FALSE(fs::exists(path() / "log"));
  }
  SUBCASE("its place is empty, as when nothing is mounted there") {
    fs::create_directory(path() / "log");
    fs::permissions(path() / "log", fs::perms::owner_all);
    CHECK(contains(refusal(), "there is no log in"));
    CHECK(fs::is_empty(path() / "log"));
  }
  SUBCASE("there is a new one, in which nothing has happened") {
    REQUIRE(EventLog::open(path() / "log", {}).has_value());
    CHECK(contains(refusal(), "its log is empty, but the folder has stored files"));
  }
  CHECK(has_file(1));
  log.put_back();
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "a log in which nothing has happened destroys no key slot") {
  create(1);
  close();
  TakenAway log(*this, {"log"});
  REQUIRE(EventLog::open(path() / "log", {}).has_value());
  CHECK(contains(refusal(), "has no stored files and 1 key slot, which exist only after an event"));
  log.put_back();
  open();
  CHECK(data().session_key(session_id(1)).has_value());
}

TEST_CASE_FIXTURE(Incomplete, "MASTER-KEY-ID is not made anew in a folder that is in use") {
  capture_and_finalize(1);
  close();
  std::vector<std::string> parts{"MASTER-KEY-ID"};
  SUBCASE("beside all the rest") {}
  SUBCASE("beside the log and the files") { parts.emplace_back("keys"); }
  SUBCASE("beside the keys and the files") { parts.emplace_back("log"); }
  SUBCASE("beside the log") { parts = {"MASTER-KEY-ID", "keys", "files"}; }
  SUBCASE("beside the keys") { parts = {"MASTER-KEY-ID", "log", "files"}; }
  SUBCASE("beside the files") { parts = {"MASTER-KEY-ID", "log", "keys"}; }
  TakenAway taken(*this, parts);
  const std::string why = refusal();
  CHECK(contains(why, "its file MASTER-KEY-ID is missing"));
  CHECK(contains(why, "shows that the folder is in use"));
  for (const std::string& part : parts) CHECK_FALSE(fs::exists(path() / part));
  taken.put_back();
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "key slots that are lost are not made anew") {
  capture_and_finalize(1);
  close();
  TakenAway keys(*this, {"keys"});
  CHECK(contains(refusal(), "there are no key slots"));
  fs::create_directory(path() / "keys");
  fs::permissions(path() / "keys", fs::perms::owner_all);
  CHECK(contains(refusal(), "the service slot"));
  CHECK(fs::is_empty(path() / "keys"));
  keys.put_back();
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "a start says which key slots are lost, and of how many sessions") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  close();
  CHECK(warnings().empty());
  const fs::path away = path().parent_path() / "slot";
  fs::path slot;
  for (const auto& entry : fs::directory_iterator(path() / "keys")) {
    // The slot of the day on which the finalized sessions are due.
    if (entry.path().filename().string().starts_with(day_of(clock.now() + 30 * kDay))) {
      slot = entry.path();
    }
  }
  REQUIRE_FALSE(slot.empty());
  fs::rename(slot, away);
  const std::string name = "keys: the slot " + slot.filename().string();
  CHECK(contains(warnings(), name + " is missing: the files of 2 sessions"));
  std::ofstream(slot) << "junk";
  CHECK(contains(warnings(),
                 name + " cannot be opened, it was cut short or changed: the files of 2 sessions"));
  fs::rename(away, slot);
  CHECK(warnings().empty());
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "wrapped keys that the log has lost are missed by the survey") {
  capture_and_finalize(1);
  close();
  {
    auto log = EventLog::open(path() / "log", {});
    REQUIRE_MESSAGE(log.has_value(), (log ? std::string() : log.error()));
    REQUIRE_FALSE((*log)->replace_keys({{session_id(1), std::nullopt}}));
  }
  CHECK(contains(warnings(),
                 "keys: the log has no readable key of 1 session: its files cannot be read"));
}

TEST_CASE_FIXTURE(Incomplete, "stored files that are lost are missed at the start") {
  capture_and_finalize(1);
  close();
  TakenAway files(*this, {"files"});
  const fs::path foreign = path() / "files" / FilePlace(file_id(77), day_of(clock.now())).path();
  SUBCASE("they are not there") {
    CHECK(contains(refusal(), "none of the 1 stored file that the log names"));
    CHECK_FALSE(fs::exists(path() / "files"));
  }
  SUBCASE("their place is empty, as when nothing is mounted there") {
    fs::create_directory(path() / "files");
    fs::permissions(path() / "files", fs::perms::owner_all);
    CHECK(contains(refusal(), "none of the 1 stored file that the log names"));
    CHECK(fs::is_empty(path() / "files"));
  }
  SUBCASE("another folder's are there, and stay") {
    fs::create_directories(foreign.parent_path());
    fs::permissions(path() / "files", fs::perms::owner_all);
    std::ofstream(foreign) << "another folder's";
    CHECK(contains(refusal(), "and files that the log does not name"));
    CHECK_FALSE(fs::exists(path() / "files" / "new"));
    CHECK(fs::exists(foreign));
    // They stay even if this log's own files are given up.
    std::ofstream(path() / "files" / "LOST") << "";
    open();
    CHECK((*queries().session(session_id(1)))->status == SessionStatus::Completed);
    CHECK_FALSE(read(1, 1).has_value());
    CHECK(fs::exists(foreign));
    // They also stay once there are files of this log again.
    capture_and_finalize(2);
    reopen();
    CHECK(survey().strangers == 1);
    CHECK(fs::exists(foreign));
    CHECK(read(2, 2) == "frame of session 2");
    close();
  }
  files.put_back();
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "a log without a session removes no stored file") {
  capture_and_finalize(1);
  close();
  OpenFolder other;  // it has one event and no session
  other.close();
  TakenAway log(*this, {"log"});
  replace("log", other.path() / "log");
  CHECK(contains(refusal(), "its log has no session, but the folder has stored files"));
  CHECK(has_file(1));
  log.put_back();
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "an older log removes no file that was stored since") {
  capture_and_finalize(1);
  close();
  TempFolder snapshot;
  fs::copy(path() / "log", snapshot.path() / "log", fs::copy_options::recursive);
  open();
  capture_and_finalize(2);
  capture_and_finalize(3);
  store(3, 99, "an upload that a crash cut short");
  close();
  TakenAway log(*this, {"log"});
  replace("log", snapshot.path() / "log");
  for (int start = 0; start < 2; ++start) {
    const std::string told = warnings();
    CHECK(contains(told, "3 files that the log does not name are kept"));
    CHECK(contains(told, "REMOVE-UNNAMED"));
    CHECK_FALSE(contains(told, "are missing"));
  }
  for (const std::uint64_t n : {1, 2, 3, 99}) CHECK(has_file(n));
  log.put_back();
  CHECK(warnings().empty());
  CHECK_FALSE(has_file(99));
  check_whole();
  CHECK(read(3, 3) == "frame of session 3");
}

TEST_CASE_FIXTURE(Incomplete,
                  "another folder's files are kept although one of the log's is there") {
  for (const std::uint64_t n : {1, 2, 3}) capture_and_finalize(n);
  close();
  OpenFolder other;
  for (const std::uint64_t n : {11, 12}) other.capture_and_finalize(n);
  other.close();
  TakenAway files(*this, {"files"});
  replace("files", other.path() / "files");
  const fs::path own = path() / "files" / FilePlace(file_id(1), day_of(clock.now())).path();
  files.copy("files" / fs::relative(own, path() / "files"), own);
  const std::string told = warnings();
  CHECK(contains(told, "2 of the 3 stored files that the log names are missing"));
  CHECK(contains(told, "2 files that the log does not name are kept"));
  for (const std::uint64_t n : {1, 11, 12}) CHECK(has_file(n));
  files.put_back();
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "a stored file is missed when its name is under another day") {
  for (const std::uint64_t n : {1, 2}) capture_and_finalize(n);
  close();
  const fs::path files = path() / "files";
  const fs::path own = FilePlace(file_id(2), day_of(clock.now())).path();
  const fs::path other = FilePlace(file_id(2), "20200101").path();
  fs::create_directories((files / other).parent_path());
  fs::rename(files / own, files / other);
  const std::string told = warnings();
  CHECK(contains(told, "1 of the 2 stored files that the log names is missing"));
  CHECK(contains(told, "1 file that the log does not name is kept"));
  fs::rename(files / other, files / own);
  CHECK(warnings().empty());
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "what the log has purged is removed, whatever is missing") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  record_purge(1, PurgeReason::Retention);
  SUBCASE("it is not among the new files") {}
  SUBCASE("it is among the new files, where a power cut brought it back") {
    const FilePlace place(file_id(1), day_of(clock.now()));
    fs::create_hard_link(find_file(1), path() / "files" / place.new_path());
  }
  close();
  fs::remove(find_file(2));
  const fs::path stranger = path() / "files" / FilePlace(file_id(77), "20200101").path();
  fs::create_directories(stranger.parent_path());
  std::ofstream(stranger) << "another folder's";
  CHECK(contains(refusal(), "none of the 1 stored file that the log names, and files that"));
  CHECK(has_file(1));
  std::ofstream(path() / "files" / "LOST") << "";
  CHECK(contains(warnings(), "1 file that the log does not name is kept"));
  CHECK_FALSE(has_file(1));
  CHECK(fs::exists(stranger));
  CHECK_FALSE(fs::exists(path() / "PURGING"));
}

TEST_CASE_FIXTURE(Incomplete, "an operator's order removes what the log does not name, once") {
  capture_and_finalize(1);
  store(1, 99, "an upload that a crash cut short");
  close();
  const fs::path stranger = path() / "files" / FilePlace(file_id(77), "20200101").path();
  const auto put_stranger = [&] {
    fs::create_directories(stranger.parent_path());
    std::ofstream(stranger) << "another folder's";
  };
  put_stranger();
  CHECK(contains(
      warnings(),
      "2 files that the log does not name are kept, the first is " + (path() / "files").string()));
  CHECK(has_file(99));
  std::ofstream(path() / "files" / "REMOVE-UNNAMED") << "";
  CHECK(warnings().empty());
  CHECK_FALSE(has_file(99));
  CHECK_FALSE(fs::exists(stranger));
  CHECK_FALSE(fs::exists(path() / "files" / "REMOVE-UNNAMED"));
  put_stranger();
  CHECK(contains(warnings(), "1 file that"));
  CHECK(fs::exists(stranger));
  // A folder is not an order: it could not be removed afterwards, so the order would stay for ever.
  fs::create_directory(path() / "files" / "REMOVE-UNNAMED");
  CHECK(contains(warnings(), "1 file that"));
  CHECK(fs::exists(stranger));
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "the rests of uploads are removed however the clock was set") {
  capture_and_finalize(1);
  for (const Duration by : {Duration(0), -1000 * kDay, 2000 * kDay}) {
    clock.advance(by);
    store(1, 99, "an upload that a crash cut short");
    close();
    CHECK(warnings().empty());
    CHECK_FALSE(has_file(99));
    check_whole();
  }
}

TEST_CASE_FIXTURE(Incomplete, "a file whose event came right before a crash is kept by every log") {
  create(1);
  commit(challenging(session_id(1), Step::Liveness, 1, clock.now()));
  close();
  TempFolder snapshot;
  fs::copy(path() / "log", snapshot.path() / "log", fs::copy_options::recursive);
  open();
  const StoredFile file = store(1, 1, "frame of session 1");
  commit(sending_frames(session_id(1), 1, {file}, clock.now()));
  reopen();  // as after a crash before the file left the new files
  close();
  TakenAway log(*this, {"log"});
  replace("log", snapshot.path() / "log");
  CHECK(contains(warnings(), "1 file that the log does not name is kept"));
  log.put_back();
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "a folder that lacks its files can be looked at, and none are made") {
  capture_and_finalize(1);
  close();
  TakenAway files(*this, {"files"});
  DataFolderOptions reading = options();
  reading.read_only = true;
  {
    const auto opened = try_open(std::move(reading));
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    CHECK((*(*opened)->queries().session(session_id(1)))->status == SessionStatus::Completed);
  }
  CHECK_FALSE(fs::exists(path() / "files"));
  files.put_back();
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete,
                  "a survey says how many of the files that the log names are missing") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const StoredFile orphan = store(1, 99, "an upload that a crash cut short");
  close();
  fs::remove(find_file(2));
  std::string told;
  DataFolderOptions telling = options();
  telling.progress = [&](std::string_view what) { told += what; };
  telling.warn = [&](std::string_view what) { told += "warning: " + std::string(what); };
  {
    const auto opened = try_open(std::move(telling));
    REQUIRE(opened.has_value());
    (*opened)->survey().run();
  }
  CHECK(contains(told, "warning: files: 1 of the 2 stored files that the log names is missing"));
  CHECK(contains(told, "removed 1 file that no event names"));
  CHECK_FALSE(has_file(99));
  check_whole();
}

}  // namespace countersign::incomplete_folder_test
