#include "core/machine/process_usage.h"

#include <doctest/doctest.h>
#include <fcntl.h>

#include <chrono>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "core/machine/files/owned_fd.h"
#include "tests/events/support/temp_folder.h"

namespace countersign::process_usage_test {

// A line of proc(5): 52 fields, of which the 14th, 15th, 22nd and 24th are read.
const std::string kBehindName =
    " S 1 42 42 0 -1 4194560 1501 0 0 0 1234 56 7 8 20 0 9 0 998877 104857600 2560 "
    "18446744073709551615 1 1 0 0 0 0 0 4096 17647 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

std::string line_of(std::string_view name) {
  return "42 (" + std::string(name) + ")" + kBehindName;
}

TEST_CASE("processor time, memory and start are read from the line of a process") {
  const auto stat = parse_process_stat(line_of("countersignd"));
  REQUIRE(stat);
  CHECK(*stat == ProcessStat{1234, 56, 998877, 2560});
}

TEST_CASE("no name of a process moves the numbers behind it") {
  for (const char* name : {"", "a b", ") S 1 2 3 4 5 6 7 8 9 (", "a\nb", "((", "))"}) {
    CAPTURE(name);
    CHECK(parse_process_stat(line_of(name)) == ProcessStat{1234, 56, 998877, 2560});
  }
}

TEST_CASE("a line that is cut anywhere, or has anything but numbers, is not read") {
  const std::string line = line_of("countersignd");
  for (std::size_t cut = 0; cut < line.size(); ++cut) {
    CAPTURE(cut);
    CHECK_FALSE(parse_process_stat(std::string_view(line).substr(0, cut)));
  }
  CHECK_FALSE(parse_process_stat(line + "\n"));
  for (const auto& [from, to] : {std::pair{" 1234 ", "  1234 "},
                                 {" 1234 ", " 12x4 "},
                                 {" 1234 ", " -1234 "},
                                 {" 1234 ", " 99999999999999999999 "},
                                 {" 2560 ", " -1 "},
                                 {" 17647 ", " --1 "},
                                 {" S 1 ", " SS 1 "},
                                 {"42 (", "-42 ("},
                                 {"42 (", "42("}}) {
    const std::string_view instead = to;
    CAPTURE(instead);
    std::string other = line;
    other.replace(other.find(from), std::string_view(from).size(), to);
    CHECK_FALSE(parse_process_stat(other));
  }
}

TEST_CASE("this process has used a processor, has memory, and was started before now") {
  const ProcessUsage before = process_usage();
  REQUIRE(before.cpu_us);
  REQUIRE(before.resident_bytes);
  REQUIRE(before.started_after_boot_us);
  REQUIRE(before.open_files);
  CHECK(*before.resident_bytes > 100'000);
  const OwnedFd one(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const ProcessUsage now = process_usage();
  CHECK(*now.open_files == *before.open_files + 1);
  CHECK(*now.cpu_us >= *before.cpu_us);
  CHECK(now.started_after_boot_us == before.started_after_boot_us);
  REQUIRE(boot_time_us());
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  const auto now_us = std::chrono::duration_cast<std::chrono::microseconds>(since_1970).count();
  CHECK(*boot_time_us() + *now.started_after_boot_us <= static_cast<std::uint64_t>(now_us));
}

TEST_CASE("what /proc does not tell is left out, and the limit of files is not") {
  const TempFolder folder;
  const ProcessUsage none = process_usage(folder.path() / "none");
  CHECK_FALSE(none.cpu_us);
  CHECK_FALSE(none.resident_bytes);
  CHECK_FALSE(none.started_after_boot_us);
  CHECK_FALSE(none.open_files);
  CHECK(none.open_files_max == process_usage().open_files_max);
  std::ofstream(folder.path() / "stat") << "42 (countersignd) S 1\n";
  CHECK_FALSE(process_usage(folder.path()).cpu_us);
  std::ofstream(folder.path() / "stat") << line_of("countersignd");
  CHECK(process_usage(folder.path()).cpu_us);
  std::ofstream(folder.path() / "stat") << line_of(std::string(5000, 'a'));
  CHECK_FALSE(process_usage(folder.path()).cpu_us);
}

}  // namespace countersign::process_usage_test
