#pragma once
#include <sys/types.h>

#include <vector>

namespace countersign::bench {

// The accounts of other processes in /proc (proc(5)); for Linux. A process that has ended has none.

// The processes whose parent is `parent`.
std::vector<pid_t> children_of(pid_t parent);

// The CPU time that a process has used, in milliseconds, to a tick of the kernel's (10 ms).
double cpu_ms(pid_t process);
// The same, with that of the children that it has waited for, and theirs.
double cpu_with_ended_children_ms(pid_t process);

struct Memory {
  double shared_out_mib = 0;  // PSS: a page that n processes share counts as an n-th
  double peak_mib = 0;        // the most that was ever resident (VmHWM)
};
// PSS is 0 for a process whose memory the caller may not see: of another user, or hidden
// (PR_SET_DUMPABLE) from any caller but root.
Memory memory_of(pid_t process);

}  // namespace countersign::bench
