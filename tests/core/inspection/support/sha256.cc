#include "tests/core/inspection/support/sha256.h"

#include <openssl/sha.h>

namespace countersign {

Digest test_sha256(std::span<const std::uint8_t> bytes) {
  Digest digest;
  SHA256(bytes.data(), bytes.size(), digest.data());
  return digest;
}

}  // namespace countersign
