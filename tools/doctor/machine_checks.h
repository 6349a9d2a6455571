#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/utc_time.h"
#include "tools/doctor/finding.h"
#include "tools/doctor/process_facts.h"

// The questions of `countersign doctor` to the machine. The facts are read apart from what is said
// of them.
namespace countersign {

struct ClockFacts {
  // Whether the system says that its clock follows a source of time; none if it does not say.
  std::optional<bool> is_synchronized{};
  UtcTime now;
  std::optional<UtcTime> last_event{};  // of the log; none if it is not known
};
std::optional<bool> clock_is_synchronized();
Finding judge_clock(const ClockFacts& facts);

// `limits` are those of the server, or those that a server started from here would have.
// `wanted_files` are as many as the settings can use.
Diagnosis judge_limits(const std::optional<ProcessLimits>& limits,
                       bool of_server,
                       std::uint64_t wanted_files);

struct DiskFacts {
  std::uint64_t size_bytes = 0;
  std::uint64_t free_bytes = 0;
  std::uint64_t files = 0;  // that the file system can have; 0: it has no such limit
  std::uint64_t free_files = 0;
  std::uint64_t reserve_bytes = 0;
};
std::optional<DiskFacts> disk_facts(const std::filesystem::path& folder,
                                    const std::optional<std::uint64_t>& reserve_bytes);
Finding judge_disk(const std::filesystem::path& folder, const std::optional<DiskFacts>& facts);

struct SwapArea {
  std::string name;      // of the file or device
  bool is_safe = false;  // encrypted, or memory itself (zram)
};
struct SwapFacts {
  std::vector<SwapArea> areas;
  bool server_stays_out = false;                      // its control group may not be swapped
  std::optional<std::uint64_t> server_swapped_kib{};  // of the server; none if it is not known
};
// `proc` and `sys` are /proc and /sys, or folders of their form. `server` is the server's process,
// if one runs.
std::optional<SwapFacts> swap_facts(const std::filesystem::path& proc,
                                    const std::filesystem::path& sys,
                                    const std::optional<::pid_t>& server);
Finding judge_swap(const std::optional<SwapFacts>& facts);

}  // namespace countersign
