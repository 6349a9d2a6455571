#include "events/crypto/os_random.h"

#include <openssl/rand.h>

#include <climits>

#include "core/check.h"

namespace countersign {

void OsRandom::fill(std::span<std::uint8_t> out) {
  check(out.size() <= INT_MAX, "too many random bytes at once");
  check(RAND_bytes(out.data(), static_cast<int>(out.size())) == 1, "the system has no randomness");
}

}  // namespace countersign
