#include "bench/measured_program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <vector>

extern char** environ;

namespace countersign::bench {
namespace {

constexpr double kKibInMib = 1024;

double seconds_of(const ::timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::string read_to_end(int fd) {
  std::string text;
  std::array<char, 65536> buffer;
  for (ssize_t got; (got = ::read(fd, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

// The number in KiB of a line such as `VmRSS:  1234 kB`.
double status_mib(::pid_t process, std::string_view name) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with(name)) continue;
    const std::size_t begin = line.find_first_of("0123456789");
    if (begin == line.npos) break;
    double kib = 0;
    std::from_chars(line.data() + begin, line.data() + line.size(), kib);
    return kib / kKibInMib;
  }
  give_up("the system does not say how much memory a process has");
}

}  // namespace

void give_up(std::string_view why) {
  std::fprintf(stderr,
               "%s: %.*s\n",
               program_invocation_short_name,
               static_cast<int>(why.size()),
               why.data());
  std::_Exit(1);
}

Ran run_measured(const tests::Arguments& command) {
  int out[2];
  if (::pipe2(out, O_CLOEXEC) != 0) give_up("no pipe");
  std::vector<char*> arguments;
  std::vector<std::string> texts = command;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  ::posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  const auto start = std::chrono::steady_clock::now();
  ::pid_t child = -1;
  if (::posix_spawn(&child, arguments.front(), &actions, nullptr, arguments.data(), environ) != 0) {
    give_up(command.front() + " cannot be run");
  }
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(out[1]);
  Ran ran;
  ran.out = read_to_end(out[0]);
  ::close(out[0]);
  int status = 0;
  struct ::rusage used {};
  if (::wait4(child, &status, 0, &used) != child) give_up("a program was lost");
  ran.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ran.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  ran.core_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  ran.peak_mib = static_cast<double>(used.ru_maxrss) / kKibInMib;
  return ran;
}

double core_seconds_of(::pid_t process) {
  ::clockid_t clock{};
  ::timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    give_up("the system does not say how much a process has worked");
  }
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double resident_mib_of(::pid_t process) { return status_mib(process, "VmRSS:"); }
double peak_mib_of(::pid_t process) { return status_mib(process, "VmHWM:"); }

void forget_peak(::pid_t process) {
  // proc(5): 5 resets the peak of resident memory.
  std::ofstream("/proc/" + std::to_string(process) + "/clear_refs") << "5";
}

std::uint64_t disk_bytes_of(const std::filesystem::path& folder) {
  constexpr std::uint64_t kBlock = 512;  // stat(2)
  std::uint64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    struct ::stat found {};
    if (::lstat(entry.path().c_str(), &found) != 0) continue;  // a table that was merged meanwhile
    bytes += static_cast<std::uint64_t>(found.st_blocks) * kBlock;
  }
  return bytes;
}

void forget_pages_of(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const int fd = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    ::fdatasync(fd);  // dirty pages stay
    ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    ::close(fd);
  }
}

bool drop_all_caches() {
  ::sync();
  std::ofstream file("/proc/sys/vm/drop_caches");
  file << "3" << std::flush;
  return file.good();
}

}  // namespace countersign::bench
