#pragma once
#include <string_view>

#include "core/ids.h"
#include "core/text/bytes.h"

namespace countersign {

// HMAC-SHA256, RFC 2104. Thread-safe.
Digest hmac_sha256(ByteView key, ByteView message);
inline Digest hmac_sha256(ByteView key, std::string_view message) {
  return hmac_sha256(key, bytes_of(message));
}

}  // namespace countersign
