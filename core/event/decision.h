#pragma once
#include <vector>

#include "core/event/event.h"
#include "core/event/rejection.h"
#include "core/result.h"

namespace countersign {

// The result of a command: the events that happen, or the reason why none does.
using Decision = Result<std::vector<Event>, Rejection>;

}  // namespace countersign
