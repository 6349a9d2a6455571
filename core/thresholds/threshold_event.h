#pragma once
#include <cstdint>
#include <string>
#include <variant>

#include "core/ids.h"
#include "core/schema.h"

// The events of the stream of the thresholds. core/stream/event.h says how an event changes.
namespace countersign {

struct ThresholdsRecorded {
  std::uint32_t version = 0;  // of the table that names the thresholds
  Sha256 sha256;              // of the text; outcomes name the set by this hash
  std::string text;  // one line per threshold, see core/inspection/thresholds/threshold_text.h
  bool operator==(const ThresholdsRecorded&) const = default;
};
template <>
inline constexpr auto fields_of<ThresholdsRecorded> =
    fields(Field{"version", &ThresholdsRecorded::version},
           Field{"sha256", &ThresholdsRecorded::sha256},
           Field{"text", &ThresholdsRecorded::text});
template <>
inline constexpr EventType event_type<ThresholdsRecorded> = {
    22,
    1,
    "ThresholdsRecorded",
    "A set of thresholds, in full, before the first image was judged by it."};

using ThresholdEvent = std::variant<ThresholdsRecorded>;
static_assert(events_are_sound<ThresholdEvent>,
              "a number or a name is repeated, or a member is missing from its fields");

}  // namespace countersign
