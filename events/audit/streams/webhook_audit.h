#pragma once
#include "core/stream/recorded_event.h"
#include "core/webhook/webhooks.h"

namespace countersign {

// Returns whether the rules allow the event as the next one of the stream of a client's webhooks:
// decides again the command that the event came from. Not replayed: whether the client could still
// register an endpoint then, and which addresses its server allowed. Pure.
bool is_webhook_event_allowed(const Webhooks& webhooks, const RecordedEvent& recorded);

}  // namespace countersign
