#include "core/keys/key_history.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace countersign {
namespace {

struct ApplyKeyEvent {
  KeyHistory& keys;

  // The slots are not part of the state.
  void operator()(const KeyDestroyed&) const {}
  void operator()(const LeavesReserved&) const {}
  void operator()(const KeyPunctured&) const {}
  void operator()(const MasterKeyRotated& event) const { keys.master_key = event.to; }
};

struct Decide {
  using Decided = Decision<KeyEvent>;

  const KeyHistory& keys;
  const SlotFacts& slots;

  Decided operator()(const DestroyKey& command) const {
    if (slots.is_destroyed(command.slot)) return Rejection{Refusal::NothingToDo};
    return happened<KeyEvent>(KeyDestroyed{command.slot, command.sessions_kept});
  }
  Decided operator()(const RotateMasterKey& command) const {
    if (keys.master_key == command.to) return Rejection{Refusal::NothingToDo};
    return happened<KeyEvent>(MasterKeyRotated{command.from, command.to, command.slots});
  }
  Decided operator()(const ReserveLeaves& command) const {
    if (command.from >= command.to || slots.reserved(command.slot) > command.from ||
        slots.is_destroyed(command.slot)) {
      return Rejection{Refusal::NothingToDo};
    }
    return happened<KeyEvent>(LeavesReserved{command.slot, command.from, command.to});
  }
  Decided operator()(const PunctureKey& command) const {
    std::vector<SlotLeaf> leaves;
    for (const SlotLeaf& leaf : command.leaves) {
      const bool known = std::ranges::count(leaves, leaf) > 0 || slots.is_destroyed(leaf.slot) ||
                         slots.is_punctured(leaf) || leaf.leaf >= slots.reserved(leaf.slot);
      if (!known) leaves.push_back(leaf);
    }
    if (leaves.empty()) return Rejection{Refusal::NothingToDo};
    return happened<KeyEvent>(KeyPunctured{command.session, std::move(leaves)});
  }
};

}  // namespace

Decision<KeyEvent> decide(const KeyHistory& keys,
                          const SlotFacts& slots,
                          const KeyCommand& command) {
  return std::visit(Decide{keys, slots}, command);
}

void evolve(KeyHistory& keys, EventRef<KeyEvent> event, const EventPlace& place) {
  advance(keys, place);
  event.visit(ApplyKeyEvent{keys});
}

}  // namespace countersign
