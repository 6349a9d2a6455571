#pragma once
#include "tools/operator/operator_wish.h"

namespace countersign {

// `countersign witness`: serves until SIGTERM or SIGINT, then finishes the work in flight. Its
// first lines on stdout are its key and its URL; with `json`, one document that holds both and the
// logs' origins. Returns the exit status: 0 after the signal, 1 when it cannot serve.
int run_witness(const WitnessWish& wish, bool json);

}  // namespace countersign
