#pragma once
#include <exception>
#include <new>

#include "http/call/call.h"

namespace countersign::http {

// Runs a piece of a request's work on a thread where nothing else would catch an exception. Out of
// memory is answered with 503: the caller may retry when other requests have released memory. Any
// other exception is a bug in the server and is answered with a 500 without details. The process
// goes on for the other requests.
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
