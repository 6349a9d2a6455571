#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "events/crypto/hkdf.h"
#include "events/crypto/hmac.h"
#include "events/crypto/sha256.h"
#include "tests/events/support/hex.h"

namespace countersign::hash_test {

struct HashVector {
  std::string message;
  std::string_view digest;
};

// FIPS 180-4, from the NIST examples.
const std::vector<HashVector> kSha256 = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {std::string(1'000'000, 'a'),
     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
};

TEST_CASE("SHA-256 gives the digests of FIPS 180-4") {
  for (const HashVector& vector : kSha256) {
    CHECK(to_hex(sha256(vector.message)) == vector.digest);
  }
}

TEST_CASE("a stream gives the same digest however the bytes are cut, and starts again") {
  Sha256Stream stream;
  for (const HashVector& vector : kSha256) {
    for (const std::size_t piece :
         {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{100'000}}) {
      for (std::size_t at = 0; at < vector.message.size(); at += piece) {
        stream.update(std::string_view(vector.message).substr(at, piece));
      }
      CHECK(to_hex(stream.finish()) == vector.digest);
    }
  }
}

TEST_CASE("a stream that is moved goes on where it was") {
  Sha256Stream first;
  first.update("a");
  Sha256Stream second = std::move(first);
  second.update("bc");
  CHECK(second.finish() == sha256("abc"));
}

TEST_CASE("threads that hash at the same time do not disturb each other") {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      const HashVector& vector = kSha256[t % 3];
      for (int i = 0; i < 2000; ++i) wrong[t] += to_hex(sha256(vector.message)) != vector.digest;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::vector<int>(4, 0));
}

struct MacVector {
  std::string key;
  std::string message;
  std::string_view tag;
};

// RFC 4231, test cases 1 to 4, 6 and 7; case 5 tests a truncated tag.
std::vector<MacVector> rfc4231() {
  return {
      {std::string(20, '\x0b'),
       "Hi There",
       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"Jefe",
       "what do ya want for nothing?",
       "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {std::string(20, '\xaa'),
       std::string(50, '\xdd'),
       "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {from_hex("0102030405060708090a0b0c0d0e0f10111213141516171819"),
       std::string(50, '\xcd'),
       "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {std::string(131, '\xaa'),
       "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {std::string(131, '\xaa'),
       "This is a test using a larger than block-size key and a larger than block-size data. The "
       "key needs to be hashed before being used by the HMAC algorithm.",
       "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
  };
}

TEST_CASE("HMAC-SHA256 gives the tags of RFC 4231") {
  for (const MacVector& vector : rfc4231()) {
    CHECK(to_hex(hmac_sha256(bytes_of(vector.key), vector.message)) == vector.tag);
  }
}

TEST_CASE("each HMAC of a thread is as if it were the first") {
  for (const MacVector& vector : rfc4231()) {
    hmac_sha256(bytes_of(vector.key), "another message, before");
    CHECK(to_hex(hmac_sha256(bytes_of(vector.key), vector.message)) == vector.tag);
    CHECK(to_hex(hmac_sha256(bytes_of(vector.key), vector.message)) == vector.tag);
  }
}

TEST_CASE("an empty key is a key of its own, and not the key from before") {
  constexpr std::string_view kTag =
      "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad";
  CHECK(to_hex(hmac_sha256({}, "")) == kTag);
  hmac_sha256(bytes_of("Jefe"), "what do ya want for nothing?");
  CHECK(to_hex(hmac_sha256({}, "")) == kTag);
}

struct HkdfVector {
  std::string key;
  std::string salt;
  std::string info;
  std::string_view output;
};

std::string counting(int from, int to) {
  std::string bytes;
  for (int i = from; i <= to; ++i) bytes += static_cast<char>(i);
  return bytes;
}

// RFC 5869, appendices A.1 to A.3.
std::vector<HkdfVector> rfc5869() {
  return {
      {std::string(22, '\x0b'),
       counting(0x00, 0x0c),
       counting(0xf0, 0xf9),
       "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"},
      {counting(0x00, 0x4f),
       counting(0x60, 0xaf),
       counting(0xb0, 0xff),
       "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e"
       "590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"},
      {std::string(22, '\x0b'),
       "",
       "",
       "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"},
  };
}

TEST_CASE("HKDF gives the key material of RFC 5869") {
  for (const HkdfVector& vector : rfc5869()) {
    std::vector<std::uint8_t> out(vector.output.size() / 2);
    hkdf_sha256(bytes_of(vector.key), bytes_of(vector.salt), bytes_of(vector.info), out);
    CHECK(hex_of(text_of(out)) == vector.output);
  }
}

TEST_CASE("HKDF makes the longest output that it may, and its start is the shorter output") {
  std::vector<std::uint8_t> longest(kHkdfMaxOutputBytes);
  std::vector<std::uint8_t> shorter(33);
  hkdf_sha256(bytes_of("key"), {}, bytes_of("info"), longest);
  hkdf_sha256(bytes_of("key"), {}, bytes_of("info"), shorter);
  CHECK(std::equal(shorter.begin(), shorter.end(), longest.begin()));
}

TEST_CASE("keys of different labels and of different keys differ") {
  const auto revealed = [](const SecretBytes<32>& key) { return hex_of(text_of(key.reveal())); };
  const std::string one = revealed(derive_key(bytes_of("key"), "one"));
  CHECK(one == revealed(derive_key(bytes_of("key"), "one")));
  CHECK(one != revealed(derive_key(bytes_of("key"), "two")));
  CHECK(one != revealed(derive_key(bytes_of("yek"), "one")));
}

}  // namespace countersign::hash_test
