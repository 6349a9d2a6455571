#pragma once
#include <optional>
#include <string>

#include "core/reviewer/reviewer.h"
#include "core/stream/recorded_event.h"

namespace countersign {

// Returns why the event cannot be the next one of the reviewer's stream; nullopt if it can. Decides
// again the command that the event came from, at the event's time and just before the end of the
// link, because a command's time may be before its event's. A passkey's key must be one that can
// sign, and a change that says so must be signed by another passkey of the reviewer. Pure.
std::optional<std::string> reviewer_fault(const Reviewer& reviewer, const RecordedEvent& recorded);

}  // namespace countersign
