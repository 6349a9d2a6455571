#pragma once
#include <string>

#include "events/event_log.h"

namespace countersign::http {

// Returns the event as its client may see it: the stored bytes unchanged, but without the sealed
// member, which is the last one if present.
std::string public_event(const StoredEvent& event);

}  // namespace countersign::http
