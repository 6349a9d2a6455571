#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace countersign::confined {

// Information about other processes from proc(5).
std::vector<::pid_t> children_of(::pid_t parent);
// `file` is "environ", "cmdline", "status" or "limits".
std::string process_text(::pid_t process, const std::string& file);

// The inspectors that `server`, this process or another, has started, and their workers.
std::vector<::pid_t> inspectors_of(::pid_t server);

// Waits until none of the processes exists any more. Returns false after a minute.
bool are_gone(const std::vector<::pid_t>& processes);

}  // namespace countersign::confined
