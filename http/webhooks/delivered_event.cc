#include "http/webhooks/delivered_event.h"

#include <variant>

#include "core/stream/delivered_as.h"

namespace countersign::http {
namespace {

bool is_test_of(const Webhook& webhook, const Event& event) {
  const auto* tested = std::get_if<WebhookTested>(&event);
  return tested != nullptr && tested->webhook == webhook.id;
}

}  // namespace

std::optional<SessionId> line_of(const Webhook& webhook, const RecordedEvent& recorded) {
  if (is_test_of(webhook, recorded.event)) return SessionId(Uuid{});
  const auto type = webhook_type_of(recorded.event);
  return type && wants(webhook, *type) ? session_of(recorded.stream) : std::nullopt;
}

std::optional<WebhookMessage> message_about(const DataFolder& data,
                                            std::string_view origin,
                                            const Webhook& webhook,
                                            Sequence event) {
  const auto found = data.log().find(event);
  if (!found || !*found) return std::nullopt;
  const RecordedEvent& recorded = (*found)->recorded;
  if (is_test_of(webhook, recorded.event)) return webhook_test_message(origin, recorded);
  const auto id = session_of(recorded.stream);
  if (!id) return std::nullopt;
  const auto session = data.queries().session(*id);
  if (!session || !*session) return std::nullopt;
  return webhook_message(origin, recorded, **session);
}

}  // namespace countersign::http
