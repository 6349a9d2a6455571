#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "core/result.h"
#include "tools/operator/operator_client.h"

namespace countersign {

// The memory that work of do_apart() may take in addition to the memory of the program that calls
// it.
inline constexpr std::uint64_t kMemoryApart = std::uint64_t{4} << 30;

// Runs `work` in a process of its own (fork), with a limit of memory: a library that reads
// untrusted files may end its process over them, or believe a length in them. Returns what `work`
// returns; if the process was ended by a signal or ended without an answer, returns a sentence that
// says so and begins with `what`.
//
// The process ends with this one. For programs with one thread: threads that exist before the call
// do not exist for `work`. The process leaves no core file. Blocks until `work` is done, with a
// progress line if it has a title.
OperatorAnswer do_apart(const std::string& what,
                        const std::function<OperatorAnswer()>& work,
                        const std::string& title = "");

}  // namespace countersign
