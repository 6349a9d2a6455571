#include "events/crypto/aes_siv.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/events/support/hex.h"

namespace countersign::aes_siv_test {

// RFC 5297, appendix A.1.
constexpr std::string_view kKey =
    "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff";
constexpr std::string_view kAssociated = "101112131415161718191a1b1c1d1e1f2021222324252627";
constexpr std::string_view kPlain = "112233445566778899aabbccddee";
constexpr std::string_view kSealed = "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c";

std::array<std::uint8_t, kSivKeyBytes> key() {
  const auto bytes = from_hex(kKey);
  std::array<std::uint8_t, kSivKeyBytes> key{};
  REQUIRE(bytes.size() == key.size());
  std::ranges::copy(bytes_of(bytes), key.begin());
  return key;
}

TEST_CASE("AES-SIV seals and opens the example of RFC 5297") {
  const std::string associated = from_hex(kAssociated);
  const std::string plain = from_hex(kPlain);
  std::array<std::uint8_t, kSealed.size() / 2> sealed{};
  seal_siv(key(), bytes_of(associated), bytes_of(plain), sealed);
  CHECK(hex_of(text_of(sealed)) == kSealed);
  std::array<std::uint8_t, kPlain.size() / 2> opened{};
  CHECK(open_siv(key(), bytes_of(associated), sealed, opened));
  CHECK(hex_of(text_of(opened)) == kPlain);
}

TEST_CASE("AES-SIV opens nothing of which one bit is changed, and leaves zeros") {
  const auto opens = [](const std::array<std::uint8_t, kSivKeyBytes>& with_key,
                        const std::string& associated,
                        const std::string& sealed) {
    std::array<std::uint8_t, kPlain.size() / 2> opened{};
    opened.fill(0xab);
    const bool good = open_siv(with_key, bytes_of(associated), bytes_of(sealed), opened);
    if (!good) CHECK(opened == std::array<std::uint8_t, kPlain.size() / 2>{});
    return good;
  };
  const auto flipped = [](auto bytes, std::size_t bit) {
    bytes[bit / 8] =
        static_cast<std::remove_reference_t<decltype(bytes[0])>>(bytes[bit / 8] ^ (1 << bit % 8));
    return bytes;
  };
  const std::string associated = from_hex(kAssociated);
  const std::string sealed = from_hex(kSealed);
  CHECK(opens(key(), associated, sealed));
  for (std::size_t bit = 0; bit < 8 * sealed.size(); ++bit) {
    CHECK_FALSE(opens(key(), associated, flipped(sealed, bit)));
  }
  for (std::size_t bit = 0; bit < 8 * associated.size(); ++bit) {
    CHECK_FALSE(opens(key(), flipped(associated, bit), sealed));
  }
  for (std::size_t bit = 0; bit < 8 * kSivKeyBytes; ++bit) {
    CHECK_FALSE(opens(flipped(key(), bit), associated, sealed));
  }
}

}  // namespace countersign::aes_siv_test
