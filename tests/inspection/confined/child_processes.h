#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace countersign::confined {

// What proc(5) says of other processes.
std::vector<::pid_t> children_of(::pid_t parent);
// Of one kind: "environ", "cmdline", "status", "limits".
std::string process_text(::pid_t process, const std::string& file);

// The inspectors that this process, or another, has started, and their workers.
std::vector<::pid_t> inspectors_of(::pid_t server);

// Waits until none of them is there any more; false after a minute.
bool are_gone(const std::vector<::pid_t>& processes);

}  // namespace countersign::confined
