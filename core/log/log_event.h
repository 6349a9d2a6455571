#pragma once
#include <string>
#include <variant>

#include "core/schema.h"

// The event of the log's own stream. core/stream/event.h says how an event changes.
namespace countersign {

// Logs of releases before 0.2.0 do not have this event.
struct LogBegun {
  std::string version;  // of the program, as `--version` prints it
  bool operator==(const LogBegun&) const = default;
};
template <>
inline constexpr auto fields_of<LogBegun> = fields(Field{"version", &LogBegun::version});
template <>
inline constexpr EventType event_type<LogBegun> = {
    62, 1, "LogBegun", "A program of this version began the log; no event comes before."};

using LogEvent = std::variant<LogBegun>;
static_assert(events_are_sound<LogEvent>,
              "a number or a name is repeated, or a member is missing from its fields");

}  // namespace countersign
