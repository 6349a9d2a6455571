#include <doctest/doctest.h>

#include <cerrno>

#include "tests/events/log_fixture.h"
#include "tests/events/wal_faults.h"

namespace countersign {
namespace {

using test::LogFixture;
using test::WalFaults;
using Strings = std::vector<std::string>;

}  // namespace

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
    // The disk is well again, and is not trusted.
    const int syncs = faults.syncs;
    CHECK(f.with(1, "c").append() == StoreError::Stopped);
    const auto batch = f.log().begin(nullptr);
    CHECK(f.log().append({}, *batch, {}) == StoreError::Stopped);
    CHECK(f.log().clear_slot(ViewSlot::B) == StoreError::Stopped);
    CHECK(f.log().activate(ViewSlot::B) == StoreError::Stopped);
    CHECK(faults.syncs == syncs);
    // What was acknowledged is still read, and the anchor says no more than that.
    CHECK(f.count() == 1);
    CHECK(f.reasons() == Strings{"a"});
    CHECK_FALSE(f.log().write_anchor());

    f.open();
    // Whether the failed one is there cannot be known; what was acknowledged is.
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

}  // namespace countersign
