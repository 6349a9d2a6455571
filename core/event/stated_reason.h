#pragma once
#include <string>

#include "core/schema.h"
#include "core/strong.h"

namespace countersign {

// The reason that was stated for an act: an operator's for what else a client or a sweep does, or a
// client's for the erasure of a person. The text has no personal data, because the log keeps it for
// ever. An event without a reason has no such member.
using StatedReason = Strong<struct StatedReasonTag, std::string>;
template <>
inline constexpr bool left_out_if_empty<StatedReason> = true;

}  // namespace countersign
