#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/result.h"
#include "events/event_log.h"
#include "events/store_error.h"
#include "events/vault/key_slot.h"

namespace countersign {

// Of each slot under which the log has keys of sessions, how many. A scan that ended early is an
// error. Any thread; the turn of erasures should be held, or a slot of them may be gone by now.
Result<std::map<KeySlotId, std::uint64_t>, StoreError> slots_in_use(const EventLog& log);

// Whether the log says that the slot was destroyed, so that no copy of it should be anywhere.
Result<bool, StoreError> is_destroyed(const EventLog& log, const KeySlotId& slot);

// At most sixteen slots by name, and how many more there are.
std::string list_of_slots(const std::vector<KeySlotId>& slots);

}  // namespace countersign
