// GET /review/api/operate/webhooks: how the deliveries to each endpoint go.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/webhook/webhook_url.h"
#include "core/webhook/webhooks.h"
#include "http/json/json_of.h"
#include "http/review/operators/operator_handlers.h"
#include "http/review/operators/operator_page.h"
#include "http/webhooks/webhook_sender.h"

namespace countersign::http {
namespace {

struct WebhookRow {
  ClientKey client;
  Webhook webhook;
  DeliveryState deliveries;
  static Schema schema();
};

// The host alone: receivers put secrets into paths and queries.
std::string host_of_webhook(const Webhook& webhook) {
  const auto url = parse_webhook_url(webhook.url);
  return url ? url->host : std::string();
}

Result<std::string, StoreError> webhook_page(const ReviewService& service,
                                             const OperatorPage& page) {
  const auto clients = service.data.queries().webhooks_behind(ClientKey(page.after), page.limit);
  if (!clients) return clients.error();
  RowsPage<WebhookRow> rows;
  for (const Webhooks& each : *clients) {
    // Whole clients alone, of whom the first fits always.
    if (rows.items.size() + each.endpoints.size() > page.limit && !rows.items.empty()) break;
    rows.next = each.client.value();
    for (const Webhook& webhook : each.endpoints) {
      rows.items.push_back(
          {each.client,
           webhook,
           service.webhooks == nullptr ? DeliveryState{} : service.webhooks->state_of(webhook.id)});
    }
  }
  const bool is_last = clients->size() < page.limit &&
                       (clients->empty() || rows.next == clients->back().client.value());
  if (is_last) rows.next.reset();
  return json_of(rows);
}

}  // namespace

template <>
constexpr auto members_of<WebhookRow> = members(
    Member{"clientKey", &WebhookRow::client},
    Member{"id", [](const WebhookRow& row) { return row.webhook.id; }},
    Member{"host",
           [](const WebhookRow& row) { return host_of_webhook(row.webhook); },
           "Of its address."},
    Member{"state", [](const WebhookRow& row) { return state_of(row.webhook); }},
    Member{"disabledReason", [](const WebhookRow& row) { return row.webhook.stopped; }},
    Member{"createdAt", [](const WebhookRow& row) { return row.webhook.created_at; }},
    Member{"failing",
           [](const WebhookRow& row) { return row.deliveries.is_failing; },
           "Whether the last attempt failed."},
    Member{"failures",
           [](const WebhookRow& row) { return row.deliveries.failures; },
           "Attempts that failed since the server began, or since it was replayed or enabled."},
    Member{"lastDeliveredAt",
           [](const WebhookRow& row) { return row.deliveries.delivered_at; },
           "Null: nothing since then."},
    Member{"outstanding",
           [](const WebhookRow& row) { return row.deliveries.outstanding; },
           "Events that wait, 256 at most."},
    Member{"oldest",
           [](const WebhookRow& row) { return row.deliveries.oldest; },
           "The time of the oldest of them."});

Schema WebhookRow::schema() { return answer_schema_of<WebhookRow>("OperatorsWebhook"); }
Schema webhook_rows_schema() { return answer_schema_of<RowsPage<WebhookRow>>("OperatorsWebhooks"); }

void list_webhook_rows(ReviewService& service,
                       const CallPtr& call,
                       const AuthenticatedReviewer& who) {
  answer_page(service, call, who, [&service](const OperatorPage& page) {
    return webhook_page(service, page);
  });
}

}  // namespace countersign::http
