#include "events/crypto/ed25519.h"

#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <algorithm>

#include "core/check.h"
#include "events/crypto/ed25519_public_key.h"

namespace countersign {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MD_CTX, FreeContext>;

// p = 2^255 - 19, the order of the field, little-endian as on the wire.
constexpr Ed25519PublicKey kFieldOrder = [] {
  Ed25519PublicKey bytes;
  bytes.fill(0xff);
  bytes.front() = 0xed;
  bytes.back() = 0x7f;
  return bytes;
}();
constexpr std::uint8_t kSignBit = 0x80;  // the sign of x, in the last byte

// The y values of the eight points of small order. Each y but 1 and p - 1 belongs to two of them.
constexpr std::array<Ed25519PublicKey, 5> kSmallOrderYs{{
    {0x01},  // the neutral element
    {},      // order 4
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4,
     0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6,
     0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b,
     0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39,
     0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
    {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
}};

Ed25519PublicKey y_of(Ed25519PublicKey key) {
  key.back() &= static_cast<std::uint8_t>(~kSignBit);
  return key;
}

// Returns whether y is below p. No check that x is not zero: is_of_small_order() covers that.
bool is_canonical(const Ed25519PublicKey& y) {
  return std::lexicographical_compare(
      y.rbegin(), y.rend(), kFieldOrder.rbegin(), kFieldOrder.rend());
}

bool is_of_small_order(const Ed25519PublicKey& y) {
  return std::ranges::find(kSmallOrderYs, y) != kSmallOrderYs.end();
}

struct FreeNumber {
  void operator()(BIGNUM* number) const { BN_free(number); }
};
using Number = std::unique_ptr<BIGNUM, FreeNumber>;

struct FreeScratch {
  void operator()(BN_CTX* scratch) const { BN_CTX_free(scratch); }
};

Number number_of(const Ed25519PublicKey& little_endian) {
  Number number(BN_lebin2bn(little_endian.data(), static_cast<int>(little_endian.size()), nullptr));
  check(number != nullptr, "OpenSSL allocates a number for Ed25519");
  return number;
}

// Returns whether the curve -x^2 + y^2 = 1 + d x^2 y^2 with d = -121665/121666 has a point with
// this y, that is, whether x^2 = (y^2 - 1) / (d y^2 + 1) has a root. Tests Euler's criterion (the
// Kronecker symbol) for 121666 (y^2 - 1) (121666 - 121665 y^2), which differs from that quotient by
// a square factor.
bool is_on_curve(const Ed25519PublicKey& y) {
  constexpr BN_ULONG kNumerator = 121'665;
  constexpr BN_ULONG kDenominator = 121'666;
  const std::unique_ptr<BN_CTX, FreeScratch> scratch(BN_CTX_new());
  check(scratch != nullptr, "OpenSSL allocates scratch memory for Ed25519");
  const Number p = number_of(kFieldOrder);
  const Number square = number_of(y);
  bool done = BN_mod_sqr(square.get(), square.get(), p.get(), scratch.get()) == 1;
  const Number left(BN_dup(square.get()));
  const Number right(BN_dup(square.get()));
  check(left != nullptr && right != nullptr, "OpenSSL copies a number for Ed25519");
  done = done && BN_sub_word(left.get(), 1) == 1 && BN_mul_word(left.get(), kDenominator) == 1 &&
         BN_mul_word(right.get(), kNumerator) == 1 && BN_sub_word(right.get(), kDenominator) == 1;
  BN_set_negative(right.get(), BN_is_negative(right.get()) == 1 ? 0 : 1);
  done = done && BN_mod_mul(left.get(), left.get(), right.get(), p.get(), scratch.get()) == 1;
  const int symbol = done ? BN_kronecker(left.get(), p.get(), scratch.get()) : -2;
  check(symbol != -2, "OpenSSL completes the arithmetic of the Ed25519 curve test");
  return symbol != -1;
}

Context new_signature_context() {
  Context context(EVP_MD_CTX_new());
  check(context != nullptr, "OpenSSL allocates a digest context for Ed25519");
  return context;
}

}  // namespace

void Ed25519Key::Release::operator()(evp_pkey_st* key) const { EVP_PKEY_free(key); }

Ed25519Key::Ed25519Key(const SecretBytes<32>& seed)
    : key_(EVP_PKEY_new_raw_private_key(
          EVP_PKEY_ED25519, nullptr, seed.reveal().data(), seed.reveal().size())) {
  check(key_ != nullptr, "OpenSSL makes an Ed25519 key from a seed");
}
Ed25519Key::~Ed25519Key() = default;
Ed25519Key::Ed25519Key(Ed25519Key&&) noexcept = default;
Ed25519Key& Ed25519Key::operator=(Ed25519Key&&) noexcept = default;

Ed25519PublicKey Ed25519Key::public_key() const {
  Ed25519PublicKey bytes;
  std::size_t size = bytes.size();
  check(EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size) == 1 && size == bytes.size(),
        "OpenSSL returns the public key of an Ed25519 key in full");
  return bytes;
}

SecretBytes<32> Ed25519Key::seed() const {
  SecretBytes<32> bytes;
  std::size_t size = bytes.overwrite().size();
  check(EVP_PKEY_get_raw_private_key(key_.get(), bytes.overwrite().data(), &size) == 1 &&
            size == bytes.overwrite().size(),
        "OpenSSL returns the seed of an Ed25519 key in full");
  return bytes;
}

Ed25519Signature Ed25519Key::sign(ByteView message) const {
  const Context context = new_signature_context();
  Ed25519Signature signature;
  std::size_t size = signature.size();
  const bool done =
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
      EVP_DigestSign(context.get(), signature.data(), &size, message.data(), message.size()) == 1;
  check(done && size == signature.size(), "OpenSSL makes an Ed25519 signature of the right length");
  return signature;
}

bool may_have_signed(const Ed25519PublicKey& key) {
  const Ed25519PublicKey y = y_of(key);
  return is_canonical(y) && !is_of_small_order(y);
}

bool is_ed25519_public_key(const Ed25519PublicKey& bytes) {
  return may_have_signed(bytes) && is_on_curve(y_of(bytes));
}

bool ed25519_verify(const Ed25519PublicKey& key, ByteView message, ByteView signature) {
  if (signature.size() != std::tuple_size_v<Ed25519Signature>) return false;
  if (!may_have_signed(key)) return false;
  struct FreeKey {
    void operator()(EVP_PKEY* raw) const { EVP_PKEY_free(raw); }
  };
  const std::unique_ptr<EVP_PKEY, FreeKey> raw(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.data(), key.size()));
  check(raw != nullptr, "OpenSSL makes an Ed25519 public key from bytes");
  const Context context = new_signature_context();
  check(EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, raw.get()) == 1,
        "OpenSSL begins to verify an Ed25519 signature");
  const bool good =
      EVP_DigestVerify(
          context.get(), signature.data(), signature.size(), message.data(), message.size()) == 1;
  // Clear the error queue: the next caller of OpenSSL must not take this error for its own.
  if (!good) ERR_clear_error();
  return good;
}

}  // namespace countersign
