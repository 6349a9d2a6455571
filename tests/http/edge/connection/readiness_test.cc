#include "http/edge/connection/readiness.h"

#include <doctest/doctest.h>

#include <optional>

namespace countersign::http::readiness_test {

using Status = IoResult::Status;
using Interest = Readiness::Interest;

TEST_CASE("a blocked attempt stands until the reactor reports what it waits for") {
  struct Row {
    bool is_read;  // else a write
    Status blocked;
    bool can_read;
    bool can_write;
    Interest wanted;  // with neither input wanted nor output waiting
  };
  // TLS may have to write before it can read, and to read before it can write.
  for (const Row& row : {Row{true, Status::NeedsRead, false, true, {false, false}},
                         Row{true, Status::NeedsWrite, false, true, {false, true}},
                         Row{true, Status::End, false, true, {false, false}},
                         Row{false, Status::NeedsWrite, true, false, {false, false}},
                         Row{false, Status::NeedsRead, true, false, {true, false}},
                         Row{true, Status::NoData, true, true, {false, false}},
                         Row{true, Status::Ok, true, true, {false, false}},
                         Row{false, Status::Ok, true, true, {false, false}}}) {
    CAPTURE(row.is_read);
    CAPTURE(static_cast<int>(row.blocked));
    Readiness ready;
    row.is_read ? ready.after_read(row.blocked) : ready.after_write(row.blocked);
    CHECK(ready.can_read() == row.can_read);
    CHECK(ready.can_write() == row.can_write);
    CHECK(ready.change(false, false) == row.wanted);

    const bool waits_to_read = row.blocked == Status::NeedsRead || row.blocked == Status::End;
    ready.report(!waits_to_read, waits_to_read, false);  // something else has happened
    CHECK(ready.can_read() == row.can_read);
    CHECK(ready.can_write() == row.can_write);
    ready.report(waits_to_read, !waits_to_read, false);
    CHECK(ready.can_read());
    CHECK(ready.can_write());
  }
}

TEST_CASE("a hang-up can be read") {
  Readiness ready;
  ready.after_read(Status::NeedsRead);
  ready.report(false, false, true);
  CHECK(ready.can_read());
}

TEST_CASE("a drained socket is read again when bytes are reported or expected") {
  Readiness ready;
  ready.drained();
  CHECK_FALSE(ready.can_read());
  ready.expect_bytes();
  CHECK(ready.can_read());
  ready.drained();
  ready.report(true, false, false);
  CHECK(ready.can_read());
}

TEST_CASE("the reactor is told of a change only, and not of an end of reading that may pass") {
  Readiness ready;
  REQUIRE_FALSE(ready.is_registered());
  REQUIRE(ready.change(true, false) == Interest{true, false});
  ready.registered({true, false});
  CHECK_FALSE(ready.change(true, false));

  ready.drained();
  CHECK_FALSE(ready.change(false, false));  // an answer is awaited; most come before new bytes
  ready.report(true, false, false);
  CHECK(ready.change(false, false) == Interest{false, false});  // bytes came before the answer
  CHECK(ready.change(true, true) == Interest{true, true});
}

}  // namespace countersign::http::readiness_test
