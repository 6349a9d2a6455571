#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace countersign {

// Some numbers of /proc/<pid>/stat, as proc(5) describes the file. Ticks are those of
// sysconf(_SC_CLK_TCK).
struct ProcessStat {
  std::uint64_t user_ticks = 0;    // of all threads, without the processes that it forked
  std::uint64_t system_ticks = 0;  // the same
  std::uint64_t start_ticks = 0;   // from the boot of the machine to the start of the process
  std::uint64_t resident_pages = 0;
  bool operator==(const ProcessStat&) const = default;
};

// nullopt unless the text is one line of the form of the file: the number of the process, its name
// in parentheses, which may have any characters, its state, and numbers behind single spaces. Pure.
std::optional<ProcessStat> parse_process_stat(std::string_view text);

// The share of the machine that this process takes now. A member is nullopt if the system does not
// tell it.
struct ProcessUsage {
  std::optional<std::uint64_t> cpu_us{};
  std::optional<std::uint64_t> resident_bytes{};
  std::optional<std::uint64_t> started_after_boot_us{};
  std::optional<std::uint64_t> open_files{};      // descriptors
  std::optional<std::uint64_t> open_files_max{};  // the soft limit; nullopt if there is none
};

// Reads the folder of this process in /proc, and its limit. Costs a look at each open descriptor.
// Thread-safe.
ProcessUsage process_usage(const std::filesystem::path& process = "/proc/self");

// When this machine booted, in microseconds since 1970, by its clocks now; nullopt if it has none
// of them. The time moves whenever the clock is set, so whoever shows a time of the past by it asks
// once.
std::optional<std::uint64_t> boot_time_us();

}  // namespace countersign
