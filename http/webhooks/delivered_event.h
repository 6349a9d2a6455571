#pragma once
#include <optional>
#include <string_view>

#include "core/ids.h"
#include "core/stream/recorded_event.h"
#include "core/webhook/webhooks.h"
#include "http/webhooks/webhook_message.h"
#include "projections/folder/data_folder.h"

// The events that are delivered to an endpoint, and their messages. Callable from any thread.
namespace countersign::http {

// Returns the session whose earlier events are delivered before this one; for a test the id of no
// session. Nullopt if the event is not delivered to the endpoint.
std::optional<SessionId> line_of(const Webhook& webhook, const RecordedEvent& recorded);

// The message about an event that line_of() has a line for. Reads the log; nullopt if the event or
// its session cannot be read.
std::optional<WebhookMessage> message_about(const DataFolder& data,
                                            std::string_view origin,
                                            const Webhook& webhook,
                                            Sequence event);

}  // namespace countersign::http
