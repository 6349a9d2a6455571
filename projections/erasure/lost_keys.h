#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"

namespace countersign {

// A key slot that wraps keys of the log and cannot be used.
struct LostSlot {
  KeySlotId slot;
  bool damaged = false;        // the slot exists but cannot be opened; else it is missing
  std::uint64_t sessions = 0;  // whose keys are under it and whose files cannot be read
};

// All lost slots, except those that the log records as destroyed. Reads every wrapped key.
Result<std::vector<LostSlot>, StoreError> find_lost_slots(const EventLog& log, const KeyRing& ring);

// Describes the slot in a sentence for the operator.
std::string describe(const LostSlot& lost);

}  // namespace countersign
