#pragma once
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace countersign::bench {

// The figures that a part of a bench prints in a process of its own, with those of the process:
// `elapsed_ms`, `cpu_ms` and `peak_mib`.
using Figures = std::map<std::string, double>;

// Prints a figure for the process that runs this part.
inline void print_figure(const char* name, double value) { std::printf("%s %.17g\n", name, value); }

// Drops the files of a folder from the page cache, as far as they are written. Best effort.
inline void forget_files(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (!entry.is_regular_file(error)) continue;
    const int file = ::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    (void)::fdatasync(file);
    (void)::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    ::close(file);
  }
}

// Runs this program again with the arguments, and reads its figures from its stdout. The process
// may end by SIGKILL, which it sends itself to leave what a crash leaves. Ends this program if the
// process ends in another way than by status 0.
inline Figures run_part(const std::vector<std::string>& arguments) {
  int pipe[2];
  if (::pipe(pipe) != 0) std::_Exit(1);
  std::fflush(stdout);
  const auto start = std::chrono::steady_clock::now();
  const ::pid_t child = ::fork();
  if (child == 0) {
    ::dup2(pipe[1], STDOUT_FILENO);
    ::close(pipe[0]);
    ::close(pipe[1]);
    std::string program = "/proc/self/exe";
    std::vector<std::string> copies = arguments;
    std::vector<char*> argv{program.data()};
    for (std::string& argument : copies) argv.push_back(argument.data());
    argv.push_back(nullptr);
    ::execv(program.c_str(), argv.data());
    std::_Exit(1);
  }
  ::close(pipe[1]);
  std::string text;
  char bytes[4096];
  for (::ssize_t got = 0; (got = ::read(pipe[0], bytes, sizeof bytes)) > 0;) {
    text.append(bytes, static_cast<std::size_t>(got));
  }
  ::close(pipe[0]);
  int status = 0;
  struct ::rusage used {};
  const bool ended = child > 0 && ::wait4(child, &status, 0, &used) == child;
  const bool was_killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (!ended || (status != 0 && !was_killed)) {
    std::fprintf(stderr, "the part \"%s\" has failed\n", arguments.front().c_str());
    std::_Exit(1);
  }
  const auto ms = [](const ::timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  };
  Figures figures;
  figures["elapsed_ms"] =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  figures["cpu_ms"] = ms(used.ru_utime) + ms(used.ru_stime);
  figures["peak_mib"] = static_cast<double>(used.ru_maxrss) / 1024;
  std::istringstream lines(text);
  std::string name;
  double value = 0;
  while (lines >> name >> value) figures[name] = value;
  return figures;
}

}  // namespace countersign::bench
