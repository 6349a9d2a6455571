#include "projections/folder/data_folder.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "core/machine/files/atomic_file.h"
#include "events/vault/key_slot.h"
#include "projections/folder/rebuild.h"
#include "projections/views/session/sessions.h"
#include "tests/events/tlog/note/keys.h"
#include "tests/projections/support/open_folder.h"
#include "tests/projections/support/tampering.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

// Gives a closed folder views of other versions.
void tamper_with_closed(
    const OpenFolder& folder,
    const std::string& versions,
    const std::function<void(ViewBatch&)>& tamper = [](ViewBatch&) {}) {
  auto log = EventLog::open(folder.path() / "log", {});
  REQUIRE_MESSAGE(log.has_value(), (log ? std::string() : log.error()));
  tamper_with_views(**log, versions, tamper);
}

TEST_CASE_FIXTURE(OpenFolder, "a capture is there again after the folder was closed") {
  capture_and_finalize(1);
  const Sequence head = queries().head();
  reopen();
  CHECK(queries().head() == head);
  CHECK((*queries().session(session_id(1)))->status == SessionStatus::Completed);
  CHECK(read(1, 1) == "frame of session 1");
  CHECK_FALSE(verify(data())->first_difference.has_value());
  CHECK_FALSE(data().anchor_failure().has_value());
  capture_and_finalize(2);
  CHECK(read(2, 2) == "frame of session 2");
}

TEST_CASE_FIXTURE(OpenFolder, "what a command has changed is read as soon as it is answered") {
  commit(of_operator(acme, AddSecret{clock.now(), SecretHash(sha256("second"))}));
  CHECK((*queries().client(acme))->secrets.size() == 2);
  commit(of_operator(acme, RevokeSecret{clock.now(), 1}));
  const auto client = *queries().client(acme);
  REQUIRE(client->secrets.size() == 1);
  CHECK(client->secrets[0].secret_id == 2);
}

TEST_CASE_FIXTURE(OpenFolder, "a folder is held by one process at a time") {
  const auto second = try_open(options());
  REQUIRE_FALSE(second.has_value());
  CHECK_FALSE(second.error().empty());
  create(1);
  close();
  CHECK(try_open(options()).has_value());
}

TEST_CASE_FIXTURE(OpenFolder, "a folder whose lock file is removed is held by one process still") {
  create(1);
  REQUIRE(fs::remove(path() / "log" / "LOCK"));
  const auto second = try_open(options());
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error() == "the data folder " + path().string() + " is in use by another process");
}

TEST_CASE_FIXTURE(OpenFolder, "a folder in which others may replace files is not served from") {
  capture_and_finalize(1);
  close();
  const auto refusal_at = [&](const fs::path& place, ::mode_t mode, bool read_only) {
    REQUIRE(::chmod(place.c_str(), mode) == 0);
    DataFolderOptions with = options();
    with.read_only = read_only;
    const auto opened = try_open(std::move(with));
    REQUIRE(::chmod(place.c_str(), 0700) == 0);
    return opened ? std::string() : opened.error();
  };
  for (const char* part : {"", "keys", "log", "files"}) {
    const fs::path place = *part == '\0' ? path() : path() / part;
    CAPTURE(place);
    for (const bool read_only : {false, true}) {
      for (const ::mode_t mode : {0777U, 0770U, 0720U, 0702U, 0775U, 01777U}) {
        CAPTURE(mode);
        const std::string refusal = refusal_at(place, mode, read_only);
        CHECK(refusal.find("others may write to it") != std::string::npos);
        CHECK(refusal.find(place.string()) != std::string::npos);
        CHECK(refusal.find("chmod go-w") != std::string::npos);
      }
      for (const ::mode_t mode : {0700U, 0750U, 0755U}) {
        CAPTURE(mode);
        CHECK(refusal_at(place, mode, read_only) == "");
      }
    }
  }
  // The refusals have lost nothing.
  open();
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(OpenFolder, "a folder that everybody may replace is not served from") {
  close();
  const fs::path parent = path().parent_path();
  for (const fs::path& named : {path(), path() / ""}) {
    CAPTURE(named);
    DataFolderOptions with = options();
    with.path = named;
    REQUIRE(::chmod(parent.c_str(), 0777) == 0);
    const auto opened = try_open(std::move(with));
    REQUIRE(::chmod(parent.c_str(), 0700) == 0);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().find("everybody may replace it") != std::string::npos);
  }
  // In a folder like /tmp only the owner may replace an entry. A group that shares a folder is
  // trusted with it.
  for (const ::mode_t mode : {01777U, 0775U}) {
    CAPTURE(mode);
    REQUIRE(::chmod(parent.c_str(), mode) == 0);
    open();
    close();
  }
}

