#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/result.h"
#include "events/record/record_json.h"

namespace countersign {

// The data of an event as JSON. A type of its own distinguishes the data from an error text.
struct EventData {
  std::string json;
};

// Converts the data of one event type from one version to the next. When an event's fields change,
// keep the old struct and its list of fields beside its upcaster, and give the new struct the next
// version. Pure: stored bytes never change, and the same bytes always decode to the same event.
struct Upcaster {
  std::string_view type;       // the event type's name
  std::uint16_t from_version;  // converts to the version after this one
  Result<EventData, std::string> (*apply)(std::string_view json);
  // Encodes the same data again in the old version. REQUIRES: apply() accepted the data.
  std::string (*rewrite)(std::string_view json);
};

// Makes an Upcaster from `kStep`, a function from the old record to the new one.
template <auto kStep>
constexpr Upcaster upcaster(std::string_view type, std::uint16_t from_version) {
  return {type,
          from_version,
          [](std::string_view json) -> Result<EventData, std::string> {
            const auto apply = []<class Old, class New>(
                                   New (*step)(const Old&),
                                   std::string_view text) -> Result<EventData, std::string> {
              const auto old = from_json<Old>(text);
              if (!old) return old.error();
              return EventData{to_json(step(*old))};
            };
            return apply(kStep, json);
          },
          [](std::string_view json) {
            const auto rewrite = []<class Old, class New>(New (*)(const Old&),
                                                          std::string_view text) {
              return to_json(*from_json<Old>(text));
            };
            return rewrite(kStep, json);
          }};
}

// The upcaster from that version of `type`, or null.
const Upcaster* find_upcaster(std::string_view type,
                              std::uint16_t from_version,
                              std::span<const Upcaster> upcasters);

// Converts `data` of `type` from one version to another, one step after the other. The error is a
// sentence that names the version from which there is no next step.
Result<EventData, std::string> upcast(std::string_view type,
                                      std::uint16_t from_version,
                                      std::uint16_t to_version,
                                      EventData data,
                                      std::span<const Upcaster> upcasters);

}  // namespace countersign
