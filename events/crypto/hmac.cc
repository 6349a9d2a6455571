#include "events/crypto/hmac.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>

#include <array>
#include <memory>

#include "core/check.h"

namespace countersign {
namespace {

constexpr std::array<std::uint8_t, 32> kNoKey{};

EVP_MAC* mac_algorithm() {
  static EVP_MAC* const fetched = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  return fetched;
}

// Returns a context with its digest set. Setting the digest looks it up by name, which is slow, so
// it is done once for each context and not again with each key.
EVP_MAC_CTX* new_mac_context() {
  EVP_MAC_CTX* context = EVP_MAC_CTX_new(mac_algorithm());
  check(context != nullptr, "OpenSSL allocates an HMAC context");
  char digest[] = "SHA256";
  const std::array<OSSL_PARAM, 2> parameters = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
      OSSL_PARAM_construct_end()};
  check(EVP_MAC_CTX_set_params(context, parameters.data()) == 1,
        "OpenSSL accepts SHA-256 as the digest of HMAC");
  return context;
}

void set_key(EVP_MAC_CTX* context, ByteView key) {
  // An empty key is valid, but for a null pointer OpenSSL would keep the previous key.
  const std::uint8_t* start = key.empty() ? kNoKey.data() : key.data();
  check(EVP_MAC_init(context, start, key.size(), nullptr) == 1, "OpenSSL accepts an HMAC key");
}

Digest tag_of(EVP_MAC_CTX* context, ByteView message) {
  Digest digest;
  std::size_t size = 0;
  const bool done = EVP_MAC_update(context, message.data(), message.size()) == 1 &&
                    EVP_MAC_final(context, digest.data(), &size, digest.size()) == 1;
  check(done && size == digest.size(), "OpenSSL computes an HMAC of the right length");
  return digest;
}

}  // namespace

Digest hmac_sha256(ByteView key, ByteView message) {
  struct Free {
    void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
  };
  thread_local const std::unique_ptr<EVP_MAC_CTX, Free> context(new_mac_context());
  set_key(context.get(), key);
  const Digest digest = tag_of(context.get(), message);
  set_key(context.get(), kNoKey);  // the thread must not keep a copy of the key
  return digest;
}

}  // namespace countersign
