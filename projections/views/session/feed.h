#pragma once
#include <string>

#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// The events of a client, those of its sessions and webhooks included: client key, 0x00, sequence
// -> empty. The events themselves are in the log.
class Feed {
 public:
  static std::string prefix_of(const ClientKey& client);

  static Projection projection();
  template <EventOf<SessionEvent> E>
  static void fold(const FoldedEvent<E>& folded, ViewBatch& views) {
    add(folded.state.client, folded.recorded.sequence, views);
  }
  template <EventOf<ClientEvent> E>
  static void fold(const FoldedEvent<E>& folded, ViewBatch& views) {
    add(folded.state.key, folded.recorded.sequence, views);
  }
  template <EventOf<WebhookEvent> E>
  static void fold(const FoldedEvent<E>& folded, ViewBatch& views) {
    add(folded.state.client, folded.recorded.sequence, views);
  }

 private:
  static void add(const ClientKey& client, Sequence sequence, ViewBatch& views);
};

}  // namespace countersign
