#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "events/vault/session_key.h"

namespace countersign {

// The erasable part of an event (addresses, user agents), as text that an event
// may carry for ever, because it cannot be read once the session's key is gone:
//
//   sealed := base64url(version nonce ciphertext tag)
//   version := 0x01, nonce := 12 random bytes, tag := 16 bytes
//
// AES-256-GCM under HKDF(session key, "countersign sealed text v1"). The tag also covers the
// session id and `context`, which says where the text stands, so that it cannot be
// moved to another place. Both functions are thread-safe.
std::string seal_text(const SessionKey& key,
                      const SessionId& session,
                      std::string_view context,
                      std::string_view plain,
                      RandomSource& random);

// Nothing if the text was not sealed with exactly this key, session and context.
std::optional<std::string> open_text(const SessionKey& key,
                                     const SessionId& session,
                                     std::string_view context,
                                     std::string_view sealed);

}  // namespace countersign
