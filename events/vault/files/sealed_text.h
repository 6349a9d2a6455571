#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "events/vault/session_key.h"

namespace countersign {

// Encrypts the erasable part of an event (addresses, user agents) into text that the event may
// carry for ever, because nobody can read it once the session's key is gone:
//
//   sealed := base64url(version nonce ciphertext tag)
//   version := 0x01, nonce := 12 random bytes, tag := 16 bytes
//
// AES-256-GCM under HKDF(session key, "countersign sealed text v1"). The tag also covers the
// session id and `context`, which identifies where the text belongs, so that the text cannot be
// moved to another place. Both functions are thread-safe.
std::string seal_text(const SessionKey& key,
                      const SessionId& session,
                      std::string_view context,
                      std::string_view plain,
                      RandomSource& random);

// Returns nullopt if the text was not sealed with exactly this key, session and context.
std::optional<std::string> open_text(const SessionKey& key,
                                     const SessionId& session,
                                     std::string_view context,
                                     std::string_view sealed);

}  // namespace countersign
