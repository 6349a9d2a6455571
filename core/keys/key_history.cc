#include "core/keys/key_history.h"

#include <variant>

namespace countersign {
namespace {

struct ApplyKeyEvent {
  KeyHistory& keys;

  void operator()(const KeyDestroyed&) const {}  // the destroyed slots are not part of the state
  void operator()(const MasterKeyRotated& event) const { keys.master_key = event.to; }
};

}  // namespace

Decision<KeyEvent> decide(const KeyHistory& keys, bool is_destroyed, const KeyCommand& command) {
  if (const auto* destroy = std::get_if<DestroyKey>(&command)) {
    if (is_destroyed) return Rejection{Refusal::NothingToDo};
    return std::vector<KeyEvent>{KeyDestroyed{destroy->slot, destroy->sessions_kept}};
  }
  const auto& rotate = std::get<RotateMasterKey>(command);
  if (keys.master_key == rotate.to) return Rejection{Refusal::NothingToDo};
  return std::vector<KeyEvent>{MasterKeyRotated{rotate.from, rotate.to, rotate.slots}};
}

void evolve(KeyHistory& keys, EventRef<KeyEvent> event, const EventPlace& place) {
  advance(keys, place);
  event.visit(ApplyKeyEvent{keys});
}

}  // namespace countersign
