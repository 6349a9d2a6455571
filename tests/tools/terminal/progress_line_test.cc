#include "tools/terminal/progress_line.h"

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "tools/terminal/quantity.h"
#include "tools/terminal/screen.h"

namespace countersign::progress_line_test {

using std::chrono::milliseconds;

// A clock that the test sets.
struct Watch {
  ProgressLine::Time began{};
  ProgressLine::Time after(int ms) const { return began + milliseconds(ms); }
};

TEST_CASE("work has no progress line for its first two seconds, and then five a second at most") {
  const Watch watch;
  ProgressLine line("log verify", "event", watch.began);
  CHECK_FALSE(line.due(watch.after(0)));
  CHECK_FALSE(line.due(watch.after(1'999)));
  CHECK(line.due(watch.after(2'000)));
  int drawn = 0;
  for (int ms = 2'001; ms <= 3'000; ++ms) drawn += line.due(watch.after(ms)) ? 1 : 0;
  CHECK(drawn == 5);
}

TEST_CASE("a progress line says what is known") {
  const Watch watch;
  ProgressLine events("log verify", "event", watch.began);
  CHECK(events.due(watch.after(2'000)) == "log verify: 2 s");
  events.report(65'536, 400'000);
  CHECK(events.due(watch.after(4'500)) ==
        "log verify: 65536 of 400000 events, 16 %, 4 s, 16384 events/s, 20 s left");
  events.report(400'001, 400'000);
  CHECK(events.due(watch.after(65'000)) == "log verify: 400000 events, finishing, 1 min 05 s");
  ProgressLine bytes("log export", "byte", watch.began);
  bytes.report(10 << 20, 0);
  CHECK(bytes.due(watch.after(5'000)) == "log export: 10.0 MiB, 5 s, 2.0 MiB/s");
}

TEST_CASE("the second stage of work has a rate and a time left of its own") {
  const Watch watch;
  ProgressLine line("log verify", "event", watch.began, "decision");
  line.report(400'000, 400'000);
  CHECK(line.due(watch.after(9'000)) == "log verify: 400000 events, finishing, 9 s");
  line.report_second(0, 90'000);
  CHECK(line.due(watch.after(10'000)) == "log verify: 0 of 90000 decisions, 0 %, 10 s");
  line.report_second(20'000, 90'000);
  CHECK(line.due(watch.after(12'000)) ==
        "log verify: 20000 of 90000 decisions, 22 %, 12 s, 10000 decisions/s, 7 s left");
  line.report_second(90'000, 90'000);
  CHECK(line.due(watch.after(20'000)) == "log verify: 90000 decisions, finishing, 20 s");
}

TEST_CASE("a line takes the place of a longer one, and leaves nothing when it is erased") {
  InPlaceLine line;
  CHECK(line.erase() == "");
  CHECK(line.show("one two", 80) == "\rone two");
  CHECK(line.show("one", 80) == "\rone    ");
  CHECK(line.show("one two", 6) == "\rone …");
  CHECK(line.erase() == "\r     \r");
  CHECK(line.erase() == "");
}

TEST_CASE("quantities are rounded for people") {
  CHECK(rounded_bytes(1023) == "1023 B");
  CHECK(rounded_bytes(2'151'549) == "2.1 MiB");
  CHECK(rounded_bytes(std::uint64_t{1} << 63) == "8192.0 PiB");
  CHECK(rounded_time(std::chrono::seconds(59)) == "59 s");
  CHECK(rounded_time(std::chrono::seconds(3'725)) == "1 h 02 min");
}

Screen screen(bool is_terminal,
              std::size_t reported,
              const std::map<std::string, std::string>& variables) {
  return screen_of(
      is_terminal, reported, [&](const std::string& name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        if (found == variables.end()) return std::nullopt;
        return found->second;
      });
}

TEST_CASE("the width is that of the terminal, and COLUMNS wins") {
  CHECK(screen(true, 120, {}).columns == 120);
  CHECK(screen(true, 0, {}).columns == 80);
  CHECK(screen(true, 120, {{"COLUMNS", "100"}}).columns == 100);
  CHECK(screen(true, 120, {{"COLUMNS", "many"}}).columns == 120);
  CHECK(screen(true, 120, {{"COLUMNS", "0"}}).columns == 120);
  CHECK(screen(true, 3, {}).columns == 20);
  CHECK_FALSE(screen(false, 120, {{"COLUMNS", "100"}}).columns);
}

TEST_CASE("colours are for terminals that want them") {
  CHECK(screen(true, 80, {{"TERM", "xterm"}}).colours);
  CHECK(screen(true, 80, {{"NO_COLOR", ""}}).colours);
  CHECK_FALSE(screen(true, 80, {{"NO_COLOR", "1"}}).colours);
  CHECK_FALSE(screen(true, 80, {{"TERM", "dumb"}}).colours);
  CHECK_FALSE(screen(false, 80, {{"TERM", "xterm"}}).colours);
}

}  // namespace countersign::progress_line_test
