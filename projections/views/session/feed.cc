#include "projections/views/session/feed.h"

#include "projections/fold/view_key.h"

namespace countersign {

std::string Feed::prefix_of(const ClientKey& client) {
  return ViewKey().text(client.value()).end_of_text().take();
}

void Feed::fold(const Fact& fact, ViewBatch& views) const {
  if (fact.keys != nullptr || fact.thresholds != nullptr) return;  // of no client
  const ClientKey& client = fact.session != nullptr ? fact.session->client : fact.client->key;
  views.put(
      space(),
      ViewKey().text(client.value()).end_of_text().number(fact.recorded.sequence.value()).take(),
      {});
}

}  // namespace countersign
