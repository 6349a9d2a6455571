#pragma once
#include <cstdint>
#include <string>

#include "core/result.h"
#include "tools/operator/operator_desk.h"
#include "tools/operator/operator_wish.h"

namespace countersign {

// Runs a retention sweep and returns the operation's report. At a terminal, a dry run counts first;
// then the sweep runs in parts and shows its progress on stderr. It can be interrupted between two
// parts; the next sweep does the rest.
Result<std::string, OperatorFault> run_sweep(OperatorDesk& desk,
                                             const OperatorWish& wish,
                                             bool at_terminal);

// `[#####     ]  50 % 10 of 20 sessions`
std::string progress_line(std::uint64_t done, std::uint64_t total);

}  // namespace countersign
