#pragma once
#include <cstddef>
#include <string_view>

#include "core/text/bytes.h"
#include "events/crypto/secret.h"

namespace countersign {

constexpr std::size_t kHkdfMaxOutputBytes = std::size_t{255} * 32;

// HKDF with SHA-256, RFC 5869: fills `out` with key material that cannot be computed without `key`,
// and that reveals nothing about the output for another `info`. Thread-safe.
// REQUIRES: out.size() <= kHkdfMaxOutputBytes.
void hkdf_sha256(ByteView key, ByteView salt, ByteView info, MutableBytes out);

// Returns a 256-bit key, without a salt: the input keys are uniformly random already.
SecretBytes<32> derive_key(ByteView key, ByteView info);
inline SecretBytes<32> derive_key(ByteView key, std::string_view info) {
  return derive_key(key, bytes_of(info));
}

}  // namespace countersign
