#pragma once
#include <cstdint>
#include <string>

#include "core/event/decision.h"
#include "core/event/event_place.h"
#include "core/event/event_ref.h"
#include "core/ids.h"
#include "core/keys/key_command.h"
#include "core/keys/key_event.h"
#include "core/schema.h"

namespace countersign {

// The history of the installation's keys: the fold of the single stream `keys`. A value type. The
// slots do not fit into one record: see SlotFacts.
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

// The log's facts about the slots that a command names. The facts of all slots do not fit into one
// record; the caller of decide() looks them up.
class SlotFacts {
 public:
  virtual ~SlotFacts() = default;
  virtual bool is_destroyed(const std::string& slot) const = 0;
  // The leaves before this one were reserved; 0 if none was.
  virtual std::uint32_t reserved(const std::string& slot) const = 0;
  virtual bool is_punctured(const SlotLeaf& leaf) const = 0;
};

// Pure. Refuses with NothingToDo a command that was recorded before, so a destruction, puncture or
// rotation that a crash interrupted can be repeated. No leaf of a destroyed slot is reserved or
// punctured; leaves are reserved in order and once; only a reserved leaf is punctured, and once.
Decision<KeyEvent> decide(const KeyHistory& keys,
                          const SlotFacts& slots,
                          const KeyCommand& command);

// Pure and total.
void evolve(KeyHistory& keys, EventRef<KeyEvent> event, const EventPlace& place);

}  // namespace countersign
