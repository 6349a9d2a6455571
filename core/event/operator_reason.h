#pragma once
#include <string>

#include "core/schema.h"
#include "core/strong.h"

namespace countersign {

// An operator's reason to do what otherwise a client, a device or a sweep does. The log keeps the
// text for ever, so it has no personal data. An event without one has no such member.
using OperatorReason = Strong<struct OperatorReasonTag, std::string>;
template <>
inline constexpr bool left_out_if_empty<OperatorReason> = true;

}  // namespace countersign
