#pragma once
#include <optional>

#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"

namespace countersign {

// `countersign log tail`: prints events to stdout, as JSON lines or as one short
// line each, and with `follow` goes on for as long as the server runs.
// Returns why it ended, if that was not its end.
std::optional<OperatorFault> print_tail(OperatorDesk& desk, const OperatorWish& wish, bool json);

}  // namespace countersign
