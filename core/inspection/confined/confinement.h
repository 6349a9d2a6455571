#pragma once
#include <cstdint>
#include <optional>
#include <string>

// What a process may do that looks at an image. The home of libseccomp.
namespace countersign::confined {

// False in a build with sanitizers: their runtimes reserve terabytes of address space and
// read /proc. Such a worker has neither the filter nor the limit of memory, and keeps stderr.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kConfines = false;
#else
inline constexpr bool kConfines = true;
#endif

// Its memory reaches neither a core file nor another process of the same user.
void hide_memory();

// Gives up, for good, everything but computing, memory and the one descriptor:
//   - descriptors: all others are closed, and none can be had (RLIMIT_NOFILE 0)
//   - no process or thread, no file that grows, no core file (setrlimit(2))
//   - `memory_bytes` of address space more than it has now
//   - ends with its parent (PR_SET_PDEATHSIG)
//   - no new privileges, and no system call but those that the list in confinement.cc
//     names; any other kills the process with SIGSYS (seccomp(2))
// A sentence when the system refuses any of it: then the process must end.
// REQUIRES: one thread; `descriptor` is the channel; `parent` the process that forked it.
std::optional<std::string> confine(int descriptor, int parent, std::uint64_t memory_bytes);

}  // namespace countersign::confined
