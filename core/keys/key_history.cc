#include "core/keys/key_history.h"

#include <variant>

namespace countersign {

Decision decide(const KeyHistory& keys, bool is_destroyed, const KeyCommand& command) {
  if (const auto* destroy = std::get_if<DestroyKey>(&command)) {
    if (is_destroyed) return Rejection{Refusal::NothingToDo};
    return std::vector<Event>{KeyDestroyed{destroy->slot, destroy->sessions_kept}};
  }
  const auto& rotate = std::get<RotateMasterKey>(command);
  if (keys.master_key == rotate.to) return Rejection{Refusal::NothingToDo};
  return std::vector<Event>{MasterKeyRotated{rotate.from, rotate.to, rotate.slots}};
}

void evolve(KeyHistory& keys, const RecordedEvent& recorded, const Sha256& leaf) {
  keys.version = recorded.version.value();
  keys.last_sequence = recorded.sequence.value();
  keys.last_leaf = leaf;
  if (const auto* rotated = std::get_if<MasterKeyRotated>(&recorded.event)) {
    keys.master_key = rotated->to;
  }
}

}  // namespace countersign
