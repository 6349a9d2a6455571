// The questions about the order of the work on cases.
#include <utility>

#include "projections/fold/record_bytes.h"
#include "projections/queries/queries.h"

namespace countersign {

Result<std::vector<ClientDue>, StoreError> Queries::due_times() const {
  std::vector<ClientDue> found;
  bool sound = true;
  const std::string prefix = Desk::prefix_of_due_times();
  const auto scanned =
      views_.scan(space::kDesk, prefix, [&](std::string_view key, std::string_view value) {
        if (!key.starts_with(prefix)) return false;
        const auto due_ms = from_bytes<std::uint64_t>(value);
        sound = due_ms.has_value();
        if (sound) found.push_back({Desk::client_in(key), *due_ms});
        return sound;
      });
  if (!scanned) return scanned.error();
  if (!sound) return StoreError::Corrupt;
  return found;
}

Result<std::vector<WaitingCase>, StoreError> Queries::waiting_since(
    const ClientKey& client,
    UtcTime until,
    std::size_t limit,
    const std::optional<WaitingCase>& after) const {
  std::vector<WaitingCase> found;
  if (limit == 0) return found;
  bool sound = true;
  const std::string prefix = Desk::prefix_of_waiting(client);
  const std::string from = after ? Desk::key_of(client, *after) + '\0' : prefix;
  const auto scanned = views_.scan(space::kDesk, from, [&](std::string_view key, auto) {
    if (!key.starts_with(prefix)) return false;
    const auto waiting = Desk::waiting_in(key, prefix);
    sound = waiting.has_value();
    if (!sound || waiting->since > until) return false;
    found.push_back(*waiting);
    return found.size() < limit;
  });
  if (!scanned) return scanned.error();
  if (!sound) return StoreError::Corrupt;
  return found;
}

Result<std::vector<AssignedCase>, StoreError> Queries::assigned_to(
    const ReviewerId& reviewer) const {
  const auto bytes = views_.get(space::kDesk, Desk::key_of(reviewer));
  if (!bytes) return bytes.error();
  if (!*bytes) return std::vector<AssignedCase>();
  auto assigned = from_bytes<AssignedCases>(**bytes);
  if (!assigned) return StoreError::Corrupt;
  return std::move(assigned->cases);
}

}  // namespace countersign
