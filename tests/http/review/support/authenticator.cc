#include "tests/http/review/support/authenticator.h"

#include <fmt/format.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include <array>
#include <vector>

#include "core/big_endian.h"
#include "core/check.h"
#include "core/text/base64url.h"
#include "events/crypto/sha256.h"

namespace countersign::test {
namespace {

void must(bool done) { check(done, "OpenSSL does as it is asked"); }

std::string text(const std::vector<unsigned char>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string hash_of(std::string_view bytes) {
  const Digest hash = sha256(bytes);
  return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

// A byte string of CBOR (RFC 8949, section 3.1).
std::string cbor_bytes(std::string_view bytes) {
  std::string out;
  if (bytes.size() < 256) {
    out = {'\x58', static_cast<char>(bytes.size())};
  } else {
    out = {'\x59', static_cast<char>(bytes.size() >> 8), static_cast<char>(bytes.size() & 0xff)};
  }
  return out.append(bytes);
}

std::string number_of(const EVP_PKEY* key, const char* name, int size) {
  BIGNUM* number = nullptr;
  must(EVP_PKEY_get_bn_param(key, name, &number) == 1);
  std::vector<unsigned char> bytes(static_cast<std::size_t>(size));
  must(BN_bn2binpad(number, bytes.data(), size) == size);
  BN_free(number);
  return text(bytes);
}

EVP_PKEY* new_key(PasskeyAlgorithm algorithm) {
  switch (algorithm) {
    case PasskeyAlgorithm::Es256:
      return EVP_EC_gen("P-256");
    case PasskeyAlgorithm::EdDsa:
      return EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
    case PasskeyAlgorithm::Rs256:
      return EVP_RSA_gen(2048);
  }
  return nullptr;
}

}  // namespace

void Authenticator::Release::operator()(evp_pkey_st* key) const { EVP_PKEY_free(key); }

Authenticator::Authenticator(PasskeyAlgorithm algorithm, std::string_view id)
    : algorithm_(algorithm), id_(id), key_(new_key(algorithm)) {
  must(key_ != nullptr);
}

Authenticator::Authenticator(const Digest& secret, std::string_view id)
    : algorithm_(PasskeyAlgorithm::EdDsa),
      id_(id),
      key_(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, secret.data(), secret.size())) {
  must(key_ != nullptr);
}

Authenticator::Authenticator(const Authenticator& key_of, std::string_view id)
    : algorithm_(key_of.algorithm_), id_(id), key_(key_of.key_.get()) {
  must(EVP_PKEY_up_ref(key_.get()) == 1);
}

Authenticator::~Authenticator() = default;

std::string Authenticator::id() const { return to_base64url(id_); }

std::string Authenticator::spki() const {
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key_.get(), &der);
  must(size > 0);
  const std::string bytes(reinterpret_cast<const char*>(der), static_cast<std::size_t>(size));
  OPENSSL_free(der);
  return bytes;
}

std::string Authenticator::client_data(std::string_view for_type,
                                       std::string_view challenge) const {
  return fmt::format(R"({{"type":"{}","challenge":"{}","origin":"{}","crossOrigin":false{}}})",
                     type.empty() ? for_type : type,
                     challenge,
                     origin,
                     more_client_data);
}

std::string Authenticator::assertion_data() const {
  std::string data = hash_of(relying_party);
  data.push_back(static_cast<char>(flags));
  append_big_endian(data, counter);
  return data;
}

std::string Authenticator::registration_data() const {
  std::string data = assertion_data();
  data[32] = static_cast<char>(flags | 0x40);  // a credential follows
  data.append(16, '\0');                       // no model
  append_big_endian(data, static_cast<std::uint16_t>(id_.size()));
  return data + id_ + (registration_tail.empty() ? cose_key() : registration_tail);
}

// RFC 9053 section 7, RFC 8230 section 4.
std::string Authenticator::cose_key() const {
  switch (algorithm_) {
    case PasskeyAlgorithm::Es256:
      return std::string("\xa5\x01\x02\x03\x26\x20\x01\x21", 8) +
             cbor_bytes(number_of(key_.get(), OSSL_PKEY_PARAM_EC_PUB_X, 32)) + "\x22" +
             cbor_bytes(number_of(key_.get(), OSSL_PKEY_PARAM_EC_PUB_Y, 32));
    case PasskeyAlgorithm::EdDsa: {
      std::array<unsigned char, 32> raw{};
      std::size_t size = raw.size();
      must(EVP_PKEY_get_raw_public_key(key_.get(), raw.data(), &size) == 1);
      return std::string("\xa4\x01\x01\x03\x27\x20\x06\x21", 8) +
             cbor_bytes({reinterpret_cast<const char*>(raw.data()), raw.size()});
    }
    case PasskeyAlgorithm::Rs256:
      return std::string("\xa4\x01\x03\x03\x39\x01\x00\x20", 8) +
             cbor_bytes(number_of(key_.get(), OSSL_PKEY_PARAM_RSA_N, 256)) +
             std::string("\x21\x43", 2) + number_of(key_.get(), OSSL_PKEY_PARAM_RSA_E, 3);
  }
  return {};
}

std::string Authenticator::sign(std::string_view message) const {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  const EVP_MD* hash = algorithm_ == PasskeyAlgorithm::EdDsa ? nullptr : EVP_sha256();
  must(EVP_DigestSignInit(context, nullptr, hash, nullptr, key_.get()) == 1);
  const auto* bytes = reinterpret_cast<const unsigned char*>(message.data());
  std::size_t size = 0;
  must(EVP_DigestSign(context, nullptr, &size, bytes, message.size()) == 1);
  std::vector<unsigned char> signature(size);
  must(EVP_DigestSign(context, signature.data(), &size, bytes, message.size()) == 1);
  EVP_MD_CTX_free(context);
  signature.resize(size);
  return text(signature);
}

std::string Authenticator::register_json(std::string_view challenge) const {
  return fmt::format(
      R"({{"id":"{0}","rawId":"{0}","type":"public-key","response":{{"clientDataJSON":"{1}",)"
      R"("authenticatorData":"{2}","transports":["internal"]}},"clientExtensionResults":{{}}}})",
      id(),
      to_base64url(client_data("webauthn.create", challenge)),
      to_base64url(registration_data()));
}

std::string Authenticator::assert_json(std::string_view challenge) const {
  const std::string data = assertion_data();
  const std::string client = client_data("webauthn.get", challenge);
  return fmt::format(
      R"({{"id":"{0}","rawId":"{0}","type":"public-key","response":{{"clientDataJSON":"{1}",)"
      R"("authenticatorData":"{2}","signature":"{3}","userHandle":"{4}"}},)"
      R"("clientExtensionResults":{{}}}})",
      id(),
      to_base64url(client),
      to_base64url(data),
      to_base64url(sign(data + hash_of(client))),
      to_base64url(user_handle));
}

}  // namespace countersign::test
