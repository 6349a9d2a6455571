#pragma once
#include <functional>
#include <string>

#include "core/result.h"
#include "tools/operator/operator_client.h"

namespace countersign {

// Runs `work` in a process of its own (fork): a library that reads untrusted files may end its
// process over them. Returns what `work` returns; if the process was ended by a signal or ended
// without an answer, returns a sentence that says so and begins with `what`.
//
// For programs with one thread: threads that exist before the call do not exist for `work`. The
// process leaves no core file. Blocks until `work` is done, with a progress line if it has a title.
OperatorAnswer do_apart(const std::string& what,
                        const std::function<OperatorAnswer()>& work,
                        const std::string& title = "");

}  // namespace countersign
