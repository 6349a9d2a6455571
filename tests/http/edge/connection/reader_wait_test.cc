#include "http/edge/connection/reader_wait.h"

#include <doctest/doctest.h>

namespace countersign::http::reader_wait_test {

using Report = ReaderWait::Report;
using std::chrono::milliseconds;

const ReaderWait::Time kStart{std::chrono::seconds(7)};

TEST_CASE("an answer that waits for its reader is slow, and idle after two seconds of nothing") {
  ReaderWait reader(milliseconds(2'000));
  CHECK_FALSE(reader.waits());
  CHECK(reader.ticked(kStart) == Report::Nothing);
  CHECK(reader.stepped(true, false, kStart) == Report::Slow);
  CHECK(reader.waits());
  CHECK(reader.stepped(true, false, kStart + milliseconds(500)) == Report::Nothing);
  CHECK(reader.ticked(kStart + milliseconds(1'999)) == Report::Nothing);
  CHECK(reader.ticked(kStart + milliseconds(2'000)) == Report::Idle);
  CHECK(reader.ticked(kStart + milliseconds(2'100)) == Report::Nothing);
  // The reader goes on.
  CHECK(reader.stepped(true, true, kStart + milliseconds(3'000)) == Report::Slow);
  CHECK(reader.ticked(kStart + milliseconds(4'999)) == Report::Nothing);
  CHECK(reader.ticked(kStart + milliseconds(5'000)) == Report::Idle);
  CHECK(reader.stepped(false, true, kStart + milliseconds(6'000)) == Report::Busy);
  CHECK_FALSE(reader.waits());
  CHECK(reader.stepped(false, false, kStart + milliseconds(6'000)) == Report::Nothing);
  CHECK(reader.ticked(kStart + milliseconds(9'000)) == Report::Nothing);
}

TEST_CASE("a reader who takes something within the time is never idle") {
  ReaderWait reader(milliseconds(2'000));
  ReaderWait::Time now = kStart;
  CHECK(reader.stepped(true, false, now) == Report::Slow);
  for (int i = 0; i < 20; ++i) {
    now += milliseconds(1'900);
    CHECK(reader.ticked(now) == Report::Nothing);
    CHECK(reader.stepped(true, true, now) == Report::Slow);
  }
}

}  // namespace countersign::http::reader_wait_test
