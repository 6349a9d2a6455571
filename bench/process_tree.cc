#include "bench/process_tree.h"

#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace countersign::bench {
namespace {

std::string path_of(pid_t process, std::string_view file) {
  return "/proc/" + std::to_string(process) + "/" + std::string(file);
}

// The fields of /proc/PID/stat from the third on, behind the name in parentheses.
std::vector<std::string> stat_of(pid_t process) {
  std::ifstream file(path_of(process, "stat"));
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream rest(line.substr(name_end + 1));
  std::vector<std::string> fields;
  for (std::string field; rest >> field;) fields.push_back(field);
  return fields;
}

// The sum of `count` fields from that with proc(5)'s number `first` on, which are ticks.
double ticks_ms(pid_t process, std::size_t first, std::size_t count) {
  const std::vector<std::string> fields = stat_of(process);
  double sum = 0;
  for (std::size_t number = first; number < first + count; ++number) {
    if (number - 3 < fields.size()) sum += std::stod(fields[number - 3]);
  }
  return sum * 1'000 / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// The number of KiB behind a name of a file of /proc, in MiB.
double mib_behind(const std::string& path, std::string_view name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(name)) return std::stod(line.substr(name.size())) / 1024;
  }
  return 0;
}

constexpr std::size_t kParent = 4;     // ppid
constexpr std::size_t kUserTime = 14;  // utime, then stime, cutime and cstime

}  // namespace

std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    pid_t process = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), process);
    if (parsed.ec != std::errc{} || parsed.ptr != name.data() + name.size()) continue;
    const std::vector<std::string> fields = stat_of(process);
    if (fields.size() > kParent - 3 && fields[kParent - 3] == std::to_string(parent)) {
      children.push_back(process);
    }
  }
  return children;
}

double cpu_ms(pid_t process) { return ticks_ms(process, kUserTime, 2); }

double cpu_with_ended_children_ms(pid_t process) { return ticks_ms(process, kUserTime, 4); }

Memory memory_of(pid_t process) {
  return {mib_behind(path_of(process, "smaps_rollup"), "Pss:"),
          mib_behind(path_of(process, "status"), "VmHWM:")};
}

}  // namespace countersign::bench
