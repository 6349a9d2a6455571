#pragma once
#include <cstdint>

#include "core/event/command.h"
#include "core/event/decision.h"
#include "core/event/recorded.h"
#include "core/ids.h"
#include "core/schema.h"

namespace countersign {

// What has happened to the installation's keys: the fold of the one stream `keys`. A
// value. Which slots were destroyed is more than one record holds; who decides looks it up.
struct KeyHistory {
  Sha256 master_key;                // id of the one rotated to last; zeros before the first time
  std::uint64_t version = 0;        // of the stream
  std::uint64_t last_sequence = 0;  // of its last event
  Sha256 last_leaf;                 // leaf hash of its last event
  bool operator==(const KeyHistory&) const = default;
};
template <>
inline constexpr auto fields_of<KeyHistory> = fields(Field{"masterKey", &KeyHistory::master_key},
                                                     Field{"version", &KeyHistory::version},
                                                     Field{"lastSequence",
                                                           &KeyHistory::last_sequence},
                                                     Field{"lastLeaf", &KeyHistory::last_leaf});
static_assert(record_is_sound<KeyHistory>);

// Pure. What happened once is not recorded again, so that a destruction or a rotation that a
// crash cut short can be repeated: NothingToDo. `is_destroyed`: the slot of a DestroyKey is.
Decision decide(const KeyHistory& keys, bool is_destroyed, const KeyCommand& command);

// Pure and total.
void evolve(KeyHistory& keys, const Recorded& recorded, const Sha256& leaf);

}  // namespace countersign
