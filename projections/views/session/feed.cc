#include "projections/views/session/feed.h"

#include "projections/fold/view_key.h"

namespace countersign {

std::string Feed::prefix_of(const ClientKey& client) {
  return ViewKey().text(client.value()).end_of_text().take();
}

Projection Feed::projection() { return {.name = "feed", .space = space::kFeed}; }

void Feed::add(const ClientKey& client, Sequence sequence, ViewBatch& views) {
  views.put(space::kFeed, prefix_of(client) + ViewKey().number(sequence.value()).take(), {});
}

}  // namespace countersign
