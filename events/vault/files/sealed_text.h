#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"
#include "events/vault/session_key.h"

namespace countersign {

// Encrypts the erasable part of an event (addresses, user agents) into text that the event may
// carry permanently, because nobody can read it once the session's key is gone:
//
//   sealed := base64url(version nonce ciphertext tag)
//   version := 0x02, nonce := 12 random bytes, tag := 16 bytes
//   plain := length of the text (4 bytes, big-endian) text zeros
//
// The zeros fill the text up to a step, at least one: 64 bytes up to 1 KiB, 1 KiB up to 8 KiB, then
// 8 KiB. So the log tells no more of a text's length than the step. AES-256-GCM under
// HKDF(session key, "countersign sealed text v2"). The tag also covers the session id and
// `context`, which identifies where the text belongs, so that the text cannot be moved to another
// place. Version 0x01, which is opened and no longer made, has the text without length and zeros,
// and the label with v1. Both functions are thread-safe.
//
// REQUIRES: `plain` has at most kSealedTextMax bytes.
inline constexpr std::size_t kSealedTextMax = std::size_t{1} << 20;
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
