#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "events/key_rows.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"
#include "projections/queries/queries.h"

namespace countersign {

// A key slot that wraps keys of the log and cannot be used.
struct LostSlot {
  KeySlotId slot;
  // Why the slot cannot be opened; empty if it is missing.
  std::optional<KeySlotFault> fault{};
  std::uint64_t sessions = 0;  // whose keys are under it and whose files cannot be read
};

// All lost slots, except those that the log records as destroyed. A key is wrapped only under a
// leaf that the log records as reserved, so this reads one entry for each slot, and every wrapped
// key only if a slot with reserved leaves cannot be used.
Result<std::vector<LostSlot>, StoreError> find_lost_slots(const KeyRows& rows,
                                                          const Queries& queries,
                                                          const KeyRing& ring);

// Describes the slot in a sentence for the operator.
std::string describe(const LostSlot& lost);

// Calls `warn`, if there is one, with the sentence of each lost slot. Returns a sentence if the
// keys of the log cannot be read.
std::optional<std::string> warn_of_lost_slots(const KeyRows& rows,
                                              const Queries& queries,
                                              const KeyRing& ring,
                                              const std::function<void(std::string_view)>& warn);

}  // namespace countersign
