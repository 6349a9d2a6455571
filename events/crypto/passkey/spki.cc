#include "events/crypto/passkey/spki.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include <algorithm>
#include <array>
#include <memory>

#include "events/crypto/ed25519_public_key.h"

namespace countersign {
namespace {

template <auto kFree>
struct FreeBy {
  template <class T>
  void operator()(T* owned) const {
    kFree(owned);
  }
};
using PasskeyKey = std::unique_ptr<EVP_PKEY, FreeBy<EVP_PKEY_free>>;
using PasskeyKeyContext = std::unique_ptr<EVP_PKEY_CTX, FreeBy<EVP_PKEY_CTX_free>>;
using PasskeyDigest = std::unique_ptr<EVP_MD_CTX, FreeBy<EVP_MD_CTX_free>>;
using BigNumber = std::unique_ptr<BIGNUM, FreeBy<BN_free>>;
using ParameterBuilder = std::unique_ptr<OSSL_PARAM_BLD, FreeBy<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, FreeBy<OSSL_PARAM_free>>;

// A key that is refused leaves errors with the thread, where a later call of TLS would find them.
struct NoErrorsLeft {
  NoErrorsLeft() = default;
  NoErrorsLeft(const NoErrorsLeft&) = delete;
  NoErrorsLeft& operator=(const NoErrorsLeft&) = delete;
  ~NoErrorsLeft() { ERR_clear_error(); }
};

constexpr std::size_t kSpkiBytesMax = 2048;
constexpr int kRsaBitsMin = 2048;
constexpr int kRsaBitsMax = 8192;
constexpr std::size_t kRsaModulusBytes = 256;
constexpr std::size_t kRsaExponentBytes = 3;
constexpr std::size_t kP256Bytes = 64;

const unsigned char* unsigned_in(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

bool is_p256(const EVP_PKEY* key) {
  std::array<char, 64> name{};
  std::size_t size = 0;
  return EVP_PKEY_get_group_name(key, name.data(), name.size(), &size) == 1 &&
         std::string_view(name.data(), size) == SN_X9_62_prime256v1;
}

bool is_sound_ed25519(const EVP_PKEY* key) {
  Ed25519PublicKey bytes{};
  std::size_t size = bytes.size();
  return EVP_PKEY_get_raw_public_key(key, bytes.data(), &size) == 1 && size == bytes.size() &&
         is_ed25519_public_key(bytes);
}

bool is_accepted_key(const EVP_PKEY* key) {
  switch (EVP_PKEY_get_base_id(key)) {
    case EVP_PKEY_EC:
      return is_p256(key);
    case EVP_PKEY_RSA:
      return EVP_PKEY_get_bits(key) >= kRsaBitsMin && EVP_PKEY_get_bits(key) <= kRsaBitsMax;
    case EVP_PKEY_ED25519:
      return is_sound_ed25519(key);
    default:
      return false;
  }
}

// Whether the key's numbers fit together; a point is on its curve.
bool is_sound_key(EVP_PKEY* key) {
  const PasskeyKeyContext context(EVP_PKEY_CTX_new(key, nullptr));
  return context && EVP_PKEY_public_check(context.get()) == 1;
}

PasskeyKey passkey_key_of(std::string_view spki) {
  if (spki.empty() || spki.size() > kSpkiBytesMax) return nullptr;
  const unsigned char* at = unsigned_in(spki);
  const unsigned char* const end = at + spki.size();
  PasskeyKey key(d2i_PUBKEY(nullptr, &at, static_cast<long>(spki.size())));
  if (!key || at != end || !is_accepted_key(key.get())) return nullptr;
  return key;
}

PasskeyKey made_key(const char* kind, OSSL_PARAM_BLD* builder) {
  const Parameters parameters(OSSL_PARAM_BLD_to_param(builder));
  const PasskeyKeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
  if (!parameters || !context || EVP_PKEY_fromdata_init(context.get()) != 1) return nullptr;
  EVP_PKEY* key = nullptr;
  if (EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
    return nullptr;
  }
  return PasskeyKey(key);
}

PasskeyKey p256_of(std::string_view raw) {
  if (raw.size() != kP256Bytes) return nullptr;
  const std::string point = '\x04' + std::string(raw);  // uncompressed, SEC 1 section 2.3.3
  const ParameterBuilder builder(OSSL_PARAM_BLD_new());
  if (!builder ||
      OSSL_PARAM_BLD_push_utf8_string(
          builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, SN_X9_62_prime256v1, 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(
          builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1) {
    return nullptr;
  }
  return made_key("EC", builder.get());
}

PasskeyKey rsa_of(std::string_view raw) {
  if (raw.size() != kRsaModulusBytes + kRsaExponentBytes) return nullptr;
  const BigNumber modulus(BN_bin2bn(unsigned_in(raw), kRsaModulusBytes, nullptr));
  const BigNumber exponent(BN_bin2bn(
      unsigned_in(raw.substr(kRsaModulusBytes)), static_cast<int>(kRsaExponentBytes), nullptr));
  const ParameterBuilder builder(OSSL_PARAM_BLD_new());
  if (!modulus || !exponent || !builder ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get()) != 1 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get()) != 1) {
    return nullptr;
  }
  return made_key("RSA", builder.get());
}

PasskeyKey raw_key_of(PasskeyAlgorithm algorithm, std::string_view raw) {
  switch (algorithm) {
    case PasskeyAlgorithm::Es256:
      return p256_of(raw);
    case PasskeyAlgorithm::EdDsa:
      return PasskeyKey(
          EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, unsigned_in(raw), raw.size()));
    case PasskeyAlgorithm::Rs256:
      return rsa_of(raw);
  }
  return nullptr;
}

}  // namespace

std::optional<std::string> spki_of(PasskeyAlgorithm algorithm, std::string_view raw) {
  const NoErrorsLeft none;
  const PasskeyKey key = raw_key_of(algorithm, raw);
  if (!key || !is_accepted_key(key.get()) || !is_sound_key(key.get())) return std::nullopt;
  const int size = i2d_PUBKEY(key.get(), nullptr);
  if (size <= 0) return std::nullopt;
  std::string der(static_cast<std::size_t>(size), '\0');
  auto* out = reinterpret_cast<unsigned char*>(der.data());
  if (i2d_PUBKEY(key.get(), &out) != size) return std::nullopt;
  return der;
}

bool is_passkey_spki(std::string_view spki) {
  const NoErrorsLeft none;
  return passkey_key_of(spki) != nullptr;
}

bool passkey_signed(std::string_view spki, std::string_view message, std::string_view signature) {
  const NoErrorsLeft none;
  const PasskeyKey key = passkey_key_of(spki);
  const PasskeyDigest context(EVP_MD_CTX_new());
  if (!key || !context) return false;
  const bool is_eddsa = EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_ED25519;
  const EVP_MD* hash = is_eddsa ? nullptr : EVP_sha256();
  return EVP_DigestVerifyInit(context.get(), nullptr, hash, nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(),
                          unsigned_in(signature),
                          signature.size(),
                          unsigned_in(message),
                          message.size()) == 1;
}

}  // namespace countersign
