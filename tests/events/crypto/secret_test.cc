#include "events/crypto/secret.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstring>
#include <new>
#include <ostream>
#include <set>
#include <string>
#include <type_traits>

#include "events/crypto/hkdf.h"
#include "events/crypto/os_random.h"
#include "events/vault/session_key.h"

namespace countersign::secret_test {

template <class T>
concept Printable = requires(std::ostream& out, const T& value) {
  out << value;
};

template <class T>
constexpr bool keeps_to_itself() {
  return !fmt::is_formattable<T>::value && !Printable<T> && !std::equality_comparable<T> &&
         !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T> &&
         std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>;
}
// The compiler checks what must not compile.
static_assert(keeps_to_itself<SecretBytes<32>>());
static_assert(keeps_to_itself<Secret>());
static_assert(keeps_to_itself<SessionKey>());
static_assert(!std::convertible_to<Secret, std::string_view>);
static_assert(!std::convertible_to<std::string_view, Secret>);

constexpr std::array<std::uint8_t, 4> kBytes = {0xde, 0xad, 0xbe, 0xef};

TEST_CASE("the bytes of a secret are overwritten where it is destroyed") {
  alignas(SecretBytes<4>) std::array<unsigned char, sizeof(SecretBytes<4>)> place{};
  auto* secret = new (place.data()) SecretBytes<4>(kBytes);
  CHECK(std::memcmp(place.data(), kBytes.data(), kBytes.size()) == 0);
  secret->~SecretBytes();
  CHECK(std::all_of(place.begin(), place.end(), [](unsigned char byte) { return byte == 0; }));
}

TEST_CASE("a secret that was moved away is not left behind") {
  SecretBytes<4> from(kBytes);
  SecretBytes<4> to = std::move(from);
  CHECK(std::ranges::equal(to.reveal(), kBytes));
  // NOLINTNEXTLINE(bugprone-use-after-move): what is left behind is tested.
  CHECK(std::ranges::equal(from.reveal(), std::array<std::uint8_t, 4>{}));
  SecretBytes<4> third;
  third = std::move(to);
  CHECK(std::ranges::equal(third.reveal(), kBytes));
  // NOLINTNEXTLINE(bugprone-use-after-move): what is left behind is tested.
  CHECK(std::ranges::equal(to.reveal(), std::array<std::uint8_t, 4>{}));
}

TEST_CASE("a secret text of any length moves and leaves nothing behind") {
  for (const std::string text : {"", "short", "longer than any short string optimisation is"}) {
    Secret from{std::string_view(text)};
    const char* const place = from.reveal().data();
    Secret to = std::move(from);
    CHECK(to.reveal() == text);
    CHECK(to.reveal().data() == place);
    // NOLINTNEXTLINE(bugprone-use-after-move): what is left behind is tested.
    CHECK(from.empty());
    Secret third(std::string_view("overwritten"));
    third = std::move(to);
    CHECK(third.reveal() == text);
    CHECK(third.clone().reveal() == text);
  }
}

TEST_CASE("the comparison in constant time compares") {
  CHECK(equal_in_constant_time("", ""));
  CHECK(equal_in_constant_time("same", "same"));
  CHECK_FALSE(equal_in_constant_time("same", "sane"));
  CHECK_FALSE(equal_in_constant_time("same", "Same"));
  CHECK_FALSE(equal_in_constant_time("same", "same "));
  CHECK_FALSE(equal_in_constant_time("same", ""));
}

TEST_CASE("the system's random bytes fill everything and do not repeat") {
  OsRandom random;
  std::set<std::array<std::uint8_t, 16>> drawn;
  for (int i = 0; i < 1000; ++i) {
    std::array<std::uint8_t, 16> bytes{};
    random.fill(bytes);
    drawn.insert(bytes);
  }
  CHECK(drawn.size() == 1000);
  random.fill({});
}

}  // namespace countersign::secret_test
