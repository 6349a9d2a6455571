#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/machine/threads/given_up.h"
#include "core/result.h"
#include "events/key_rows.h"
#include "events/store_error.h"
#include "events/vault/key_ring.h"
#include "events/vault/key_slot.h"
#include "events/writer/submission.h"
#include "projections/queries/queries.h"

namespace countersign {

// For each slot under which the log has keys of sessions, the number of those sessions. A scan that
// ended early is an error; Stopped if it was given up. Any thread; the caller should hold the turn
// of erasures, or an erasure may have destroyed a returned slot by now.
Result<std::map<KeySlotId, std::uint64_t>, StoreError> slots_in_use(const KeyRows& rows,
                                                                    const Queries& queries,
                                                                    const GivenUp& given_up = {});

// The commands and facts about one leaf, as the log has them.
SlotLeaf slot_leaf(const KeyLeaf& leaf);
KeyLeaf key_leaf(const SlotLeaf& leaf);  // REQUIRES: slot_leaf() has made it
// Returns the Submission::puncture of a submission that deletes the session's key at `now`.
FindLeaves leaves_to_puncture(const SessionId& session, UtcTime now);
// Returns the record that the database stores for a key that was just wrapped.
KeyToStore key_to_store(const NewlyWrapped& wrapped);

// Lists the names of at most sixteen slots, and says how many more there are.
std::string list_of_slots(const std::vector<KeySlotId>& slots);

}  // namespace countersign
