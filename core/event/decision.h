#pragma once
#include <vector>

#include "core/event/rejection.h"
#include "core/result.h"

namespace countersign {

// The result of a command: the events of its stream that happen, or the reason why none does.
template <class StreamEvent>
using Decision = Result<std::vector<StreamEvent>, Rejection>;

}  // namespace countersign
