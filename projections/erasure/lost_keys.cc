#include "projections/erasure/lost_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "projections/queries/slots_in_use.h"

namespace countersign {

Result<std::vector<LostSlot>, StoreError> find_lost_slots(const EventLog& log,
                                                          const KeyRing& ring) {
  const auto sessions = slots_in_use(log);
  if (!sessions) return sessions.error();
  std::vector<LostSlot> lost;
  for (const auto& [slot, count] : *sessions) {
    if (ring.has(slot)) continue;
    const auto destroyed = is_destroyed(log, slot);
    if (!destroyed) return destroyed.error();
    if (*destroyed) continue;
    const bool damaged = std::ranges::count(ring.damaged(), slot) > 0;
    lost.push_back({slot, damaged, count});
  }
  return lost;
}

std::string describe(const LostSlot& lost) {
  return fmt::format(
      "keys: the slot {} {}: the files of {} sessions cannot be read without it; put it back from "
      "the copy of the keys",
      to_string(lost.slot),
      lost.damaged ? "cannot be opened" : "is missing",
      lost.sessions);
}

}  // namespace countersign
