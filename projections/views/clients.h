#pragma once
#include <string>

#include "core/client/client.h"
#include "core/ids.h"
#include "projections/fold/projection.h"

namespace countersign {

// Client key -> Client, as core folds it from the client's stream.
class Clients {
 public:
  static std::string key(const ClientKey& client) { return client.value(); }
  // An unregistered client if the key is unknown.
  static Client load(ViewBatch& views, const ClientKey& client);

  static Projection projection();
  template <EventOf<ClientEvent> E>
  static void fold(const FoldedEvent<E>& folded, ViewBatch& views) {
    store(folded.state, views);
  }

 private:
  static void store(const Client& client, ViewBatch& views);
};

}  // namespace countersign
