#pragma once
#include <exception>

#include "http/call.h"

namespace countersign::http {

// Runs a piece of a request's work on a thread where nothing else would catch an
// exception. What gets here is a bug of ours or the end of memory: the caller is told
// 500 and no more, and the process goes on for the others.
template <class Work>
void guarded(const CallPtr& call, Work&& work) {
  try {
    work();
  } catch (...) {
    call->refuse(Problem{.code = ProblemCode::Internal});
  }
}

}  // namespace countersign::http
