#pragma once
#include <vector>

#include "core/event/event.h"
#include "core/event/rejection.h"
#include "core/result.h"

namespace countersign {

// What a command leads to: the events that happen, or why nothing does.
using Decision = Result<std::vector<Event>, Rejection>;

}  // namespace countersign
