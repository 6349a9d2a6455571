#include "tests/core/inspection/confined/child_processes.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace countersign::confined {
namespace {

namespace fs = std::filesystem;

constexpr int kGoneLimitMs = 60'000;

// Returns the parent in the fourth field of /proc/N/stat, or -1 for a zombie. The name before it is
// in parentheses and may contain anything.
::pid_t parent_of(const std::string& stat) {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return -1;
  std::istringstream rest(stat.substr(name_end + 1));
  std::string state;
  ::pid_t parent = -1;
  rest >> state >> parent;
  return state == "Z" ? -1 : parent;
}

}  // namespace

std::string process_text(::pid_t process, const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(fs::path("/proc") / std::to_string(process) / file).rdbuf();
  return text.str();
}

std::vector<::pid_t> children_of(::pid_t parent) {
  std::vector<::pid_t> children;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    ::pid_t process = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), process);
    if (parsed.ec != std::errc{} || parsed.ptr != name.data() + name.size()) continue;
    if (parent_of(process_text(process, "stat")) == parent) children.push_back(process);
  }
  return children;
}

std::vector<::pid_t> inspectors_of(::pid_t server) {
  std::vector<::pid_t> all = children_of(server);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto more = children_of(all[i]);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

bool are_gone(const std::vector<::pid_t>& processes) {
  return std::ranges::all_of(processes, [](::pid_t process) {
    const int fd = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
    if (fd < 0) return true;
    pollfd ended{fd, POLLIN, 0};
    const int ready = ::poll(&ended, 1, kGoneLimitMs);
    ::close(fd);
    return ready > 0;
  });
}

}  // namespace countersign::confined
