#pragma once
#include <string>

#include "core/ids.h"
#include "http/call/call.h"
#include "http/limits/fair_shares.h"

namespace countersign::http {

// Holds one of the places for the call, in the share of its caller, until its answer. Returns false
// after answering 503 with `detail` if the caller's calls have all of that share. `places` must
// outlive the call.
bool hold_place(FairShares& places,
                const ClientKey& caller,
                const CallPtr& call,
                const std::string& detail);

}  // namespace countersign::http
