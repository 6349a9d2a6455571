#pragma once
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string_view>

#include "tests/events/support/disk_faults.h"

namespace countersign {

// Runs `change` in a process that is killed before the first change of the disk, by the call of
// that name, for which `kills` is true. Returns whether there was one.
inline bool killed_at(const std::function<bool(std::string_view call)>& kills,
                      const std::function<void()>& change) {
  const ::pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    DiskFaults faults;
    faults.before = [&](const char* call) {
      if (kills(call)) ::kill(::getpid(), SIGKILL);
    };
    change();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  if (WIFEXITED(status)) REQUIRE(WEXITSTATUS(status) == 0);
  return WIFSIGNALED(status);
}

// Is killed before its n-th change.
inline bool killed_at(int n, const std::function<void()>& change) {
  int calls = 0;
  return killed_at([&](std::string_view) { return ++calls == n; }, change);
}

}  // namespace countersign
