#pragma once
#include "tools/operator/operator_wish.h"

namespace countersign {

// `countersign witness`: serves until SIGTERM or SIGINT, and finishes what is in flight then. Its
// first lines on stdout are its key and where it is; with `json` one document of both. Returns the
// exit status: 0 after the signal, 1 when it cannot serve.
int run_witness(const WitnessWish& wish, bool json);

}  // namespace countersign
