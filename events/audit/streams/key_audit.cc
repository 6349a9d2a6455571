#include "events/audit/streams/key_audit.h"

#include <optional>
#include <variant>
#include <vector>

#include "core/stream/evolve.h"

namespace countersign {
namespace {

constexpr std::size_t kSlotNameBytes = 96;            // a slot's name in a set or map
constexpr std::size_t kPuncturedRowBytes = 512 + 64;  // the bits of a row in a map

std::optional<KeyCommand> key_command_of(const Event& event, UtcTime at) {
  if (const auto* destroyed = std::get_if<KeyDestroyed>(&event)) {
    return KeyCommand(DestroyKey{at, destroyed->slot, destroyed->sessions_kept});
  }
  if (const auto* rotated = std::get_if<MasterKeyRotated>(&event)) {
    return KeyCommand(RotateMasterKey{at, rotated->from, rotated->to, rotated->slots});
  }
  if (const auto* reserved = std::get_if<LeavesReserved>(&event)) {
    return KeyCommand(ReserveLeaves{at, reserved->slot, reserved->from, reserved->to});
  }
  if (const auto* punctured = std::get_if<KeyPunctured>(&event)) {
    return KeyCommand(PunctureKey{at, punctured->session, punctured->leaves});
  }
  return std::nullopt;
}

}  // namespace

bool KeyAudit::take(const RecordedEvent& recorded, const Sha256& leaf) {
  const auto command = key_command_of(recorded.event, recorded.at);
  if (!command) return false;
  const auto again = decide(history_, *this, *command);
  if (!again || any_stream(*again) != std::vector<Event>{recorded.event}) return false;
  remember(again->front());
  evolve(history_, recorded, leaf);
  return true;
}

std::uint32_t KeyAudit::reserved(const std::string& slot) const {
  const auto found = slots_.find(slot);
  return found == slots_.end() ? 0 : found->second.reserved;
}

bool KeyAudit::is_punctured(const SlotLeaf& leaf) const {
  const auto slot = slots_.find(leaf.slot);
  if (slot == slots_.end()) return false;
  const auto row = slot->second.punctured.find(leaf.leaf / kLeavesARow);
  return row != slot->second.punctured.end() && row->second.test(leaf.leaf % kLeavesARow);
}

void KeyAudit::remember(const KeyEvent& event) {
  if (const auto* destruction = std::get_if<KeyDestroyed>(&event)) {
    destroyed_.insert(destruction->slot);
    slots_.erase(destruction->slot);
  }
  if (const auto* reservation = std::get_if<LeavesReserved>(&event)) {
    slots_[reservation->slot].reserved = reservation->to;
  }
  const auto* puncture = std::get_if<KeyPunctured>(&event);
  if (puncture == nullptr) return;
  for (const SlotLeaf& leaf : puncture->leaves) {
    slots_[leaf.slot].punctured[leaf.leaf / kLeavesARow].set(leaf.leaf % kLeavesARow);
  }
}

std::size_t KeyAudit::bytes() const {
  std::size_t bytes = sizeof(KeyAudit) + (destroyed_.size() + slots_.size()) * kSlotNameBytes;
  for (const auto& [name, slot] : slots_) bytes += slot.punctured.size() * kPuncturedRowBytes;
  return bytes;
}

}  // namespace countersign
