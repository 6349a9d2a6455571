#include "projections/erasure/lost_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/counted.h"
#include "projections/queries/slots_in_use.h"

namespace countersign {

Result<std::vector<LostSlot>, StoreError> find_lost_slots(const KeyRows& rows,
                                                          const Queries& queries,
                                                          const KeyRing& ring) {
  const auto with_leaves = queries.slots_with_leaves();
  if (!with_leaves) return with_leaves.error();
  std::vector<LostSlot> lost;
  if (std::ranges::all_of(*with_leaves, [&](const KeySlotId& slot) { return ring.has(slot); })) {
    return lost;
  }
  const auto sessions = slots_in_use(rows, queries);
  if (!sessions) return sessions.error();
  for (const auto& [slot, count] : *sessions) {
    if (ring.has(slot)) continue;
    const auto destroyed = queries.is_destroyed(slot);
    if (!destroyed) return destroyed.error();
    if (*destroyed) continue;
    lost.push_back({slot, ring.fault_of(slot), count});
  }
  return lost;
}

std::string describe(const LostSlot& lost) {
  return fmt::format(
      "keys: the slot {} {}: the files of {} cannot be read without it; put it back from "
      "the copy of the keys",
      to_string(lost.slot),
      lost.fault ? fmt::format("cannot be opened, it {}", describe(*lost.fault)) : "is missing",
      counted(lost.sessions, "session"));
}

std::optional<std::string> warn_of_lost_slots(const KeyRows& rows,
                                              const Queries& queries,
                                              const KeyRing& ring,
                                              const std::function<void(std::string_view)>& warn) {
  const auto lost = find_lost_slots(rows, queries, ring);
  if (!lost) {
    return fmt::format("cannot read the keys of the log: {}; restore a backup",
                       describe(lost.error()));
  }
  for (const LostSlot& slot : *lost) {
    if (warn) warn(describe(slot));
  }
  return std::nullopt;
}

}  // namespace countersign
