#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/session/session.h"
#include "core/stream/recorded_event.h"
#include "http/json/schema_of.h"

namespace countersign::http {

// The request that is sent about one event, the same at each attempt.
struct WebhookMessage {
  std::string id;    // the header `webhook-id`
  std::string body;  // JSON
};

// The id of an event's message: it follows from the log's origin and the event's sequence alone.
// Without a dot, which separates the parts of what is signed.
std::string webhook_message_id(std::string_view origin, Sequence event);

// REQUIRES: webhook_type_of(event) has a value, and `session` is that of the event. The message has
// only those parts of the session that never change after the event was delivered.
WebhookMessage webhook_message(std::string_view origin,
                               const RecordedEvent& event,
                               const Session& session);

// The message of a test: signed and sent as that of an event, with a type of its own, and about no
// session. REQUIRES: the event is WebhookTested.
WebhookMessage webhook_test_message(std::string_view origin, const RecordedEvent& event);
Schema webhook_test_schema();

// The schema of the body.
Schema webhook_message_schema();

}  // namespace countersign::http
