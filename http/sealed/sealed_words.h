#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "events/vault/session_key.h"

// The words with which a reviewer hands a case to a supervisor, as their event keeps them. They are
// readable only while the session's key exists, so they are erased with the session's files.
namespace countersign::http {

std::string sealed_words(std::string_view words,
                         const SessionKey& key,
                         const SessionId& session,
                         const RequestId& request,
                         RandomSource& random);

// Returns nullopt if they were not sealed with this key, for this session and request.
std::optional<std::string> open_words(std::string_view sealed,
                                      const SessionKey& key,
                                      const SessionId& session,
                                      const RequestId& request);

}  // namespace countersign::http
