#pragma once
#include <string>

#include "core/schema.h"

// The events of a legal hold. session_event.h lists all of the stream.
namespace countersign {

struct HoldSet {
  std::string reason;
  bool operator==(const HoldSet&) const = default;
};
template <>
inline constexpr auto fields_of<HoldSet> = fields(Field{"reason", &HoldSet::reason});
template <>
inline constexpr EventType event_type<HoldSet> = {
    13, 1, "HoldSet", "A legal hold keeps the session's bytes from being purged."};

struct HoldReleased {
  std::string reason;
  bool operator==(const HoldReleased&) const = default;
};
template <>
inline constexpr auto fields_of<HoldReleased> = fields(Field{"reason", &HoldReleased::reason});
template <>
inline constexpr EventType event_type<HoldReleased> = {
    14, 1, "HoldReleased", "The legal hold on the session was lifted."};

}  // namespace countersign
