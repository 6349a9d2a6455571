#pragma once
#include <variant>

#include "core/client/client_command.h"
#include "core/keys/key_command.h"
#include "core/log/log_command.h"
#include "core/one_of.h"
#include "core/reviewer/reviewer_command.h"
#include "core/session/session_command.h"
#include "core/thresholds/threshold_command.h"
#include "core/utc_time.h"
#include "core/webhook/webhook_command.h"

// A command is a request to change state. The caller has filled in everything it needs before it
// gets here: the time, the ids, the random bytes and the inspector's findings. Deciding on it needs
// nothing else.
namespace countersign {

struct Commands {
  using Variant = std::variant<CreateSession,
                               SessionCommand,
                               ClientCommand,
                               WebhookCommand,
                               KeyCommand,
                               RecordThresholds,
                               ReviewerCommand,
                               BeginLog>;
};

// A command to any stream.
using Command = OneOf<Commands>;
extern template class OneOf<Commands>;

UtcTime time_of(const Command& command);

}  // namespace countersign
