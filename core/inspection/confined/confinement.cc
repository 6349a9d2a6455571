#include "core/inspection/confined/confinement.h"

#include <fmt/format.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>

namespace countersign::confined {
namespace {

std::string refused(const char* what, int error) {
  return fmt::format("{}: {}", what, ::strerrordesc_np(error));
}

// Returns the size of this process's own address space, as proc(5) counts its pages.
std::optional<std::uint64_t> address_space_bytes() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen("/proc/self/statm", "re"),
                                                             &std::fclose);
  unsigned long long pages = 0;
  if (!file || std::fscanf(file.get(), "%llu", &pages) != 1) return std::nullopt;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool limit(__rlimit_resource resource, rlim_t value) {
  const rlimit both{value, value};
  return ::setrlimit(resource, &both) == 0;
}

std::optional<std::string> close_all_but(int descriptor) {
  const auto kept = static_cast<unsigned>(descriptor);
  const unsigned first = kConfines ? 0 : STDERR_FILENO + 1;
  if ((kept > first && ::close_range(first, kept - 1, 0) != 0) ||
      ::close_range(std::max(kept + 1, first), ~0u, 0) != 0) {
    return refused("descriptors cannot be closed", errno);
  }
  return std::nullopt;
}

std::optional<std::string> set_limits(std::uint64_t memory_bytes) {
  if (kConfines) {
    const auto used = address_space_bytes();
    if (!used) return "the size of its memory cannot be read";
    if (!limit(RLIMIT_AS, *used + memory_bytes)) {
      return refused("its memory cannot be limited, e.g. since ulimit -v is lower", errno);
    }
    if (!limit(RLIMIT_NOFILE, 0)) return refused("RLIMIT_NOFILE", errno);
  }
  if (!limit(RLIMIT_CORE, 0)) return refused("RLIMIT_CORE", errno);
  if (!limit(RLIMIT_FSIZE, 0)) return refused("RLIMIT_FSIZE", errno);
  if (!limit(RLIMIT_NPROC, 0)) return refused("RLIMIT_NPROC", errno);
  return std::nullopt;
}

// Asks the kernel itself, since libseccomp does not say why it makes no filter: mostly because a
// filter around the server forbids the call, as systemd's sets of calls do.
std::optional<std::string> wrong_with_seccomp() {
  // The action of the filter below, of which seccomp(2) is asked whether the kernel knows it.
  constexpr std::uint32_t kKill = SECCOMP_RET_KILL_PROCESS;
  if (::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &kKill) == 0) return std::nullopt;
  const int error = errno;
  if (error == EINVAL || error == EOPNOTSUPP) return std::nullopt;  // a kernel before 4.14
  return refused(
      "a filter around the server forbids the system call seccomp; allow it, in a unit of systemd "
      "with SystemCallFilter=seccomp",
      error);
}

struct ReleaseFilter {
  void operator()(void* filter) const { ::seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, ReleaseFilter>;

// Returns 0, or the negative errno that libseccomp reports.
int load_filter(int descriptor) {
  const Filter filter(::seccomp_init(SCMP_ACT_KILL_PROCESS));
  if (!filter) return -ENOMEM;
  const auto channel = static_cast<scmp_datum_t>(descriptor);
  // Executable memory would undermine every other rule.
  constexpr scmp_datum_t kExecutable = PROT_EXEC;
  int error = 0;
  const auto allow = [&](int call, auto... conditions) {
    if (error != 0) return;
    error = ::seccomp_rule_add(filter.get(),
                               SCMP_ACT_ALLOW,
                               call,
                               static_cast<unsigned>(sizeof...(conditions)),
                               conditions...);
  };
  allow(SCMP_SYS(read), SCMP_A0(SCMP_CMP_EQ, channel));
  allow(SCMP_SYS(write), SCMP_A0(SCMP_CMP_EQ, channel));
  allow(SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, kExecutable, 0));
  allow(SCMP_SYS(munmap));
  allow(SCMP_SYS(mremap));
  allow(SCMP_SYS(madvise));
  allow(SCMP_SYS(brk));
  allow(SCMP_SYS(futex));
  allow(SCMP_SYS(clock_gettime));
  allow(SCMP_SYS(rt_sigreturn));
  allow(SCMP_SYS(exit_group));
  if (error != 0) return error;
  return ::seccomp_load(filter.get());
}

}  // namespace

void hide_memory() {
  limit(RLIMIT_CORE, 0);
  if (kConfines) ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

std::optional<std::string> confine(int descriptor, int parent, std::uint64_t memory_bytes) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return refused("PR_SET_PDEATHSIG", errno);
  if (::getppid() != parent) return "its parent has ended";
  hide_memory();
  if (auto why = close_all_but(descriptor)) return why;
  if (auto why = set_limits(memory_bytes)) return why;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return refused("PR_SET_NO_NEW_PRIVS", errno);
  if (!kConfines) return std::nullopt;
  if (auto why = wrong_with_seccomp()) return why;
  if (const int error = load_filter(descriptor); error != 0) return refused("seccomp", -error);
  return std::nullopt;
}

}  // namespace countersign::confined
