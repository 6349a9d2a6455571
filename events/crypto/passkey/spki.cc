#include "events/crypto/passkey/spki.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <memory>

#include "core/big_endian.h"
#include "events/crypto/ed25519_public_key.h"

namespace countersign {
namespace {

using std::string_view_literals::operator""sv;

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

constexpr std::size_t kRsaModulusBytes = 256;
constexpr std::size_t kRsaExponentBytes = 3;
constexpr std::uint32_t kRsaExponent = 65537;
constexpr std::uint32_t kRsaExponentMax = (1U << 23) - 1;  // three bytes of DER, which has a sign

// The DER of each kind: `head`, the first `first` bytes of the key, `middle`, and the others.
struct SpkiForm {
  PasskeyAlgorithm algorithm;
  std::string_view head;
  std::size_t first = 0;
  std::string_view middle{};
  std::size_t second = 0;

  std::size_t size() const { return head.size() + first + middle.size() + second; }
};
constexpr SpkiForm kSpkiForms[] = {
    // RFC 5480: id-ecPublicKey, prime256v1, the uncompressed point of SEC 1 section 2.3.3.
    {PasskeyAlgorithm::Es256,
     "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07"
     "\x03\x42\x00\x04"sv,
     64},
    // RFC 8410.
    {PasskeyAlgorithm::EdDsa, "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"sv, 32},
    // RFC 3279 section 2.3.1: rsaEncryption, NULL, the modulus with the zero of its sign.
    {PasskeyAlgorithm::Rs256,
     "\x30\x82\x01\x22\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00\x03\x82\x01\x0f"
     "\x00\x30\x82\x01\x0a\x02\x82\x01\x01\x00"sv,
     kRsaModulusBytes,
     "\x02\x03"sv,
     kRsaExponentBytes},
};

struct PasskeyBytes {
  PasskeyAlgorithm algorithm;
  std::string raw;
};

const unsigned char* unsigned_in(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::uint32_t rsa_exponent_of(std::string_view rsa) {
  return big_endian<std::uint32_t>('\0' + std::string(rsa.substr(kRsaModulusBytes)));
}

std::optional<PasskeyBytes> passkey_bytes_in(std::string_view spki) {
  for (const SpkiForm& form : kSpkiForms) {
    if (spki.size() != form.size() || !spki.starts_with(form.head)) continue;
    const std::string_view rest = spki.substr(form.head.size());
    if (rest.substr(form.first, form.middle.size()) != form.middle) continue;
    return PasskeyBytes{form.algorithm,
                        std::string(rest.substr(0, form.first)) +
                            std::string(rest.substr(form.first + form.middle.size()))};
  }
  return std::nullopt;
}

std::string spki_with(const SpkiForm& form, std::string_view raw) {
  std::string der(form.head);
  der += raw.substr(0, form.first);
  der += form.middle;
  der += raw.substr(form.first);
  return der;
}

PasskeyKey made_passkey_key(const char* kind, OSSL_PARAM_BLD* builder) {
  const Parameters parameters(OSSL_PARAM_BLD_to_param(builder));
  const PasskeyKeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
  if (!parameters || !context || EVP_PKEY_fromdata_init(context.get()) != 1) return nullptr;
  EVP_PKEY* key = nullptr;
  if (EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
    return nullptr;
  }
  return PasskeyKey(key);
}

// Whether the point is on the curve, which has no other subgroup.
bool is_sound_point(EVP_PKEY* key) {
  const PasskeyKeyContext context(EVP_PKEY_CTX_new(key, nullptr));
  return context && EVP_PKEY_public_check_quick(context.get()) == 1;
}

PasskeyKey p256_of(std::string_view raw) {
  const std::string point = '\x04' + std::string(raw);
  const ParameterBuilder builder(OSSL_PARAM_BLD_new());
  if (!builder ||
      OSSL_PARAM_BLD_push_utf8_string(
          builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, SN_X9_62_prime256v1, 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(
          builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1) {
    return nullptr;
  }
  PasskeyKey key = made_passkey_key("EC", builder.get());
  return key && is_sound_point(key.get()) ? std::move(key) : nullptr;
}

PasskeyKey ed25519_of(std::string_view raw) {
  Ed25519PublicKey bytes{};
  std::ranges::copy(raw, bytes.begin());
  if (!is_ed25519_public_key(bytes)) return nullptr;
  return PasskeyKey(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes.data(), bytes.size()));
}

// A modulus that is no product of two large primes harms whoever made it, and nobody else: it is
// not searched for factors, which would take long.
PasskeyKey rsa_of(std::string_view raw) {
  const auto first = static_cast<std::uint8_t>(raw.front());
  const auto last = static_cast<std::uint8_t>(raw[kRsaModulusBytes - 1]);
  const std::uint32_t exponent = rsa_exponent_of(raw);
  if (first < 0x80 || last % 2 == 0) return nullptr;
  if (exponent < kRsaExponent || exponent > kRsaExponentMax || exponent % 2 == 0) return nullptr;
  const BigNumber modulus(BN_bin2bn(unsigned_in(raw), kRsaModulusBytes, nullptr));
  const BigNumber power(BN_bin2bn(
      unsigned_in(raw.substr(kRsaModulusBytes)), static_cast<int>(kRsaExponentBytes), nullptr));
  const ParameterBuilder builder(OSSL_PARAM_BLD_new());
  if (!modulus || !power || !builder ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get()) != 1 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, power.get()) != 1) {
    return nullptr;
  }
  return made_passkey_key("RSA", builder.get());
}

// REQUIRES: `raw` has the size that the form of the algorithm has.
PasskeyKey passkey_key_of(PasskeyAlgorithm algorithm, std::string_view raw) {
  switch (algorithm) {
    case PasskeyAlgorithm::Es256:
      return p256_of(raw);
    case PasskeyAlgorithm::EdDsa:
      return ed25519_of(raw);
    case PasskeyAlgorithm::Rs256:
      return rsa_of(raw);
  }
  return nullptr;
}

PasskeyKey passkey_key_in(std::string_view spki) {
  const auto bytes = passkey_bytes_in(spki);
  return bytes ? passkey_key_of(bytes->algorithm, bytes->raw) : nullptr;
}

}  // namespace

std::optional<std::string> spki_of(PasskeyAlgorithm algorithm, std::string_view raw) {
  const NoErrorsLeft none;
  const auto* form = std::ranges::find(kSpkiForms, algorithm, &SpkiForm::algorithm);
  if (form == std::end(kSpkiForms) || raw.size() != form->first + form->second) return std::nullopt;
  if (algorithm == PasskeyAlgorithm::Rs256 && rsa_exponent_of(raw) != kRsaExponent)
    return std::nullopt;
  if (!passkey_key_of(algorithm, raw)) return std::nullopt;
  return spki_with(*form, raw);
}

bool is_passkey_spki(std::string_view spki) {
  const NoErrorsLeft none;
  return passkey_key_in(spki) != nullptr;
}

bool passkey_signed(std::string_view spki, std::string_view message, std::string_view signature) {
  const NoErrorsLeft none;
  const PasskeyKey key = passkey_key_in(spki);
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
