#pragma once
#include <cstdint>
#include <string>

#include "core/result.h"
#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"

namespace countersign {

// Carries out a retention sweep and answers with the operation's report. For somebody at a
// terminal a dry run counts first; then the sweep goes in parts, and stderr shows how far it
// is. Between two parts it can be interrupted: what is left, the next sweep does.
Result<std::string, OperatorFault> run_sweep(OperatorDesk& desk,
                                             const OperatorWish& wish,
                                             bool at_terminal);

// `[#####     ]  50 % 10 of 20 sessions`
std::string progress_line(std::uint64_t done, std::uint64_t total);

}  // namespace countersign
