#include <doctest/doctest.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <string>

#include "core/inspection/confined/worker.h"
#include "tests/core/inspection/confined/child_processes.h"
#include "tests/core/inspection/confined/hostile_image.h"
#include "tests/core/inspection/confined/inspector_rig.h"

// The actions that a worker under an image's control cannot take. Not part of builds with
// sanitizers, because their runtimes need the forbidden system calls.
namespace countersign::confined::confinement_test {

namespace fs = std::filesystem;

// Puts a filter around this process, as a service manager does, with prctl(2).
bool forbid(unsigned call, unsigned action) {
  std::array<::sock_filter, 4> rules{
      {{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(::seccomp_data, nr)},
       {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, call},
       {BPF_RET | BPF_K, 0, 0, action},
       {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW}}};
  const ::sock_fprog filter{rules.size(), rules.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// Starts an engine in a process of its own in which a system call is forbidden. Returns why the
// engine does not start, or whether its inspector yields.
std::string started_without(unsigned call, unsigned action) {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const ::pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::string said = "the filter is refused";
    if (forbid(call, action)) {
      const auto engine = ConfinedEngine::start({.inspector = INSPECTOR_PATH,
                                                 .max_pixels = 1'000'000,
                                                 .image_max_bytes = 1 << 20,
                                                 .workers = 1,
                                                 .timeout = std::chrono::minutes(2)},
                                                [](const InspectorNotice&) {});
      said = !engine ? engine.error().why : (*engine)->inspector_yields() ? "yields" : "goes first";
    }
    (void)!::write(ends[1], said.data(), said.size());
    ::_exit(0);
  }
  ::close(ends[1]);
  std::array<char, 1024> said{};
  const ::ssize_t size = ::read(ends[0], said.data(), said.size());
  ::close(ends[0]);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  REQUIRE(size > 0);
  return {said.data(), static_cast<std::size_t>(size)};
}

TEST_CASE("a filter around the server that forbids seccomp is named for what it is") {
  const std::string refused = started_without(SYS_seccomp, SECCOMP_RET_ERRNO | EPERM);
  CHECK(refused.find("forbids the system call seccomp") != std::string::npos);
  CHECK(refused.find("SystemCallFilter=seccomp") != std::string::npos);
  CHECK(refused.find("Operation not permitted") != std::string::npos);
  CHECK(refused.find("memory") == std::string::npos);
  const std::string killed = started_without(SYS_seccomp, SECCOMP_RET_KILL_PROCESS);
  CHECK(killed.find("SIGSYS") != std::string::npos);
  CHECK(killed.find("SystemCallFilter=seccomp") != std::string::npos);
}

TEST_CASE("an inspector that cannot let the server go first is known") {
  CHECK(started_without(SYS_setpriority, SECCOMP_RET_ERRNO | EPERM) == "goes first");
  CHECK(started_without(SYS_swapon, SECCOMP_RET_ERRNO | EPERM) == "yields");
}

TEST_CASE("a worker that reaches out of itself is killed for it, and the next image is judged") {
  Rig rig;
  CHECK(rig->confines());
  const std::string good = drawn_document(1);
  std::uint64_t crashes = 0;
  for (const char* action : {"open a file",
                             "open a socket",
                             "open a memory file",
                             "duplicate the channel",
                             "start a program",
                             "fork",
                             "kill the inspector",
                             "trace the inspector",
                             "write to stderr",
                             "read elsewhere",
                             "map code",
                             "make memory code"}) {
    CAPTURE(action);
    check_unreadable(rig.document(hostile_image(action)));
    const auto notices = rig.notices();
    REQUIRE(notices.size() == 1);
    CHECK(notices[0].kind == Rig::Kind::Crashed);
    CHECK(notices[0].why == "a worker has died of SIGSYS");
    CHECK(rig->counters().crashes == ++crashes);
    const auto next = rig.document(good);
    REQUIRE(next.has_value());
    CHECK(next->accepted());
  }
  CHECK(rig->inspector_restarts() == 0);
}

TEST_CASE("a worker cannot write to the image") {
  Rig rig;
  check_unreadable(rig.document(hostile_image("change the image")));
  REQUIRE(rig->counters().crashes == 1);
  CHECK(rig.notices()[0].why == "a worker has died of SIGSEGV");
}

TEST_CASE("a worker gets no more memory than a picture within the limits needs") {
  Rig rig;
  check_unreadable(rig.document(hostile_image("allocate")));
  CHECK(rig->counters().out_of_memory == 1);
  CHECK(rig->counters().crashes == 0);
  CHECK(rig.document(drawn_document(1))->accepted());
}

TEST_CASE("a worker has one descriptor, an empty environment and no memory that others see") {
  const int leaked = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  ::setenv("INSPECTOR_TEST_SECRET", "secret", 1);
  {
    const Rig rig({.workers = 3});
    const auto inspectors = children_of(::getpid());
    REQUIRE(inspectors.size() == 1);
    const auto workers = children_of(inspectors[0]);
    REQUIRE(workers.size() == 3);
    for (const ::pid_t worker : workers) {
      CHECK(process_text(worker, "environ") == "");
      const std::string status = process_text(worker, "status");
      CHECK(status.find("NoNewPrivs:\t1\n") != std::string::npos);
      CHECK(status.find("Seccomp:\t2\n") != std::string::npos);
      CHECK(status.find("Threads:\t1\n") != std::string::npos);
      std::error_code hidden;
      std::vector<std::string> descriptors;
      const fs::path folder = fs::path("/proc") / std::to_string(worker) / "fd";
      for (const auto& entry : fs::directory_iterator(folder, hidden)) {
        descriptors.push_back(fs::read_symlink(entry.path()).string());
      }
      if (::geteuid() != 0) {  // only root sees the worker's descriptors
        CHECK(hidden == std::errc::permission_denied);
        continue;
      }
      REQUIRE(descriptors.size() == 1);
      CHECK(descriptors[0].starts_with("socket:"));
      const std::string limits = process_text(worker, "limits");
      for (const char* name : {"Max core file size        0",
                               "Max file size             0",
                               "Max processes             0",
                               "Max open files            0"}) {
        CAPTURE(name);
        CHECK(limits.find(name) != std::string::npos);
      }
      CHECK(limits.find("Max address space         unlimited") == std::string::npos);
    }
    CHECK(process_text(inspectors[0], "cmdline") == std::string(HOSTILE_INSPECTOR_PATH) + '\0');
    CHECK(process_text(inspectors[0], "environ") == "");
  }
  ::unsetenv("INSPECTOR_TEST_SECRET");
  ::close(leaked);
}

}  // namespace countersign::confined::confinement_test
