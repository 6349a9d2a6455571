#pragma once
#include <string>
#include <string_view>

#include "core/keys/key_history.h"
#include "projections/fold/projection.h"

namespace countersign {

// The history of the keys: their KeyHistory, and for each destroyed slot the sequence of the event
// that records its destruction.
class Keys {
 public:
  static std::string history_key() { return "history"; }
  static std::string destroyed_key(std::string_view slot) {
    return "destroyed " + std::string(slot);
  }
  static KeyHistory load(ViewBatch& views);
  static bool is_destroyed(ViewBatch& views, std::string_view slot);

  static Projection projection();
  static void fold(const FoldedEvent<KeyDestroyed>& folded, ViewBatch& views);
  static void fold(const FoldedEvent<MasterKeyRotated>& folded, ViewBatch& views);
};

}  // namespace countersign
