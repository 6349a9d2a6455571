#include "tools/doctor/machine_checks.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/events/support/temp_folder.h"

namespace countersign::machine_checks_test {

namespace fs = std::filesystem;

constexpr UtcTime kNow(1'700'000'000'000'000);

TEST_CASE("a clock is right when it is synchronized, and not before the log") {
  CHECK(judge_clock({true, kNow, kNow}).verdict == Verdict::Good);
  CHECK(judge_clock({true, kNow, std::nullopt}).verdict == Verdict::Good);
  CHECK(judge_clock({false, kNow, kNow}).verdict == Verdict::Warning);
  CHECK(judge_clock({std::nullopt, kNow, kNow}).verdict == Verdict::NotChecked);
  const Finding behind = judge_clock({true, kNow, kNow + std::chrono::hours(1)});
  CHECK(behind.verdict == Verdict::Error);
  CHECK(behind.found.find("before the last event") != std::string::npos);
  CHECK_FALSE(behind.remedy.empty());
}

Verdict of_check(const Diagnosis& findings, const std::string& check) {
  for (const Finding& finding : findings) {
    if (finding.check == check) return finding.verdict;
  }
  FAIL("no finding of " << check);
  return Verdict::NotChecked;
}

TEST_CASE("limits that leave the settings no room are told") {
  const ProcessLimits ample{.open_files = 20'000, .core_file = 0};
  const Diagnosis good = judge_limits(ample, true, 17'000);
  CHECK(exit_status_of(good) == 0);
  CHECK(of_check(good, "limit-files") == Verdict::Good);
  CHECK(of_check(judge_limits({{.open_files = 4'096, .core_file = 0}}, true, 17'000),
                 "limit-files") == Verdict::Warning);
  CHECK(of_check(judge_limits({{.open_files = 512, .core_file = 0}}, true, 17'000),
                 "limit-files") == Verdict::Error);
  CHECK(of_check(judge_limits({{.address_space = 1 << 30, .core_file = 0}}, true, 17'000),
                 "limit-memory") == Verdict::Warning);
  CHECK(of_check(judge_limits({{.core_file = std::nullopt}}, true, 17'000), "core-files") ==
        Verdict::Error);
}

TEST_CASE("limits of a shell, or none, are not those of a server") {
  const ProcessLimits ample{.open_files = 20'000};
  CHECK(of_check(judge_limits(ample, false, 17'000), "limit-files") == Verdict::NotChecked);
  const Diagnosis unknown = judge_limits(std::nullopt, true, 17'000);
  REQUIRE(unknown.size() == 1);
  CHECK(unknown[0].verdict == Verdict::NotChecked);
}

TEST_CASE("a disk has room beyond its reserve, and files to spare") {
  const auto verdict = [](const DiskFacts& facts) { return judge_disk("d", facts).verdict; };
  const DiskFacts ample{
      .size_bytes = 1'000, .free_bytes = 900, .files = 100, .free_files = 90, .reserve_bytes = 100};
  CHECK(verdict(ample) == Verdict::Good);
  DiskFacts full = ample;
  full.free_bytes = 99;
  CHECK(verdict(full) == Verdict::Error);
  full.free_bytes = 399;
  CHECK(verdict(full) == Verdict::Warning);
  DiskFacts few = ample;
  few.free_files = 4;
  CHECK(verdict(few) == Verdict::Warning);
  few.files = 0;  // a file system without such a limit
  CHECK(verdict(few) == Verdict::Good);
  CHECK(judge_disk("d", std::nullopt).verdict == Verdict::NotChecked);
  const TempFolder folder;
  const auto facts = disk_facts(folder.path(), 1);
  REQUIRE(facts.has_value());
  CHECK(facts->reserve_bytes == 1);
  CHECK(facts->size_bytes >= facts->free_bytes);
  CHECK_FALSE(disk_facts(folder.path() / "nowhere", 1).has_value());
}

struct Machine {
  Machine() { fs::create_directories(folder.path() / "7"); }
  void write(const fs::path& file, const std::string& content) const {
    fs::create_directories((folder.path() / file).parent_path());
    std::ofstream(folder.path() / file) << content;
  }
  Finding judged(const std::optional<::pid_t>& server) const {
    return judge_swap(swap_facts(folder.path(), folder.path() / "sys", server));
  }
  TempFolder folder;
};

constexpr const char* kColumns = "Filename\tType\tSize\tUsed\tPriority\n";

TEST_CASE("swap is encrypted, or memory itself, or the server is kept out of it") {
  const Machine machine;
  CHECK(machine.judged(std::nullopt).verdict == Verdict::NotChecked);
  machine.write("swaps", kColumns);
  CHECK(machine.judged(std::nullopt).verdict == Verdict::Good);
  machine.write("swaps", std::string(kColumns) + "/dev/dm-9 partition 1000 0 -2\n");
  CHECK(machine.judged(std::nullopt).verdict == Verdict::Warning);
  machine.write("sys/block/dm-9/dm/uuid", "CRYPT-PLAIN-swap\n");
  CHECK(machine.judged(std::nullopt).verdict == Verdict::Good);
  machine.write("swaps", std::string(kColumns) + "/dev/zram7 partition 1000 0 -2\n");
  CHECK(machine.judged(std::nullopt).verdict == Verdict::Warning);
  machine.write("sys/block/zram7/backing_dev", "none\n");
  CHECK(machine.judged(std::nullopt).verdict == Verdict::Good);
  machine.write("swaps", std::string(kColumns) + "/swapfile file 1000 0 -2\n");
  CHECK(machine.judged(std::nullopt).verdict == Verdict::Warning);
}

TEST_CASE("a server whose memory is in open swap is an error") {
  const Machine machine;
  machine.write("swaps", std::string(kColumns) + "/swapfile file 1000 0 -2\n");
  machine.write("7/status", "VmSwap:\t0 kB\n");
  machine.write("7/cgroup", "0::/system.slice/countersign.service\n");
  CHECK(machine.judged(7).verdict == Verdict::Warning);
  machine.write("sys/fs/cgroup/system.slice/memory.swap.max", "0\n");
  CHECK(machine.judged(7).verdict == Verdict::Good);
  machine.write("7/status", "VmSwap:\t12 kB\n");
  const Finding swapped = machine.judged(7);
  CHECK(swapped.verdict == Verdict::Error);
  CHECK(swapped.remedy.find("rotate the master key") != std::string::npos);
}

}  // namespace countersign::machine_checks_test
