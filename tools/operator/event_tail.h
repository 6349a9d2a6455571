#pragma once
#include <optional>

#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"

namespace countersign {

// `countersign log tail`: prints events to stdout, as JSON lines or as one short line each. With
// `follow`, goes on for as long as the server runs. Returns the fault that ended it, or nullopt
// after a regular end.
std::optional<OperatorFault> print_tail(OperatorDesk& desk, const OperatorWish& wish, bool json);

}  // namespace countersign
