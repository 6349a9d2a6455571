#include "events/crypto/ed25519.h"

#include <openssl/err.h>
#include <openssl/evp.h>

#include "core/check.h"

namespace countersign {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MD_CTX, FreeContext>;

Context new_context() {
  Context context(EVP_MD_CTX_new());
  check(context != nullptr, "no memory for Ed25519");
  return context;
}

}  // namespace

void Ed25519Key::Release::operator()(evp_pkey_st* key) const { EVP_PKEY_free(key); }

Ed25519Key::Ed25519Key(const SecretBytes<32>& seed)
    : key_(EVP_PKEY_new_raw_private_key(
          EVP_PKEY_ED25519, nullptr, seed.reveal().data(), seed.reveal().size())) {
  check(key_ != nullptr, "Ed25519 cannot be keyed");
}
Ed25519Key::~Ed25519Key() = default;
Ed25519Key::Ed25519Key(Ed25519Key&&) noexcept = default;
Ed25519Key& Ed25519Key::operator=(Ed25519Key&&) noexcept = default;

Ed25519PublicKey Ed25519Key::public_key() const {
  Ed25519PublicKey bytes;
  std::size_t size = bytes.size();
  check(EVP_PKEY_get_raw_public_key(key_.get(), bytes.data(), &size) == 1 && size == bytes.size(),
        "Ed25519 has no public key");
  return bytes;
}

SecretBytes<32> Ed25519Key::seed() const {
  SecretBytes<32> bytes;
  std::size_t size = bytes.overwrite().size();
  check(EVP_PKEY_get_raw_private_key(key_.get(), bytes.overwrite().data(), &size) == 1 &&
            size == bytes.overwrite().size(),
        "Ed25519 has no seed");
  return bytes;
}

Ed25519Signature Ed25519Key::sign(ByteView message) const {
  const Context context = new_context();
  Ed25519Signature signature;
  std::size_t size = signature.size();
  const bool done =
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
      EVP_DigestSign(context.get(), signature.data(), &size, message.data(), message.size()) == 1;
  check(done && size == signature.size(), "Ed25519 cannot sign");
  return signature;
}

bool ed25519_verify(const Ed25519PublicKey& key, ByteView message, ByteView signature) {
  if (signature.size() != std::tuple_size_v<Ed25519Signature>) return false;
  struct FreeKey {
    void operator()(EVP_PKEY* raw) const { EVP_PKEY_free(raw); }
  };
  const std::unique_ptr<EVP_PKEY, FreeKey> raw(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.data(), key.size()));
  check(raw != nullptr, "no memory for Ed25519");
  const Context context = new_context();
  check(EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, raw.get()) == 1,
        "Ed25519 cannot verify");
  const bool good =
      EVP_DigestVerify(
          context.get(), signature.data(), signature.size(), message.data(), message.size()) == 1;
  // What was refused must not be taken for an error of whatever asks OpenSSL next.
  if (!good) ERR_clear_error();
  return good;
}

}  // namespace countersign
