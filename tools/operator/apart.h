#pragma once
#include <functional>
#include <string>

#include "core/result.h"
#include "tools/operator/operator_desk.h"

namespace countersign {

// Does `work` in a process of its own (fork), for files of strangers that a library reads which may
// end its process over them. What `work` returns is returned; if its process ended by a signal or
// without an answer, a sentence that says so, which begins with `what`.
//
// For programs with one thread: a thread that exists before is not there for `work`. The process
// leaves no core file behind. Blocks until `work` is done.
using ApartAnswer = Result<std::string, OperatorFault>;
ApartAnswer do_apart(const std::string& what, const std::function<ApartAnswer()>& work);

}  // namespace countersign
