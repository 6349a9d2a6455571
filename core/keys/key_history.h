#pragma once
#include <cstdint>

#include "core/event/decision.h"
#include "core/event/event_place.h"
#include "core/event/event_ref.h"
#include "core/ids.h"
#include "core/keys/key_command.h"
#include "core/keys/key_event.h"
#include "core/schema.h"

namespace countersign {

// What happened to the installation's keys: the fold of the single stream `keys`. A value type. The
// destroyed slots do not fit into one record; the caller of decide() looks a slot up.
struct KeyHistory {
  Sha256 master_key;                // id of the key of the last rotation; zeros before the first
  std::uint64_t version = 0;        // of the stream
  std::uint64_t last_sequence = 0;  // of the last event of the stream
  Sha256 last_leaf;                 // leaf hash of the last event of the stream
  bool operator==(const KeyHistory&) const = default;
};
template <>
inline constexpr auto fields_of<KeyHistory> = fields(Field{"masterKey", &KeyHistory::master_key},
                                                     Field{"version", &KeyHistory::version},
                                                     Field{"lastSequence",
                                                           &KeyHistory::last_sequence},
                                                     Field{"lastLeaf", &KeyHistory::last_leaf});
static_assert(record_is_sound<KeyHistory>);

// Pure. Refuses with NothingToDo a command that was recorded before, so a destruction or rotation
// that a crash interrupted can be repeated. `is_destroyed`: whether the slot of a DestroyKey is
// destroyed.
Decision<KeyEvent> decide(const KeyHistory& keys, bool is_destroyed, const KeyCommand& command);

// Pure and total.
void evolve(KeyHistory& keys, EventRef<KeyEvent> event, const EventPlace& place);

}  // namespace countersign
