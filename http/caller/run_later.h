#pragma once
#include <string_view>
#include <utility>

#include "core/ids.h"
#include "core/machine/threads/fair_pool.h"
#include "http/call/call.h"
#include "http/call/guarded.h"
#include "http/call/machine_problem.h"

namespace countersign::http {

inline constexpr std::string_view kTooManyReads =
    "The server has too many reads in progress; try again later.";

// Runs a piece of a request's work on a thread of the pool, in the line of a client, or of a key
// that stands for none. Answers with 503 and the sentence `no_room` if the pool has no room for it.
template <class Work>
void run_later(FairPool& pool,
               const ClientKey& line,
               const CallPtr& call,
               std::string_view no_room,
               Work work) {
  const bool taken = pool.submit(line, [call, work = std::move(work)] { guarded(call, work); });
  if (!taken) call->refuse(unavailable(no_room));
}

}  // namespace countersign::http
