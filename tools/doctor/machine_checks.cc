#include "tools/doctor/machine_checks.h"

#include <fmt/format.h>
#include <sys/statvfs.h>
#include <sys/timex.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include "core/machine/files/free_space.h"
#include "tools/terminal/quantity.h"

namespace countersign {
namespace {

namespace fs = std::filesystem;

// The clocks of two machines differ by less than this; a log whose last event is further ahead was
// written by a clock that was wrong, or this clock is.
constexpr Duration kAheadMost = std::chrono::minutes(1);
constexpr std::uint64_t kFilesLeast = 1'024;
constexpr std::uint64_t kSharesOfFiles = 20;  // the last twentieth of the files is few
constexpr std::uint64_t kReservesWarned = 4;

std::string first_line_of(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

// Whether what is written to a block device stays secret (dm-crypt) or stays in memory (zram).
bool is_safe_swap(const fs::path& sys, const fs::path& device) {
  std::error_code failed;
  const std::string name = fs::weakly_canonical(device, failed).filename();
  if (failed || name.empty()) return false;
  if (name.starts_with("zram"))
    return first_line_of(sys / "block" / name / "backing_dev") == "none";
  return first_line_of(sys / "block" / name / "dm" / "uuid").starts_with("CRYPT-");
}

// Control groups of version 2: `0::/system.slice/countersign.service`.
bool stays_out_of_swap(const fs::path& proc, const fs::path& sys, ::pid_t server) {
  const std::string line = first_line_of(proc / std::to_string(server) / "cgroup");
  constexpr std::string_view kUnified = "0::/";
  if (!line.starts_with(kUnified)) return false;
  fs::path group = sys / "fs" / "cgroup" / line.substr(kUnified.size());
  // A limit of a group holds for those below it.
  for (int depth = 0; depth < 32 && group != sys / "fs"; ++depth, group = group.parent_path()) {
    if (first_line_of(group / "memory.swap.max") == "0") return true;
  }
  return false;
}

std::optional<std::uint64_t> swapped_kib_of(const fs::path& proc, ::pid_t server) {
  const auto status = status_of_process(proc, server);
  if (!status) return std::nullopt;
  const auto found = status->find("VmSwap");
  if (found == status->end()) return std::nullopt;
  std::uint64_t kib = 0;
  const char* const begin = found->second.data();
  const auto [end, error] = std::from_chars(begin, begin + found->second.size(), kib);
  if (error != std::errc() || end == begin) return std::nullopt;
  return kib;
}

Finding judge_open_files(const std::optional<std::uint64_t>& files, std::uint64_t wanted) {
  constexpr const char* kCheck = "limit-files";
  if (!files || *files >= wanted) {
    return good(kCheck,
                files
                    ? fmt::format("{} files may be open, and the settings need {}", *files, wanted)
                    : "any number of files may be open");
  }
  const std::string found =
      fmt::format("{} files may be open, and the settings can use {}", *files, wanted);
  const std::string remedy =
      fmt::format("raise the limit: LimitNOFILE={} in the unit, or ulimit -n", 65'536);
  if (*files < kFilesLeast) return error(kCheck, found + ": the server can hardly serve", remedy);
  return warning(kCheck, found + ": fewer connections and uploads are served", remedy);
}

}  // namespace

std::optional<bool> clock_is_synchronized() {
  ::timex clock{};
  const int state = ::adjtimex(&clock);
  if (state < 0) return std::nullopt;
  return state != TIME_ERROR && (clock.status & STA_UNSYNC) == 0;
}

Finding judge_clock(const ClockFacts& facts) {
  constexpr const char* kCheck = "clock";
  if (facts.last_event && *facts.last_event > facts.now + kAheadMost) {
    return error(kCheck,
                 fmt::format("the clock says {}, which is before the last event of the log, {}",
                             to_string(facts.now),
                             to_string(*facts.last_event)),
                 "set the clock, then read docs/operators/faults.md, The clock was wrong");
  }
  if (!facts.is_synchronized) {
    return not_checked(kCheck, "the system does not say whether the clock is synchronized");
  }
  if (!*facts.is_synchronized) {
    return warning(kCheck,
                   "the clock is not synchronized with a source of time",
                   "run a client of NTP, such as chrony or systemd-timesyncd");
  }
  return good(kCheck,
              facts.last_event ? "the clock is synchronized, and not before the log"
                               : "the clock is synchronized; when the log ends is not known");
}

Diagnosis judge_limits(const std::optional<ProcessLimits>& limits,
                       bool of_server,
                       std::uint64_t wanted_files) {
  if (!limits) {
    return {not_checked("limits",
                        "the system does not show the limits of the server's process",
                        "run this in the server's namespaces, as its user or as root")};
  }
  Diagnosis findings{judge_open_files(limits->open_files, wanted_files)};
  if (!of_server) {
    findings[0].found += " (the limit of this shell: no server runs)";
    if (findings[0].verdict == Verdict::Good) findings[0].verdict = Verdict::NotChecked;
  }
  if (limits->address_space) {
    findings.push_back(warning(
        "limit-memory",
        "the address space is limited to " + rounded_bytes(*limits->address_space),
        "take the limit away (LimitAS=, ulimit -v), and limit memory by MemoryMax= of the unit"));
  } else {
    findings.push_back(good("limit-memory", "the address space is not limited"));
  }
  if (of_server && limits->core_file != 0) {
    findings.push_back(error("core-files",
                             "the server may write a core file, which holds keys and pictures",
                             "start the server as the manual says; LimitCORE=0 in the unit"));
  }
  findings.push_back(
      good("limit-locked-memory",
           limits->locked_memory
               ? fmt::format("{} may be locked; the server locks none of its memory",
                             rounded_bytes(*limits->locked_memory))
               : "any amount of memory may be locked; the server locks none of its memory"));
  return findings;
}

std::optional<DiskFacts> disk_facts(const fs::path& folder,
                                    const std::optional<std::uint64_t>& reserve_bytes) {
  struct ::statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) return std::nullopt;
  return DiskFacts{.size_bytes = std::uint64_t{disk.f_blocks} * disk.f_frsize,
                   .free_bytes = std::uint64_t{disk.f_bavail} * disk.f_frsize,
                   .files = disk.f_files,
                   .free_files = disk.f_favail,
                   .reserve_bytes = reserve_bytes_on(folder, reserve_bytes)};
}

Finding judge_disk(const fs::path& folder, const std::optional<DiskFacts>& facts) {
  constexpr const char* kCheck = "disk";
  if (!facts) {
    return not_checked(kCheck, "the disk of " + folder.string() + " cannot be asked for its space");
  }
  const std::string found =
      fmt::format("{} of {} are free on the disk of {}, and {} must stay free",
                  rounded_bytes(facts->free_bytes),
                  rounded_bytes(facts->size_bytes),
                  folder.string(),
                  rounded_bytes(facts->reserve_bytes));
  const std::string remedy = "free space, or give the data a larger disk";
  if (facts->free_bytes < facts->reserve_bytes) {
    return error(kCheck, found + ": uploads are refused", remedy);
  }
  if (facts->files > 0 && facts->free_files < facts->files / kSharesOfFiles) {
    return warning(
        kCheck,
        fmt::format(
            "{} files can still be made on the disk of {}", facts->free_files, folder.string()),
        "remove files, or make the file system anew with more inodes");
  }
  if (facts->free_bytes / kReservesWarned < facts->reserve_bytes) {
    return warning(kCheck, found, remedy);
  }
  return good(kCheck, found);
}

std::optional<SwapFacts> swap_facts(const fs::path& proc,
                                    const fs::path& sys,
                                    const std::optional<::pid_t>& server) {
  std::ifstream swaps(proc / "swaps");
  if (!swaps) return std::nullopt;
  SwapFacts facts;
  std::string line;
  std::getline(swaps, line);  // the names of the columns
  while (std::getline(swaps, line)) {
    std::istringstream columns(line);
    std::string name;
    std::string kind;
    if (!(columns >> name >> kind)) continue;
    facts.areas.push_back({name, kind == "partition" && is_safe_swap(sys, name)});
  }
  if (server) {
    facts.server_stays_out = stays_out_of_swap(proc, sys, *server);
    facts.server_swapped_kib = swapped_kib_of(proc, *server);
  }
  return facts;
}

Finding judge_swap(const std::optional<SwapFacts>& facts) {
  constexpr const char* kCheck = "swap";
  if (!facts) return not_checked(kCheck, "the system does not say which swap it has");
  const auto unsafe =
      std::ranges::find_if(facts->areas, [](const SwapArea& area) { return !area.is_safe; });
  if (unsafe == facts->areas.end()) {
    return good(kCheck, facts->areas.empty() ? "there is no swap" : "all swap is encrypted");
  }
  if (facts->server_stays_out && facts->server_swapped_kib == std::uint64_t{0}) {
    return good(kCheck, "there is swap that is not encrypted, and the server is kept out of it");
  }
  const std::string remedy =
      "encrypt the swap, turn it off, or set MemorySwapMax=0 in the server's unit";
  if (facts->server_swapped_kib.value_or(0) > 0) {
    return error(
        kCheck,
        fmt::format("{} KiB of the server's memory, which may hold keys and pictures, are in "
                    "swap, and {} is not encrypted",
                    *facts->server_swapped_kib,
                    unsafe->name),
        remedy + "; then rotate the master key");
  }
  return warning(kCheck,
                 "the swap " + unsafe->name +
                     " is not encrypted: the memory of the server may come onto the disk",
                 remedy);
}

}  // namespace countersign
