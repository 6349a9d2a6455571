#pragma once
#include <cstdint>
#include <string>
#include <variant>

#include "core/ids.h"
#include "core/schema.h"

// The events of the stream of the keys. core/stream/event.h says how an event changes.
namespace countersign {

struct KeyDestroyed {
  std::string slot;                 // day and number, as in the slot's file name
  std::uint64_t sessions_kept = 0;  // their keys were first re-wrapped under another slot
  bool operator==(const KeyDestroyed&) const = default;
};
template <>
inline constexpr auto fields_of<KeyDestroyed> =
    fields(Field{"slot", &KeyDestroyed::slot}, Field{"sessionsKept", &KeyDestroyed::sessions_kept});
template <>
inline constexpr EventType event_type<KeyDestroyed> = {
    20,
    1,
    "KeyDestroyed",
    "The key of a purge day was destroyed, and with it all it still opened."};

struct MasterKeyRotated {
  Sha256 from;  // key ids, which reveal nothing about the keys
  Sha256 to;
  std::uint64_t slots = 0;  // number of slots that the new key wraps
  bool operator==(const MasterKeyRotated&) const = default;
};
template <>
inline constexpr auto fields_of<MasterKeyRotated> = fields(Field{"from", &MasterKeyRotated::from},
                                                           Field{"to", &MasterKeyRotated::to},
                                                           Field{"slots",
                                                                 &MasterKeyRotated::slots});
template <>
inline constexpr EventType event_type<MasterKeyRotated> = {
    21, 1, "MasterKeyRotated", "Every key slot was wrapped under another master key."};

using KeyEvent = std::variant<KeyDestroyed, MasterKeyRotated>;
static_assert(events_are_sound<KeyEvent>,
              "a number or a name is repeated, or a member is missing from its fields");

}  // namespace countersign
