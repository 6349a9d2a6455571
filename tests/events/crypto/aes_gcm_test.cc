#include "events/crypto/aes_gcm.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/events/support/hex.h"

namespace countersign::aes_gcm_test {

struct GcmVector {
  std::string_view key;
  std::string_view nonce;
  std::string_view associated;
  std::string_view plain;
  std::string_view sealed;  // ciphertext and tag
};

constexpr std::string_view kZeroKey =
    "0000000000000000000000000000000000000000000000000000000000000000";
constexpr std::string_view kKey =
    "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308";

// Test cases 13 to 16 of the GCM submission to NIST (McGrew and Viega).
const std::vector<GcmVector> kVectors = {
    {kZeroKey, "000000000000000000000000", "", "", "530f8afbc74536b9a963b4f1c4cb738b"},
    {kZeroKey,
     "000000000000000000000000",
     "",
     "00000000000000000000000000000000",
     "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"},
    {kKey,
     "cafebabefacedbaddecaf888",
     "",
     "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6"
     "b525b16aedf5aa0de657ba637b391aafd255",
     "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b105682"
     "8838c5f61e6393ba7a0abcc9f662898015adb094dac5d93471bdec1a502270e3cc6c"},
    {kKey,
     "cafebabefacedbaddecaf888",
     "feedfacedeadbeeffeedfacedeadbeefabaddad2",
     "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6"
     "b525b16aedf5aa0de657ba637b39",
     "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b105682"
     "8838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"},
};

// Decodes one vector and holds its context, so that a test can seal and open repeatedly.
class Subject {
 public:
  explicit Subject(const GcmVector& vector)
      : key_(from_hex(vector.key)),
        nonce(from_hex(vector.nonce)),
        associated(from_hex(vector.associated)),
        plain(from_hex(vector.plain)),
        sealed(from_hex(vector.sealed)),
        cipher_(bytes_of(key_).first<kGcmKeyBytes>()) {}

  std::string seal() {
    std::string out(plain.size() + kGcmTagBytes, '\0');
    cipher_.seal(nonce_view(), bytes_of(associated), bytes_of(plain), writable(out));
    return out;
  }
  bool open() {
    opened.assign(sealed.size() - kGcmTagBytes, 'x');
    return cipher_.open(nonce_view(), bytes_of(associated), bytes_of(sealed), writable(opened));
  }
  bool open_in_place() {
    opened = sealed;
    const MutableBytes out = writable(opened);
    const bool ok = cipher_.open(nonce_view(), bytes_of(associated), out, out.first(plain.size()));
    opened.resize(plain.size());
    return ok;
  }

 private:
  static MutableBytes writable(std::string& text) {
    return {reinterpret_cast<std::uint8_t*>(text.data()), text.size()};
  }
  GcmNonce nonce_view() const { return bytes_of(nonce).first<kGcmNonceBytes>(); }

  std::string key_;

 public:
  std::string nonce;
  std::string associated;
  std::string plain;
  std::string sealed;
  std::string opened;

 private:
  AesGcm cipher_;
};

TEST_CASE("AES-256-GCM seals and opens as its submission to NIST does") {
  for (const GcmVector& vector : kVectors) {
    Subject subject(vector);
    CHECK(hex_of(subject.seal()) == vector.sealed);
    CHECK(subject.open());
    CHECK(hex_of(subject.opened) == vector.plain);
    CHECK(subject.open_in_place());
    CHECK(hex_of(subject.opened) == vector.plain);
  }
}

TEST_CASE("one context seals and opens in any order") {
  Subject subject(kVectors.back());
  for (int i = 0; i < 3; ++i) {
    CHECK(hex_of(subject.seal()) == kVectors.back().sealed);
    CHECK(hex_of(subject.seal()) == kVectors.back().sealed);
    CHECK(subject.open());
  }
}

TEST_CASE("no changed bit is accepted, and nothing of what was refused can be read") {
  Subject subject(kVectors.back());
  for (std::string* part : {&subject.sealed, &subject.associated, &subject.nonce}) {
    for (std::size_t bit = 0; bit < part->size() * 8; ++bit) {
      char& byte = (*part)[bit / 8];
      byte = static_cast<char>(byte ^ (1 << (bit % 8)));
      CHECK_FALSE(subject.open());
      CHECK(subject.opened == std::string(subject.plain.size(), '\0'));
      byte = static_cast<char>(byte ^ (1 << (bit % 8)));
    }
  }
  CHECK(subject.open());
}

TEST_CASE("a context still opens what is right after it refused what is wrong") {
  Subject subject(kVectors.back());
  subject.sealed.back() = static_cast<char>(subject.sealed.back() ^ 1);
  CHECK_FALSE(subject.open());
  subject.sealed.back() = static_cast<char>(subject.sealed.back() ^ 1);
  CHECK(subject.open());
  CHECK(subject.opened == subject.plain);
}

}  // namespace countersign::aes_gcm_test
