#pragma once
#include <cstddef>
#include <span>

#include "core/text/bytes.h"

namespace countersign {

constexpr std::size_t kSivKeyBytes = 32;
constexpr std::size_t kSivTagBytes = 16;

// AES-SIV, RFC 5297, with two keys of 128 bits each (AEAD_AES_SIV_CMAC_256) and one string of
// associated data. Deterministic: there is no nonce, and the same text under the same key and
// associated data always gives the same sealed text, which is therefore all that it reveals.
// Thread-safe.
//
// Writes the synthetic IV and then the ciphertext.
// REQUIRES: out.size() == plain.size() + kSivTagBytes; neither `associated` nor `plain` is empty.
void seal_siv(std::span<const std::uint8_t, kSivKeyBytes> key,
              ByteView associated,
              ByteView plain,
              MutableBytes out);

// Returns true if `sealed` was made with this key and associated data. Otherwise fills `out` with
// zeros: unverified text is never returned.
// REQUIRES: sealed.size() == out.size() + kSivTagBytes; neither `associated` nor `out` is empty.
[[nodiscard]] bool open_siv(std::span<const std::uint8_t, kSivKeyBytes> key,
                            ByteView associated,
                            ByteView sealed,
                            MutableBytes out);

}  // namespace countersign
