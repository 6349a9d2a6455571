#pragma once
#include <cstdint>
#include <optional>

#include "core/session/session_command.h"
#include "core/stream/recorded_event.h"
#include "core/utc_time.h"

namespace countersign {

// Whether an issue that decide() may put in front comes from decide() or from the engine.
enum class Found : std::uint8_t { ByDecide, ByEngine };

// The command to a session that a decision of one or two events may have come from, at a given
// time; `first` is that of `last` for one event. nullopt if no command makes such events of a
// session that exists. Pure.
std::optional<SessionCommand> command_of(const Event& first,
                                         const RecordedEvent& last,
                                         UtcTime at,
                                         Found found);

}  // namespace countersign
