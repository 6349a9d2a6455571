#include "events/crypto/token_key.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <string>

namespace countersign {
namespace {

template <auto kFree>
struct FreeWith {
  template <class T>
  void operator()(T* owned) const {
    kFree(owned);
  }
};
using TokenNumber = std::unique_ptr<BIGNUM, FreeWith<BN_free>>;
using TokenKeyContext = std::unique_ptr<EVP_PKEY_CTX, FreeWith<EVP_PKEY_CTX_free>>;
using TokenDigest = std::unique_ptr<EVP_MD_CTX, FreeWith<EVP_MD_CTX_free>>;
using TokenBuilder = std::unique_ptr<OSSL_PARAM_BLD, FreeWith<OSSL_PARAM_BLD_free>>;
using TokenParameters = std::unique_ptr<OSSL_PARAM, FreeWith<OSSL_PARAM_free>>;
using TwoNumbers = std::unique_ptr<ECDSA_SIG, FreeWith<ECDSA_SIG_free>>;

// Clears the thread's OpenSSL errors. A refused key or signature leaves some, and a later call of
// TLS would find them.
struct LeavesNoErrors {
  LeavesNoErrors() = default;
  LeavesNoErrors(const LeavesNoErrors&) = delete;
  LeavesNoErrors& operator=(const LeavesNoErrors&) = delete;
  ~LeavesNoErrors() { ERR_clear_error(); }
};

const unsigned char* octets_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

TokenNumber token_number(std::string_view bytes) {
  return TokenNumber(BN_bin2bn(octets_of(bytes), static_cast<int>(bytes.size()), nullptr));
}

std::string_view without_zeros(std::string_view number) {
  number.remove_prefix(std::min(number.find_first_not_of('\0'), number.size()));
  return number;
}

bool is_odd_number(std::string_view number) {
  return !number.empty() && (static_cast<unsigned char>(number.back()) & 1) == 1;
}

bool is_exponent(std::string_view number) {
  return number.size() <= TokenKey::kExponentBytesMax && is_odd_number(number) &&
         number != std::string_view("\x01");
}

bool is_modulus(std::string_view number) {
  return number.size() >= TokenKey::kModulusBytesMin &&
         number.size() <= TokenKey::kModulusBytesMax && is_odd_number(number);
}

std::shared_ptr<EVP_PKEY> key_from(const char* kind, OSSL_PARAM_BLD* builder) {
  const TokenParameters parameters(OSSL_PARAM_BLD_to_param(builder));
  const TokenKeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
  EVP_PKEY* key = nullptr;
  if (!parameters || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
    return nullptr;
  }
  return {key, EVP_PKEY_free};
}

bool is_on_curve(EVP_PKEY* key) {
  const TokenKeyContext context(EVP_PKEY_CTX_new(key, nullptr));
  return context && EVP_PKEY_public_check(context.get()) == 1;
}

// ECDSA in DER, as OpenSSL reads it; "" if the signature has another size.
std::string der_of_numbers(std::string_view signature) {
  constexpr std::size_t kEach = TokenKey::kCoordinateBytes;
  if (signature.size() != 2 * kEach) return "";
  const TwoNumbers numbers(ECDSA_SIG_new());
  TokenNumber first = token_number(signature.substr(0, kEach));
  TokenNumber second = token_number(signature.substr(kEach));
  if (!numbers || !first || !second ||
      ECDSA_SIG_set0(numbers.get(), first.get(), second.get()) != 1) {
    return "";
  }
  (void)first.release();  // the signature's from now on
  (void)second.release();
  const int size = i2d_ECDSA_SIG(numbers.get(), nullptr);
  std::string der(static_cast<std::size_t>(std::max(size, 0)), '\0');
  auto* out = reinterpret_cast<unsigned char*>(der.data());
  return i2d_ECDSA_SIG(numbers.get(), &out) == size ? der : "";
}

bool asks_for_pss(EVP_PKEY_CTX* verification) {
  return EVP_PKEY_CTX_set_rsa_padding(verification, RSA_PKCS1_PSS_PADDING) == 1 &&
         EVP_PKEY_CTX_set_rsa_pss_saltlen(verification, RSA_PSS_SALTLEN_DIGEST) == 1;
}

bool is_of_kind(const EVP_PKEY* key, SignatureAlgorithm algorithm) {
  const int kind = EVP_PKEY_get_base_id(key);
  return kind == (algorithm == SignatureAlgorithm::Es256 ? EVP_PKEY_EC : EVP_PKEY_RSA);
}

}  // namespace

std::optional<TokenKey> TokenKey::rsa(std::string_view modulus, std::string_view exponent) {
  const LeavesNoErrors none;
  modulus = without_zeros(modulus);
  exponent = without_zeros(exponent);
  if (!is_modulus(modulus) || !is_exponent(exponent)) return std::nullopt;
  const TokenNumber n = token_number(modulus);
  const TokenNumber e = token_number(exponent);
  const TokenBuilder builder(OSSL_PARAM_BLD_new());
  if (!n || !e || !builder ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1) {
    return std::nullopt;
  }
  auto key = key_from("RSA", builder.get());
  return key ? std::optional(TokenKey(std::move(key))) : std::nullopt;
}

std::optional<TokenKey> TokenKey::p256(std::string_view x, std::string_view y) {
  const LeavesNoErrors none;
  if (x.size() != kCoordinateBytes || y.size() != kCoordinateBytes) return std::nullopt;
  // Uncompressed, SEC 1 section 2.3.3.
  const std::string point = '\x04' + std::string(x) + std::string(y);
  const TokenBuilder builder(OSSL_PARAM_BLD_new());
  if (!builder ||
      OSSL_PARAM_BLD_push_utf8_string(
          builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, SN_X9_62_prime256v1, 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(
          builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1) {
    return std::nullopt;
  }
  auto key = key_from("EC", builder.get());
  if (!key || !is_on_curve(key.get())) return std::nullopt;
  return TokenKey(std::move(key));
}

bool TokenKey::has_signed(SignatureAlgorithm algorithm,
                          std::string_view text,
                          std::string_view signature) const {
  const LeavesNoErrors none;
  if (!is_of_kind(key_.get(), algorithm) || signature.size() > kModulusBytesMax) return false;
  const std::string der =
      algorithm == SignatureAlgorithm::Es256 ? der_of_numbers(signature) : std::string(signature);
  const TokenDigest context(EVP_MD_CTX_new());
  EVP_PKEY_CTX* verification = nullptr;  // of the context
  if (der.empty() || !context ||
      EVP_DigestVerifyInit(context.get(), &verification, EVP_sha256(), nullptr, key_.get()) != 1) {
    return false;
  }
  if (algorithm == SignatureAlgorithm::Ps256 && !asks_for_pss(verification)) return false;
  return EVP_DigestVerify(
             context.get(), octets_of(der), der.size(), octets_of(text), text.size()) == 1;
}

}  // namespace countersign