TEST_CASE("a data folder is made for its owner alone, whatever the umask is") {
  for (const ::mode_t mask : {0000U, 0002U, 0022U, 0077U}) {
    CAPTURE(mask);
    const ::mode_t before = ::umask(mask);
    OpenFolder folder;
    ::umask(before);
    struct ::stat status {};
    REQUIRE(::stat(folder.path().c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0700);
    folder.close();
    folder.open();
  }
}

TEST_CASE_FIXTURE(OpenFolder, "another master key is refused and changes nothing") {
  capture_and_finalize(1);
  close();
  const auto wrong = try_open(options(8));
  REQUIRE_FALSE(wrong.has_value());
  CHECK(wrong.error().find("master key") != std::string::npos);
  open();
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(OpenFolder, "views of another version are rebuilt when the folder is opened") {
  capture_and_finalize(1);
  close();
  tamper_with_closed(*this, "sessions.0", [](ViewBatch& views) {
    views.put(space::kSessions, Sessions::key(session_id(1)), "of an old shape");
    views.put(200, "of a view that is no more", "x");
  });
  std::string told;
  DataFolderOptions telling = options();
  telling.progress = [&](std::string_view what) { told += what; };
  {
    const auto opened = try_open(std::move(telling));
    REQUIRE(opened.has_value());
    CHECK((*(*opened)->queries().session(session_id(1)))->id == session_id(1));
    CHECK(*views_are_current((*opened)->log()));
  }
  CHECK(told.find("views: rebuilding") != std::string::npos);
  open();
  CHECK_FALSE(verify(data())->first_difference.has_value());
}

TEST_CASE_FIXTURE(OpenFolder, "views that are current are not rebuilt") {
  create(1);
  close();
  std::string told;
  DataFolderOptions telling = options();
  telling.progress = [&](std::string_view what) { told += what; };
  CHECK(try_open(std::move(telling)).has_value());
  CHECK(told.empty());
}

TEST_CASE_FIXTURE(OpenFolder, "a folder that is opened for reading answers and is left alone") {
  capture_and_finalize(1);
  const StoredFile orphan = store(1, 99, "no event names this");
  close();
  DataFolderOptions reading = options();
  reading.read_only = true;
  {
    const auto opened = try_open(std::move(reading));
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
    CHECK((*(*opened)->queries().session(session_id(1)))->status == SessionStatus::Completed);
    CHECK((*opened)->session_key(session_id(1)).has_value());
  }
  CHECK(has_file(99));

  tamper_with_closed(*this, "sessions.0");
  DataFolderOptions again = options();
  again.read_only = true;
  CHECK_FALSE(try_open(std::move(again)).has_value());
}

TEST_CASE_FIXTURE(OpenFolder, "a file that no event names is removed when the folder is opened") {
  capture_and_finalize(1);
  store(1, 99, "an upload that a crash cut short");
  REQUIRE(has_file(99));
  reopen();
  CHECK_FALSE(has_file(99));
  CHECK(read(1, 1) == "frame of session 1");
}

TEST_CASE_FIXTURE(OpenFolder,
                  "a purge that a crash cut short is finished when the folder is opened") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const std::string wrapped = **data().log().wrapped_key(session_id(1));
  // As sweep.cc does, up to the moment at which the event is durable.
  record_purge(1, PurgeReason::Retention);
  REQUIRE(has_file(1));
  reopen();
  CHECK_FALSE(has_file(1));
  CHECK(has_file(2));
  CHECK_FALSE(holds_bytes(wrapped));
  CHECK_FALSE(std::filesystem::exists(path() / "PURGING"));
}

TEST_CASE_FIXTURE(OpenFolder, "a session's key opens its own files and is gone after its purge") {
  capture_and_finalize(1);
  CHECK(data().session_key(session_id(1)).has_value());
  const auto unknown = data().session_key(session_id(9));
  REQUIRE_FALSE(unknown.has_value());
  CHECK(std::get<KeyFault>(unknown.error()) == KeyFault::Gone);
  commit(to_session(session_id(1), PurgeFiles{clock.now(), PurgeReason::Retention, {}}));
  const auto purged = data().session_key(session_id(1));
  REQUIRE_FALSE(purged.has_value());
  CHECK(std::get<KeyFault>(purged.error()) == KeyFault::Gone);
}

TEST_CASE_FIXTURE(OpenFolder, "a key that is another session's is unreadable") {
  Submission submission = creating(acme, session_id(2), clock.now());
  submission.wrap_key = new_key(session_id(1), clock.now() + kDay);
  commit(std::move(submission));
  const auto key = data().session_key(session_id(2));
  REQUIRE_FALSE(key.has_value());
  CHECK(std::get<KeyFault>(key.error()) == KeyFault::Unreadable);
}

TEST_CASE_FIXTURE(OpenFolder, "an append is answered again after a restart") {
  create(1);
  commit(challenging(session_id(1), Step::Liveness, 1, clock.now()));
  const Submission sending = with_key(
      sending_frames(session_id(1), 1, {store(1, 1, "bytes")}, clock.now()), record_of_key("k"));
  const Committed first = commit(sending);
  reopen();
  const Outcome again = submit(sending);
  REQUIRE(std::holds_alternative<Replayed>(again));
  CHECK(*queries().events_of_append(std::get<Replayed>(again).last) == first.events);
}

// ---- what is missing ------------------------------------------------------------

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
  // Opens the closed folder and closes it again. Returns the warnings for the operator.
  std::string warnings() {
    std::string told;
    DataFolderOptions telling = options();
    telling.warn = [&](std::string_view what) { told += std::string(what) + '\n'; };
    const auto opened = try_open(std::move(telling));
    REQUIRE_MESSAGE(opened.has_value(), (opened ? std::string() : opened.error()));
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
    CHECK(contains(refusal(), "its log is empty, but the folder has 1 stored files"));
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
  CHECK(contains(refusal(), "and 1 key slots, which exist only after an event"));
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

TEST_CASE_FIXTURE(Incomplete, "wrapped keys that the log has lost are missed at the start") {
  capture_and_finalize(1);
  close();
  {
    auto log = EventLog::open(path() / "log", {});
    REQUIRE_MESSAGE(log.has_value(), (log ? std::string() : log.error()));
    REQUIRE_FALSE((*log)->replace_keys({{session_id(1), std::nullopt}}));
  }
  CHECK(contains(refusal(), "cannot read the keys of the log"));
}

TEST_CASE_FIXTURE(Incomplete, "stored files that are lost are missed at the start") {
  capture_and_finalize(1);
  close();
  TakenAway files(*this, {"files"});
  const fs::path foreign = path() / "files" / FilePlace(file_id(77), day_of(clock.now())).path();
  SUBCASE("they are not there") {
    CHECK(contains(refusal(), "none of the 1 stored files that the log names"));
    CHECK_FALSE(fs::exists(path() / "files"));
  }
  SUBCASE("their place is empty, as when nothing is mounted there") {
    fs::create_directory(path() / "files");
    fs::permissions(path() / "files", fs::perms::owner_all);
    CHECK(contains(refusal(), "none of the 1 stored files that the log names"));
  }
  SUBCASE("another folder's are there, and stay") {
    fs::create_directories(foreign.parent_path());
    fs::permissions(path() / "files", fs::perms::owner_all);
    std::ofstream(foreign) << "another folder's";
    CHECK(contains(refusal(), "and 1 files that the log does not name"));
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
  CHECK(contains(refusal(), "its log has no session, but the folder has 1 stored files"));
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
  CHECK(contains(told, "1 of the 2 stored files that the log names are missing"));
  CHECK(contains(told, "1 files that the log does not name are kept"));
  fs::rename(files / other, files / own);
  CHECK(warnings().empty());
  check_whole();
}

TEST_CASE_FIXTURE(Incomplete, "what the log has purged is removed, whatever is missing") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  record_purge(1, PurgeReason::Retention);
  SUBCASE("it bears no mark") {}
  SUBCASE("it bears the mark of a new file, which a power cut brought back") {
    fs::permissions(find_file(1), fs::perms::sticky_bit, fs::perm_options::add);
  }
  close();
  fs::remove(find_file(2));
  const fs::path stranger = path() / "files" / FilePlace(file_id(77), "20200101").path();
  fs::create_directories(stranger.parent_path());
  std::ofstream(stranger) << "another folder's";
  CHECK(contains(refusal(), "none of the 1 stored files that the log names, and 2 files that"));
  CHECK(has_file(1));
  std::ofstream(path() / "files" / "LOST") << "";
  CHECK(contains(warnings(), "1 files that the log does not name are kept"));
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
  CHECK(contains(warnings(), "1 files"));
  CHECK(fs::exists(stranger));
  // A folder is not an order: it could not be removed afterwards, so the order would stay for ever.
  fs::create_directory(path() / "files" / "REMOVE-UNNAMED");
  CHECK(contains(warnings(), "1 files"));
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
  reopen();  // as after a crash before the file lost its mark
  close();
  TakenAway log(*this, {"log"});
  replace("log", snapshot.path() / "log");
  CHECK(contains(warnings(), "1 files that the log does not name are kept"));
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

TEST_CASE_FIXTURE(Incomplete, "a start says how many of the files that the log names are missing") {
  capture_and_finalize(1);
  capture_and_finalize(2);
  const StoredFile orphan = store(1, 99, "an upload that a crash cut short");
  close();
  fs::remove(find_file(2));
  std::string told;
  DataFolderOptions telling = options();
  telling.progress = [&](std::string_view what) { told += what; };
  telling.warn = [&](std::string_view what) { told += "warning: " + std::string(what); };
  REQUIRE(try_open(std::move(telling)).has_value());
  CHECK(contains(told, "warning: files: 1 of the 2 stored files that the log names are missing"));
  CHECK(contains(told, "removed 1 files that no event names"));
  CHECK_FALSE(has_file(99));
  check_whole();
}

// ---- what is new ----------------------------------------------------------------

// A folder in which nothing has happened. `parts` is in the order in which a first start makes
// them.
struct Fresh {
  TempFolder temp;
  FakeClock clock;
  OsRandom random;
  const std::vector<std::string> parts{"log", "keys", "files", "checkpoints", "MASTER-KEY-ID"};

  fs::path path() const { return temp.path() / "data"; }
  std::string start() {
    std::array<std::uint8_t, 32> bytes;
    bytes.fill(7);
    DataFolderOptions options{path(), MasterKey(SecretBytes<32>(bytes))};
    options.reserve_bytes = 0;
    options.signing_key = tlog::log_key();
    const auto opened = DataFolder::open(std::move(options), clock, random, [](StoreError) {});
    return opened ? std::string() : opened.error();
  }
  void make(const fs::path& folder) const {
    fs::create_directories(folder);
    fs::permissions(path(), fs::perms::owner_all);
    for (fs::path part = folder; part != path(); part = part.parent_path()) {
      fs::permissions(part, fs::perms::owner_all);
    }
  }
};

TEST_CASE_FIXTURE(Fresh, "a folder is new although places were made for its parts") {
  for (const char* part : {"log", "keys", "files/lost+found", "checkpoints"}) make(path() / part);
  CHECK(start() == "");
  for (const std::string& part : parts) CHECK(fs::exists(path() / part));
}

TEST_CASE("a first start that was cut short at any step starts again") {
  const std::size_t steps = Fresh().parts.size();
  for (std::size_t made = 0; made <= steps; ++made) {
    CAPTURE(made);
    Fresh fresh;
    REQUIRE(fresh.start() == "");
    for (std::size_t i = made; i < steps; ++i) fs::remove_all(fresh.path() / fresh.parts[i]);
    CHECK(fresh.start() == "");
    for (const std::string& part : fresh.parts) CHECK(fs::exists(fresh.path() / part));
  }
}

TEST_CASE_FIXTURE(Fresh, "a first start that was cut short within its log or keys starts again") {
  REQUIRE(start() == "");
  for (const char* part : {"MASTER-KEY-ID", "checkpoints", "files"}) {
    fs::remove_all(path() / part);
  }
  SUBCASE("the log has no ANCHOR yet") { fs::remove(path() / "log" / "ANCHOR"); }
  SUBCASE("the service slot has no name yet") {
    const fs::path slot = path() / "keys" / to_string(kServiceSlot);
    fs::rename(slot, slot.string() + ".new");
  }
  SUBCASE("the log has no database yet") {
    fs::remove_all(path() / "log");
    make(path() / "log");
  }
  CHECK(start() == "");
  for (const std::string& part : parts) CHECK(fs::exists(path() / part));
}

TEST_CASE("a marker file keeps its text, and can be removed twice") {
  TempFolder temp;
  const AtomicFile marker(temp.path() / "MARKER");
  CHECK_FALSE(marker.exists());
  CHECK(*marker.read() == std::nullopt);
  REQUIRE_FALSE(marker.write("first"));
  REQUIRE_FALSE(marker.write("second"));
  CHECK(marker.exists());
  CHECK(*marker.read() == "second");
  REQUIRE_FALSE(marker.remove());
  REQUIRE_FALSE(marker.remove());
  CHECK_FALSE(marker.exists());
  CHECK(AtomicFile(temp.path() / "no" / "folder").write("x").has_value());
}

}  // namespace
}  // namespace countersign
