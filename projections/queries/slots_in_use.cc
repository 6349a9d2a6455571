#include "projections/queries/slots_in_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "events/vault/session_key.h"

namespace countersign {
namespace {

constexpr std::size_t kSlotsNamed = 16;

}  // namespace

Result<std::map<KeySlotId, std::uint64_t>, StoreError> slots_in_use(const KeyRows& rows,
                                                                    const Queries& queries,
                                                                    const GivenUp& given_up) {
  const auto totals = queries.totals();
  if (!totals) return totals.error();
  std::map<KeySlotId, std::uint64_t> slots;
  const auto count = [&](const SessionId&, std::string_view wrapped) {
    if (const auto of = leaves_of(WrappedKey(std::string(wrapped)))) ++slots[of->leaf.slot];
  };
  const auto read = rows.begin_key_scan()->read(count, given_up);
  if (!read) return read.error();
  if (*read < totals->sessions_created - totals->sessions_purged) return StoreError::Corrupt;
  return slots;
}

SlotLeaf slot_leaf(const KeyLeaf& leaf) { return {to_string(leaf.slot), leaf.leaf}; }

KeyLeaf key_leaf(const SlotLeaf& leaf) {
  const auto slot = parse_key_slot_id(leaf.slot);
  check(slot.has_value(), "the name of a leaf's slot is that of a slot");
  return {*slot, leaf.leaf};
}

FindLeaves leaves_to_puncture(const SessionId& session, UtcTime now) {
  return [session, now](const WrappedKeys& keys) -> Result<std::optional<PunctureKey>, StoreError> {
    const auto wrapped = keys.wrapped_key(session);
    if (!wrapped) return wrapped.error();
    const auto leaves = *wrapped ? leaves_of(WrappedKey(**wrapped)) : std::nullopt;
    if (!leaves) return std::optional<PunctureKey>();
    PunctureKey puncture{now, session, {}};
    for (const KeyLeaf& leaf : leaves->all()) puncture.leaves.push_back(slot_leaf(leaf));
    return std::optional(std::move(puncture));
  };
}

KeyToStore key_to_store(const NewlyWrapped& wrapped) {
  return {
      wrapped.wrapped.value(),
      ReserveLeaves{{}, to_string(wrapped.leaf.slot), wrapped.reserved.from, wrapped.reserved.to}};
}

std::string list_of_slots(const std::vector<KeySlotId>& slots) {
  std::string text;
  const std::size_t named = std::min(slots.size(), kSlotsNamed);
  for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? "" : ", ") + to_string(slots[i]);
  if (named < slots.size()) text += fmt::format(" and {} more", slots.size() - named);
  return text;
}

}  // namespace countersign
