#pragma once
#include <optional>
#include <string_view>

#include "core/ids.h"
#include "core/stream/recorded_event.h"
#include "core/webhook/webhooks.h"
#include "http/webhooks/webhook_message.h"
#include "projections/folder/data_folder.h"

// Which events an endpoint is told, and as what. Callable from any thread.
namespace countersign::http {

// The session behind whose earlier events the event waits, which is none's own for a test; nullopt
// if the endpoint is not told the event.
std::optional<SessionId> line_of(const Webhook& webhook, const RecordedEvent& recorded);

// The message about an event that line_of() has a line for. Reads the log; nullopt if the event or
// its session cannot be read.
std::optional<WebhookMessage> message_about(const DataFolder& data,
                                            std::string_view origin,
                                            const Webhook& webhook,
                                            Sequence event);

}  // namespace countersign::http
