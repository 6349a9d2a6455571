#pragma once
#include <string>

#include "events/event_log.h"

namespace countersign::http {

// An event as its client may see it: the stored bytes as they are, without the
// sealed member, which is the last one where there is one.
std::string public_event(const StoredEvent& event);

}  // namespace countersign::http
