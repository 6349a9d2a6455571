#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "events/vault/session_key.h"

// The note of a reviewer's decision, as its event keeps it. It is readable only while the session's
// key exists, so it is erased with the session's files.
namespace countersign::http {

std::string sealed_note(std::string_view note,
                        const SessionKey& key,
                        const SessionId& session,
                        const RequestId& request,
                        RandomSource& random);

// Returns nullopt if it was not sealed with this key, for this session and request.
std::optional<std::string> open_note(std::string_view sealed,
                                     const SessionKey& key,
                                     const SessionId& session,
                                     const RequestId& request);

}  // namespace countersign::http
