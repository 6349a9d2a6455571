// The questions of who looks after the installation: its clients, webhooks and holds, page by page,
// and where captures end.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "projections/fold/record_bytes.h"
#include "projections/queries/queries.h"
#include "projections/views/clients.h"
#include "projections/views/session/capture_ends.h"
#include "projections/views/session/holds.h"
#include "projections/views/usage.h"
#include "projections/views/webhooks.h"

namespace countersign {
namespace {

// At most `limit` records of the space whose keys begin with `prefix` and come behind `after`, a
// key without the prefix; the first ones if `after` is empty.
template <class T>
Result<std::vector<T>, StoreError> page_behind(const Views& views,
                                               ViewSpace space,
                                               const std::string& prefix,
                                               const std::string& after,
                                               std::size_t limit) {
  std::vector<T> records;
  if (limit == 0) return records;
  bool sound = true;
  // The key directly behind a key is that key followed by a zero byte.
  const std::string from = after.empty() ? prefix : prefix + after + '\0';
  const auto scanned = views.scan(space, from, [&](std::string_view key, std::string_view bytes) {
    if (!key.starts_with(prefix)) return false;
    std::optional<T> record = from_bytes<T>(bytes);
    sound = record.has_value();
    if (sound) records.push_back(*std::move(record));
    return sound && records.size() < limit;
  });
  if (!scanned) return scanned.error();
  if (!sound) return StoreError::Corrupt;
  return records;
}

}  // namespace

Result<std::vector<Client>, StoreError> Queries::clients_behind(const ClientKey& after,
                                                                std::size_t limit) const {
  return page_behind<Client>(views_, space::kClients, {}, after.value(), limit);
}

Result<std::vector<Webhooks>, StoreError> Queries::webhooks_behind(const ClientKey& after,
                                                                   std::size_t limit) const {
  return page_behind<Webhooks>(
      views_, space::kWebhooks, WebhooksView::all_keys(), after.value(), limit);
}

Result<std::vector<HoldEntry>, StoreError> Queries::holds_behind(
    const std::optional<SessionId>& after, std::size_t limit) const {
  return page_behind<HoldEntry>(
      views_, space::kHolds, {}, after ? Holds::key(*after) : std::string(), limit);
}

Result<std::vector<CaptureEnds>, StoreError> Queries::capture_ends() const {
  constexpr auto kAll = std::numeric_limits<std::size_t>::max();
  return page_behind<CaptureEnds>(views_, space::kCaptureEnds, {}, {}, kAll);
}

Result<std::optional<std::string>, StoreError> Queries::month_used_last(
    const ClientKey& client, std::string_view first) const {
  std::optional<std::string> last;
  const std::string months = Usage::key(client, {});
  const auto scanned =
      views_.scan(space::kUsage, Usage::key(client, first), [&](std::string_view key, auto) {
        if (!key.starts_with(months)) return false;
        last = std::string(key.substr(months.size()));
        return true;
      });
  if (!scanned) return scanned.error();
  return last;
}

}  // namespace countersign
