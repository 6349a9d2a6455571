#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "events/rocks/database/database_lock.h"
#include "events/rocks/database/info_log.h"
#include "events/rocks/database/rocks_database.h"
#include "events/rocks/database/write_failures.h"
#include "tests/events/rocks/tail/wal_faults.h"
#include "tests/events/support/log_fixture.h"

namespace countersign::event_log_faults_test {

using test::LogFixture;
using test::WalFaults;
using Strings = std::vector<std::string>;

TEST_CASE("an append is on the disk when it returns") {
  LogFixture f;
  WalFaults faults;
  for (int i = 1; i <= 5; ++i) {
    REQUIRE_FALSE(f.with(1).with(2).append());
    CHECK(faults.syncs == i);
  }
}

TEST_CASE("after a failed write nothing more is appended, until the log is opened again") {
  for (const bool sync : {true, false}) {
    LogFixture f;
    REQUIRE_FALSE(f.with(1, "a").append());
    WalFaults faults;
    (sync ? faults.next_sync : faults.next_write) = EIO;
    CHECK(f.with(1, "b").append() == StoreError::Io);
    CHECK(faults.failures == 1);
    // The disk works again, but the log does not trust it.
    const int syncs = faults.syncs;
    CHECK(f.with(1, "c").append() == StoreError::Stopped);
    const auto batch = f.log().begin(nullptr);
    CHECK(f.log().append({}, *batch, {}) == StoreError::Stopped);
    CHECK(f.log().clear_generation(ViewGeneration::B) == StoreError::Stopped);
    CHECK(f.log().activate(ViewGeneration::B) == StoreError::Stopped);
    CHECK(faults.syncs == syncs);
    // Acknowledged events are still readable, and the anchor covers only those.
    CHECK(f.count() == 1);
    CHECK(f.reasons() == Strings{"a"});
    CHECK_FALSE(f.log().write_anchor());

    f.open();
    // The failed append may or may not be there; acknowledged events are.
    const Strings found = f.reasons();
    CHECK((found == Strings{"a"} || found == Strings{"a", "b"}));
    CHECK(found.size() == f.count());
  }
}

TEST_CASE("a full disk at the write itself stops the log like any failed write") {
  LogFixture f;
  REQUIRE_FALSE(f.with(1, "a").append());
  {
    WalFaults faults;
    faults.next_sync = ENOSPC;
    CHECK(f.with(1, "b").append() == StoreError::Io);
    CHECK(f.with(1, "c").append() == StoreError::Stopped);
  }
  f.open();
  CHECK(f.reasons().front() == "a");
}

TEST_CASE("a full disk while a table is written stops the log at once, and is told") {
  LogFixture f;
  REQUIRE_FALSE(f.with(1, "a").append());
  std::vector<StoreError> told;
  f.log().on_failure([&](StoreError error) { told.push_back(error); });
  {
    WalFaults faults;
    faults.files = ".sst";
    faults.next_write = ENOSPC;
    CHECK(f.log().scrub_keys() == StoreError::Io);
    CHECK(faults.failures == 1);
  }
  CHECK(told == std::vector{StoreError::Io});
  // The disk has room again, but the log does not continue by itself.
  CHECK(f.with(1, "b").append() == StoreError::Stopped);
  CHECK(f.log().scrub_keys() == StoreError::Stopped);
  CHECK(f.reasons() == Strings{"a"});
  // An observer that is registered later is called too.
  f.log().on_failure([&](StoreError error) { told.push_back(error); });
  CHECK(told.size() == 2);
  f.open();
  CHECK(f.reasons() == Strings{"a"});
  REQUIRE_FALSE(f.with(1, "c").append());
}

TEST_CASE("a database that could not write does not recover by itself") {
  WriteFailures failures;
  bool recovers = true;
  failures.OnErrorRecoveryBegin(
      rocksdb::BackgroundErrorReason::kFlush, rocksdb::Status::NoSpace(), &recovers);
  CHECK_FALSE(recovers);
}

TEST_CASE("a log is not opened on a full disk, and no file of it is touched") {
  LogFixture f;
  f.append_events(3);
  f.close();
  const auto files = [&] {
    std::map<std::string, std::filesystem::file_time_type> found;
    for (const auto& entry : std::filesystem::directory_iterator(f.folder())) {
      found[entry.path().filename()] = entry.last_write_time();
    }
    return found;
  };
  const auto before = files();
  {
    WalFaults faults;
    faults.free_bytes = 1 << 20;
    CHECK(f.try_open().find("its disk has 1048576 bytes free") != std::string::npos);
    CHECK(files() == before);
    CHECK(f.try_open({.read_only = true}) == "");  // opening it read-only writes nothing
    f.close();
    faults.free_bytes = std::int64_t{64} << 20;
    CHECK(f.try_open() == "");
  }
  CHECK(f.count() == 3);
}

TEST_CASE("a log is opened on a disk that is full of what a killed process had reserved") {
  constexpr ::off_t kReservedBytes = 32 << 20;
  LogFixture f;
  f.append_events(3);
  f.close();
  std::filesystem::path newest;
  for (const auto& entry : std::filesystem::directory_iterator(f.folder())) {
    if (entry.path().extension() == ".log") newest = std::max(newest, entry.path());
  }
  const auto bytes = std::filesystem::file_size(newest);
  const int file = ::open(newest.c_str(), O_WRONLY | O_CLOEXEC);
  REQUIRE(file >= 0);
  REQUIRE(::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, kReservedBytes) == 0);
  ::close(file);
  {
    WalFaults faults;
    faults.free_bytes = 1 << 20;
    // While another process has the log open, no reserved space is freed.
    {
      const DatabaseLock other(f.folder());
      REQUIRE(other.is_held());
      const std::string why = f.try_open();
      CAPTURE(why);
      CHECK(why.find("another process") != std::string::npos);
      struct ::stat status {};
      REQUIRE(::stat(newest.c_str(), &status) == 0);
      CHECK(status.st_blocks * 512 >= kReservedBytes);
      CHECK(std::filesystem::file_size(newest) == bytes);
    }
    CHECK(f.try_open() == "");
  }
  CHECK(f.count() == 3);
}

