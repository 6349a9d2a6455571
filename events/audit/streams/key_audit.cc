#include "events/audit/streams/key_audit.h"

#include <array>
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

void KeyAudit::append_state(std::string& out) const {
  put_state(out, history_);
  put_set(out, destroyed_);
  put_items(out, slots_, [&](const auto& named) {
    put_state(out, named.first);
    put_state(out, named.second.reserved);
    put_items(out, named.second.punctured, [&](const auto& row) {
      put_state(out, row.first);
      append_row(out, row.second);
    });
  });
}

bool KeyAudit::take_state(StateReader& in) {
  history_ = in.take<KeyHistory>();
  if (!take_set(in, destroyed_)) return false;
  return take_map(in, slots_, [&](Slot& slot) {
    slot.reserved = in.take<std::uint32_t>();
    return take_map(in, slot.punctured, [&](Row& row) { return take_row(in, row); });
  });
}

void KeyAudit::append_row(std::string& out, const Row& row) {
  for (std::size_t first = 0; first < kLeavesARow; first += 8) {
    unsigned byte = 0;
    for (std::size_t bit = 0; bit < 8; ++bit) byte |= row.test(first + bit) ? 1U << bit : 0;
    out.push_back(static_cast<char>(byte));
  }
}

bool KeyAudit::take_row(StateReader& in, Row& row) {
  const auto bytes = in.take<std::array<std::uint8_t, kLeavesARow / 8>>();
  for (std::size_t leaf = 0; leaf < kLeavesARow; ++leaf) {
    row.set(leaf, (bytes[leaf / 8] >> leaf % 8 & 1U) != 0);
  }
  return in.good();
}

std::size_t KeyAudit::bytes() const {
  std::size_t bytes = sizeof(KeyAudit) + (destroyed_.size() + slots_.size()) * kSlotNameBytes;
  for (const auto& [name, slot] : slots_) bytes += slot.punctured.size() * kPuncturedRowBytes;
  return bytes;
}

}  // namespace countersign
