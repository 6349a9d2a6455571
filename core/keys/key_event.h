#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

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

struct LeavesReserved {
  std::string slot;  // as in KeyDestroyed
  // The leaves from `from` up to, and not including, `to` may be handed out from now on, each to
  // one session. No leaf before `from` is handed out any more.
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool operator==(const LeavesReserved&) const = default;
};
template <>
inline constexpr auto fields_of<LeavesReserved> = fields(Field{"slot", &LeavesReserved::slot},
                                                         Field{"from", &LeavesReserved::from},
                                                         Field{"to", &LeavesReserved::to});
template <>
inline constexpr EventType event_type<LeavesReserved> = {
    24, 1, "LeavesReserved", "Leaves of a purge day's key tree may be handed out to sessions."};

// One key of a purge day's tree, which wraps one session's key.
struct SlotLeaf {
  std::string slot;
  std::uint32_t leaf = 0;
  bool operator==(const SlotLeaf&) const = default;
};
template <>
inline constexpr auto fields_of<SlotLeaf> = fields(Field{"slot", &SlotLeaf::slot},
                                                   Field{"leaf", &SlotLeaf::leaf});

struct KeyPunctured {
  SessionId session;
  // The erased leaves: the leaf that wraps the session's key, and the one that wrapped it while the
  // session was open, if its slot still exists.
  std::vector<SlotLeaf> leaves;
  bool operator==(const KeyPunctured&) const = default;
};
template <>
inline constexpr auto fields_of<KeyPunctured> = fields(Field{"session", &KeyPunctured::session},
                                                       Field{"leaves", &KeyPunctured::leaves});
template <>
inline constexpr EventType event_type<KeyPunctured> = {
    25,
    1,
    "KeyPunctured",
    "One session's key was erased from its purge day's key tree; the keys of all others stay."};

using KeyEvent = std::variant<KeyDestroyed, MasterKeyRotated, LeavesReserved, KeyPunctured>;
static_assert(events_are_sound<KeyEvent>,
              "a number or a name is repeated, or a member is missing from its fields");

}  // namespace countersign