TEST_CASE("a database whose LOG cannot be written is opened, and goes on") {
  LogFixture f;
  WalFaults faults;
  faults.files = "/LOG";
  faults.next_write = ENOSPC;
  f.open();  // writes many lines to LOG
  CHECK(faults.failures == 1);
  REQUIRE_FALSE(f.with(1, "a").append());
  CHECK(f.reasons() == Strings{"a"});
}

TEST_CASE("an earlier LOG that another process has removed meanwhile is not a fault") {
  const TempFolder folder;
  DispensableInfoLog files(rocksdb::FileSystem::Default());
  const auto removes = [&](const std::string& name) {
    return files.DeleteFile(folder.path() / name, {}, nullptr).ok();
  };
  const auto sets_aside = [&](const std::string& name) {
    return files.RenameFile(folder.path() / name, folder.path() / "other", {}, nullptr).ok();
  };
  CHECK(removes("LOG.old.1795414580183489"));
  CHECK(sets_aside("LOG"));
  for (const std::string name : {"LOCK", "000007.log", "000008.sst", "MANIFEST-000009"}) {
    CHECK_FALSE(removes(name));
    CHECK_FALSE(sets_aside(name));
  }
}

TEST_CASE("an anchor that cannot be written is said, and does not stop the log") {
  LogFixture f;
  REQUIRE_FALSE(f.with(1, "a").append());
  std::filesystem::create_directory(f.folder() / "ANCHOR.new");
  CHECK(f.log().write_anchor() == StoreError::Io);
  REQUIRE_FALSE(f.with(1, "b").append());
  std::filesystem::remove(f.folder() / "ANCHOR.new");
  CHECK_FALSE(f.log().write_anchor());
  f.open();
  CHECK(f.reasons() == Strings{"a", "b"});
}

}  // namespace countersign::event_log_faults_test
