#pragma once
#include <cstdint>
#include <optional>
#include <string>

// The limits of a process that inspects images. The only user of libseccomp.
namespace countersign::confined {

// False in a build with sanitizers: their runtimes reserve terabytes of address space, read /proc
// and open a pipe to find out whether an address can be read. A worker of such a build has neither
// the system call filter nor the limits of memory and of descriptors, and keeps stderr.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kConfines = false;
#else
inline constexpr bool kConfines = true;
#endif

// Keeps the process's memory out of core files and, if kConfines, away from other processes of the
// same user.
void hide_memory();

// Permanently gives up everything except computing, memory and the one descriptor:
//   - descriptors: closes all others; none can be opened (RLIMIT_NOFILE 0)
//   - no new process or thread, no growing file, no core file (setrlimit(2))
//   - at most `memory_bytes` of address space in addition to the present size
//   - the process ends with its parent (PR_SET_PDEATHSIG)
//   - no new privileges, and no system calls except those listed in confinement.cc; any other
//     kills the process with SIGSYS (seccomp(2))
// Returns a sentence if the system refuses any of these limits: the process must then end.
// REQUIRES: one thread; `descriptor` is the channel; `parent` is the process that forked this one.
std::optional<std::string> confine(int descriptor, int parent, std::uint64_t memory_bytes);

}  // namespace countersign::confined
