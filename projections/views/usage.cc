#include "projections/views/usage.h"

#include <algorithm>

#include "projections/fold/record_bytes.h"
#include "projections/fold/view_key.h"

namespace countersign {
namespace {

std::uint64_t count_of(ViewBatch& views, const std::string& key) {
  return load<std::uint64_t>(views, space::kUsage, key).value_or(0);
}

}  // namespace

std::string Usage::key(const ClientKey& client, std::string_view month) {
  return ViewKey().text(client.value()).end_of_text().text(month).take();
}

std::uint64_t Usage::opened(ViewBatch& views, const ClientKey& client, UtcTime now) {
  return std::max(count_of(views, key(client, month_of(now))),
                  count_of(views, key(client, month_of(next_month(now)))));
}

Projection Usage::projection() { return {.name = "usage", .space = space::kUsage}; }

void Usage::fold(const FoldedEvent<SessionCreated>& folded, ViewBatch& views) {
  const std::string month = key(folded.event.client, month_of(folded.recorded.at));
  views.put(space::kUsage, month, to_bytes(count_of(views, month) + 1));
}

}  // namespace countersign
