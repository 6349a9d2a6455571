#include "projections/views/keys.h"

#include <fmt/format.h>

#include "events/vault/puncturable_key.h"
#include "projections/fold/record_bytes.h"

namespace countersign {
namespace {

constexpr std::size_t kRowBytes = Keys::kLeavesARow / 8;
// A slot has at most as many rows, so that they can be dropped at once.
constexpr std::uint32_t kRowsMax = kTreeLeaves / Keys::kLeavesARow;

std::string row_key(std::string_view slot, std::uint32_t row) {
  return fmt::format("{}{:02x}", Keys::punctured_prefix(slot), row);
}

bool has_bit(std::string_view row, std::uint32_t bit) {
  return (static_cast<unsigned char>(row[bit / 8]) >> (bit % 8) & 1) != 0;
}

// No key tree has more leaves. An event that names one is of another program, and has no row.
bool has_row(std::uint32_t leaf) { return leaf < kRowsMax * Keys::kLeavesARow; }

}  // namespace

KeyHistory Keys::load(ViewBatch& views) {
  return countersign::load<KeyHistory>(views, space::kKeys, history_key()).value_or(KeyHistory{});
}

bool Keys::is_destroyed(ViewBatch& views, std::string_view slot) {
  return views.get(space::kKeys, destroyed_key(slot)).has_value();
}

std::uint32_t Keys::reserved(ViewBatch& views, std::string_view slot) {
  return countersign::load<std::uint32_t>(views, space::kKeys, reserved_key(slot)).value_or(0);
}

bool Keys::is_punctured(ViewBatch& views, const SlotLeaf& leaf) {
  if (!has_row(leaf.leaf)) return false;
  const auto row = views.get(space::kKeys, row_key(leaf.slot, leaf.leaf / kLeavesARow));
  return row && row->size() == kRowBytes && has_bit(*row, leaf.leaf % kLeavesARow);
}

Result<std::vector<std::uint32_t>, StoreError> Keys::punctured(const Views& views,
                                                               std::string_view slot) {
  const auto leaves_reserved = reserved(views, slot);
  if (!leaves_reserved) return leaves_reserved.error();
  std::vector<std::uint32_t> leaves;
  for (std::uint32_t row = 0; row < kRowsMax && row * kLeavesARow < *leaves_reserved; ++row) {
    const auto bits = views.get(space::kKeys, row_key(slot, row));
    if (!bits) return bits.error();
    if (!*bits) continue;
    if ((*bits)->size() != kRowBytes) return StoreError::Corrupt;
    for (std::uint32_t bit = 0; bit < kLeavesARow; ++bit) {
      if (has_bit(**bits, bit)) leaves.push_back(row * kLeavesARow + bit);
    }
  }
  return leaves;
}

Result<std::uint32_t, StoreError> Keys::reserved(const Views& views, std::string_view slot) {
  const auto bytes = views.get(space::kKeys, reserved_key(slot));
  if (!bytes) return bytes.error();
  if (!*bytes) return std::uint32_t{0};
  const auto leaves = from_bytes<std::uint32_t>(**bytes);
  if (!leaves) return StoreError::Corrupt;
  return *leaves;
}

Projection Keys::projection() {
  return {.name = "keys", .space = space::kKeys, .version = 2, .shape = shape_of<KeyHistory>()};
}

void Keys::fold(const FoldedEvent<KeyDestroyed>& folded, ViewBatch& views) {
  const std::string& slot = folded.event.slot;
  views.put(space::kKeys, history_key(), to_bytes(folded.state));
  views.put(space::kKeys, destroyed_key(slot), to_bytes(folded.recorded.sequence.value()));
  const std::uint32_t leaves = reserved(views, slot);
  if (leaves == 0) return;
  views.erase(space::kKeys, reserved_key(slot));
  for (std::uint32_t row = 0; row < kRowsMax && row * kLeavesARow < leaves; ++row) {
    views.erase(space::kKeys, row_key(slot, row));
  }
}

void Keys::fold(const FoldedEvent<MasterKeyRotated>& folded, ViewBatch& views) {
  views.put(space::kKeys, history_key(), to_bytes(folded.state));
}

void Keys::fold(const FoldedEvent<LeavesReserved>& folded, ViewBatch& views) {
  views.put(space::kKeys, history_key(), to_bytes(folded.state));
  views.put(space::kKeys, reserved_key(folded.event.slot), to_bytes(folded.event.to));
}

void Keys::fold(const FoldedEvent<KeyPunctured>& folded, ViewBatch& views) {
  views.put(space::kKeys, history_key(), to_bytes(folded.state));
  for (const SlotLeaf& leaf : folded.event.leaves) {
    if (!has_row(leaf.leaf)) continue;
    const std::string key = row_key(leaf.slot, leaf.leaf / kLeavesARow);
    std::string row = views.get(space::kKeys, key).value_or(std::string(kRowBytes, '\0'));
    row.resize(kRowBytes, '\0');
    const std::uint32_t bit = leaf.leaf % kLeavesARow;
    row[bit / 8] = static_cast<char>(static_cast<unsigned char>(row[bit / 8]) | 1U << (bit % 8));
    views.put(space::kKeys, key, std::move(row));
  }
}

}  // namespace countersign
