#pragma once
#include <cstdint>

#include "core/event/decision.h"
#include "core/event/event_place.h"
#include "core/event/event_ref.h"
#include "core/ids.h"
#include "core/log/log_command.h"
#include "core/log/log_event.h"
#include "core/schema.h"

namespace countersign {

// Whether the log records its beginning: the fold of the single stream `log`. A value type.
struct LogHistory {
  std::uint64_t version = 0;        // of the stream
  std::uint64_t last_sequence = 0;  // of the last event of the stream
  Sha256 last_leaf;                 // leaf hash of the last event of the stream
  bool operator==(const LogHistory&) const = default;
};
template <>
inline constexpr auto fields_of<LogHistory> = fields(Field{"version", &LogHistory::version},
                                                     Field{"lastSequence",
                                                           &LogHistory::last_sequence},
                                                     Field{"lastLeaf", &LogHistory::last_leaf});
static_assert(record_is_sound<LogHistory>);

// Pure. A log begins once: refuses with NothingToDo if its beginning is recorded. REQUIRES: the log
// has no event of another stream.
Decision<LogEvent> decide(const LogHistory& log, const BeginLog& command);

// Pure and total.
void evolve(LogHistory& log, EventRef<LogEvent> event, const EventPlace& place);

}  // namespace countersign
