#include "core/session/session_command.h"
#include "core/session/session_event.h"

namespace countersign {

template class OneOf<SessionEvents>;
template class OneOf<SessionCommands>;

}  // namespace countersign
