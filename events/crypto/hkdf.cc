#include "events/crypto/hkdf.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/check.h"
#include "events/crypto/hmac.h"

namespace countersign {
namespace {

constexpr std::size_t kHashBytes = 32;
constexpr std::array<std::uint8_t, kHashBytes> kNoSalt{};

}  // namespace

void hkdf_sha256(ByteView key, ByteView salt, ByteView info, MutableBytes out) {
  check(out.size() <= kHkdfMaxOutputBytes, "an HKDF output has at most kHkdfMaxOutputBytes bytes");
  Digest extracted = hmac_sha256(salt.empty() ? ByteView(kNoSalt) : salt, key);
  // T(i) = HMAC(T(i-1) || info || i), where T(0) is empty.
  std::vector<std::uint8_t> input(kHashBytes + info.size() + 1);
  std::copy(info.begin(), info.end(), input.begin() + kHashBytes);
  std::size_t skipped = kHashBytes;
  std::uint8_t counter = 0;
  for (std::size_t done = 0; done < out.size();) {
    input.back() = ++counter;
    Digest block = hmac_sha256(extracted, ByteView(input).subspan(skipped));
    const std::size_t count = std::min(kHashBytes, out.size() - done);
    std::copy_n(block.begin(), count, out.begin() + static_cast<std::ptrdiff_t>(done));
    std::copy(block.begin(), block.end(), input.begin());
    cleanse(block);
    skipped = 0;
    done += count;
  }
  cleanse(input);
  cleanse(extracted);
}

SecretBytes<32> derive_key(ByteView key, ByteView info) {
  SecretBytes<32> derived;
  hkdf_sha256(key, {}, info, derived.overwrite());
  return derived;
}

}  // namespace countersign
