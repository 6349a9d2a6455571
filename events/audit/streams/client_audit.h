#pragma once
#include <optional>
#include <string>

#include "core/client/client.h"
#include "core/stream/recorded_event.h"

namespace countersign {

// Returns why the event cannot be the next one of the client's stream; nullopt if it can. Decides
// again the command that the event came from, and compares the SHA-256 of what the event holds with
// the one that it gives. An operator alone changes clients. Pure.
std::optional<std::string> client_fault(const Client& client, const RecordedEvent& recorded);

}  // namespace countersign
