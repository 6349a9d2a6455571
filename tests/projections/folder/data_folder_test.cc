#include "projections/folder/data_folder.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "projections/folder/rebuild.h"
#include "projections/views/session/sessions.h"
#include "tests/projections/support/open_folder.h"
#include "tests/projections/support/tampering.h"

namespace countersign::data_folder_test {

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
    CHECK(*views_are_current((*opened)->log(), (*opened)->log()));
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

TEST_CASE_FIXTURE(OpenFolder, "a file that no event names is removed by the survey of the folder") {
  capture_and_finalize(1);
  store(1, 99, "an upload that a crash cut short");
  REQUIRE(has_file(99));
  reopen();
  CHECK(has_file(99));
  CHECK(survey().removed == 1);
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

}  // namespace countersign::data_folder_test
