#pragma once
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "core/keys/key_history.h"
#include "core/stream/recorded_event.h"
#include "events/audit/streams/state_form.h"

namespace countersign {

// Replays the stream of the keys, event by event, against the rules of core/keys/key_history.h.
//
// A leaf wraps one session's key, and is handed out in the order of its number from a block that
// was reserved before. Blocks of a slot do not overlap and do not go back. A leaf is punctured only
// if it was reserved, once, and not after its slot was destroyed. So what was punctured before a
// block was reserved is not handed out from it.
//
// Remembers the names of all slots, and one bit for each punctured leaf of the slots that exist. A
// value; one thread at a time.
class KeyAudit final : public SlotFacts {
 public:
  // Returns whether the rules allow the event at this place.
  bool take(const RecordedEvent& recorded, const Sha256& leaf);

  bool is_destroyed(const std::string& slot) const override { return destroyed_.contains(slot); }
  std::uint32_t reserved(const std::string& slot) const override;
  bool is_punctured(const SlotLeaf& leaf) const override;

  std::size_t bytes() const;  // remembered, roughly

  // See state_form.h.
  void append_state(std::string& out) const;
  bool take_state(StateReader& in);

 private:
  static constexpr std::uint32_t kLeavesARow = 4096;
  using Row = std::bitset<kLeavesARow>;
  struct Slot {
    std::uint32_t reserved = 0;
    std::map<std::uint32_t, Row> punctured{};  // by its number
  };

  void remember(const KeyEvent& event);
  static void append_row(std::string& out, const Row& row);
  static bool take_row(StateReader& in, Row& row);

  KeyHistory history_;
  std::set<std::string> destroyed_;    // slots
  std::map<std::string, Slot> slots_;  // that are not destroyed
};

}  // namespace countersign
