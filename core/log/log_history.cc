#include "core/log/log_history.h"

namespace countersign {

Decision<LogEvent> decide(const LogHistory& log, const BeginLog& command) {
  if (log.version > 0) return Rejection{Refusal::NothingToDo};
  return happened<LogEvent>(LogBegun{command.version});
}

void evolve(LogHistory& log, EventRef<LogEvent>, const EventPlace& place) { advance(log, place); }

}  // namespace countersign
