#pragma once
#include "tools/operator/operator_wish.h"

namespace countersign {

// `countersign inspect`: has local pictures looked at as the server would, by a confined worker of
// countersign-inspector, and writes what was measured. Nothing of them is kept, and no log is
// touched. Returns the exit status: 0, or 1 when one is refused or cannot be looked at.
int run_inspect(const InspectWish& wish, bool json);

}  // namespace countersign
