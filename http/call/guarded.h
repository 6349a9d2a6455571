#pragma once
#include <exception>
#include <new>

#include "http/call/call.h"

namespace countersign::http {

// Runs a piece of a request's work on a thread where nothing else would catch an
// exception. The end of memory is 503: the caller may come again, when others have given some
// back. What else gets here is a bug of ours: the caller is told 500 and no more. The process goes
// on for the others.
template <class Work>
void guarded(const CallPtr& call, Work&& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    call->fail(Exchange::Failure::NoMemory);
  } catch (...) {
    call->fail(Exchange::Failure::Bug);
  }
}

}  // namespace countersign::http
