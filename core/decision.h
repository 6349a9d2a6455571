#pragma once
#include <vector>

#include "core/event.h"
#include "core/rejection.h"
#include "core/result.h"

namespace countersign {

// What a command leads to: the events that happen, or why nothing does.
using Decision = Result<std::vector<Event>, Rejection>;

}  // namespace countersign
