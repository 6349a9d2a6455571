#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"

namespace countersign {

// A key slot that keys of the log are under, and that cannot be used.
struct LostSlot {
  KeySlotId slot;
  bool damaged = false;        // it is there, and cannot be opened; else it is not there
  std::uint64_t sessions = 0;  // under it, whose files cannot be read
};

// All of them, but those whose destruction the log tells. Reads every wrapped key.
Result<std::vector<LostSlot>, StoreError> find_lost_slots(const EventLog& log, const KeyRing& ring);

// A sentence for the operator.
std::string describe(const LostSlot& lost);

}  // namespace countersign
