#include "tests/http/oidc/support/token_maker.h"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <utility>

#include "core/check.h"
#include "core/text/base64url.h"

namespace countersign::http {
namespace {

// The bytes of a number, filled to a size with zeros.
std::string bytes_of_number(const BIGNUM* number, int size) {
  std::string bytes(static_cast<std::size_t>(size), '\0');
  check(BN_bn2binpad(number, reinterpret_cast<unsigned char*>(bytes.data()), size) == size,
        "the number fits its size");
  return bytes;
}

std::string number_of(EVP_PKEY* key, const char* name, int size) {
  BIGNUM* number = nullptr;
  check(EVP_PKEY_get_bn_param(key, name, &number) == 1, "the key has the number");
  const std::string bytes = bytes_of_number(number, size == 0 ? BN_num_bytes(number) : size);
  BN_free(number);
  return json_text(to_base64url(bytes));
}

// ECDSA signs in DER; JSON Web Signatures have the two numbers (RFC 7518 section 3.4).
std::string two_numbers(const std::string& der) {
  const auto* at = reinterpret_cast<const unsigned char*>(der.data());
  ECDSA_SIG* const signature = d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size()));
  check(signature != nullptr, "OpenSSL reads its own signature");
  const std::string bytes = bytes_of_number(ECDSA_SIG_get0_r(signature), 32) +
                            bytes_of_number(ECDSA_SIG_get0_s(signature), 32);
  ECDSA_SIG_free(signature);
  return bytes;
}

std::string signature_of(EVP_PKEY* key, std::string_view algorithm, const std::string& text) {
  EVP_MD_CTX* const context = EVP_MD_CTX_new();
  EVP_PKEY_CTX* parameters = nullptr;
  check(EVP_DigestSignInit(context, &parameters, EVP_sha256(), nullptr, key) == 1, "the key signs");
  if (algorithm == "PS256") {
    EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING);
    EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST);
  }
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t size = 0;
  check(EVP_DigestSign(context, nullptr, &size, bytes, text.size()) == 1, "the key signs");
  std::string signature(size, '\0');
  check(
      EVP_DigestSign(
          context, reinterpret_cast<unsigned char*>(signature.data()), &size, bytes, text.size()) ==
          1,
      "the key signs");
  EVP_MD_CTX_free(context);
  signature.resize(size);
  return EVP_PKEY_get_id(key) == EVP_PKEY_EC ? two_numbers(signature) : signature;
}

}  // namespace

std::string json_object(const JsonMembers& members) {
  std::string text;
  for (const auto& [name, value] : members) {
    text += (text.empty() ? "" : ",") + json_text(name) + ':' + value;
  }
  return '{' + text + '}';
}

std::string key_set(const std::vector<std::string>& jwks) {
  std::string text;
  for (const std::string& jwk : jwks) text += (text.empty() ? "" : ",") + jwk;
  return R"({"keys":[)" + text + "]}";
}

SigningKey::SigningKey(std::string id, evp_pkey_st* key)
    : id_(std::move(id)), key_(key, EVP_PKEY_free) {
  check(key != nullptr, "OpenSSL makes a key");
}

SigningKey SigningKey::rsa(std::string id, unsigned bits) {
  return {std::move(id), EVP_RSA_gen(bits)};
}

SigningKey SigningKey::p256(std::string id) { return {std::move(id), EVP_EC_gen("P-256")}; }

std::string SigningKey::jwk(JsonMembers more) const {
  more.emplace("kid", json_text(id_));
  if (EVP_PKEY_get_id(key_.get()) == EVP_PKEY_EC) {
    more.emplace("kty", json_text("EC"));
    more.emplace("crv", json_text("P-256"));
    more.emplace("x", number_of(key_.get(), OSSL_PKEY_PARAM_EC_PUB_X, 32));
    more.emplace("y", number_of(key_.get(), OSSL_PKEY_PARAM_EC_PUB_Y, 32));
  } else {
    more.emplace("kty", json_text("RSA"));
    more.emplace("n", number_of(key_.get(), OSSL_PKEY_PARAM_RSA_N, 0));
    more.emplace("e", number_of(key_.get(), OSSL_PKEY_PARAM_RSA_E, 0));
  }
  return json_object(more);
}

std::string SigningKey::public_pem() const {
  BIO* const memory = BIO_new(BIO_s_mem());
  check(PEM_write_bio_PUBKEY(memory, key_.get()) == 1, "OpenSSL writes a key");
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory, &text);
  std::string pem(text, static_cast<std::size_t>(size));
  BIO_free(memory);
  return pem;
}

std::string SigningKey::sign(std::string_view algorithm,
                             const std::string& header,
                             const std::string& payload) const {
  const std::string text = to_base64url(header) + '.' + to_base64url(payload);
  return text + '.' + to_base64url(signature_of(key_.get(), algorithm, text));
}

std::string SigningKey::sign(std::string_view algorithm, const std::string& payload) const {
  return sign(
      algorithm, json_object({{"alg", json_text(algorithm)}, {"kid", json_text(id_)}}), payload);
}

}  // namespace countersign::http
