#pragma once
#include <string>

#include "core/ids.h"
#include "core/webhook/webhooks.h"
#include "projections/fold/projection.h"

namespace countersign {

// Client key -> Webhooks, as core folds them from the stream of the client's webhooks; and under
// changed_key() the last event that changed to whom anything is delivered, so that the sender reads
// the rest only when it has to.
class WebhooksView {
 public:
  static std::string key(const ClientKey& client) { return "of " + client.value(); }
  static std::string all_keys() { return "of "; }
  static std::string changed_key() { return "changed"; }
  // No endpoints if the client never had one.
  static Webhooks load(ViewBatch& views, const ClientKey& client);

  static Projection projection();
  template <EventOf<WebhookEvent> E>
  static void fold(const FoldedEvent<E>& folded, ViewBatch& views) {
    store(folded.state, views);
    mark_changed(folded.recorded.sequence, views);
  }
  // A disabled client gets no deliveries.
  static void fold(const FoldedEvent<ClientDisabled>& folded, ViewBatch& views) {
    mark_changed(folded.recorded.sequence, views);
  }
  static void fold(const FoldedEvent<ClientClosed>& folded, ViewBatch& views) {
    mark_changed(folded.recorded.sequence, views);
  }

 private:
  static void store(const Webhooks& webhooks, ViewBatch& views);
  static void mark_changed(Sequence sequence, ViewBatch& views);
};

}  // namespace countersign
