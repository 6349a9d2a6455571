#pragma once
#include <utility>
#include <vector>

#include "core/event/rejection.h"
#include "core/result.h"

namespace countersign {

// The result of a command: the events of its stream that happen, or the reason why none does.
template <class StreamEvent>
using Decision = Result<std::vector<StreamEvent>, Rejection>;

// The events that a command makes happen, in their order. `StreamEvent` is the variant of the
// stream's events.
template <class StreamEvent, class... Events>
std::vector<StreamEvent> happened(Events&&... events) {
  std::vector<StreamEvent> all;
  all.reserve(sizeof...(events));
  (all.emplace_back(std::forward<Events>(events)), ...);
  return all;
}

}  // namespace countersign
