#include "projections/views/webhooks.h"

#include "projections/fold/record_bytes.h"

namespace countersign {

Webhooks WebhooksView::load(ViewBatch& views, const ClientKey& client) {
  return countersign::load<Webhooks>(views, space::kWebhooks, key(client)).value_or(Webhooks{});
}

Projection WebhooksView::projection() {
  return {.name = "webhooks", .space = space::kWebhooks, .shape = shape_of<Webhooks>()};
}

void WebhooksView::store(const Webhooks& webhooks, ViewBatch& views) {
  views.put(space::kWebhooks, key(webhooks.client), to_bytes(webhooks));
}

void WebhooksView::mark_changed(Sequence sequence, ViewBatch& views) {
  views.put(space::kWebhooks, changed_key(), to_bytes(sequence.value()));
}

}  // namespace countersign
