#include "events/crypto/sha256.h"

#include <openssl/evp.h>

#include "core/check.h"

namespace countersign {
namespace {

// Fetched once: looking the algorithm up costs more than hashing a short input.
const EVP_MD* digest_algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return fetched;
}

void start(EVP_MD_CTX* context) {
  check(EVP_DigestInit_ex2(context, digest_algorithm(), nullptr) == 1,
        "OpenSSL begins a SHA-256 digest");
}

void add(EVP_MD_CTX* context, ByteView bytes) {
  check(EVP_DigestUpdate(context, bytes.data(), bytes.size()) == 1,
        "OpenSSL adds bytes to a SHA-256 digest");
}

Digest end(EVP_MD_CTX* context) {
  Digest digest;
  check(EVP_DigestFinal_ex(context, digest.data(), nullptr) == 1, "OpenSSL ends a SHA-256 digest");
  return digest;
}

EVP_MD_CTX* new_digest_context() {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  check(context != nullptr, "OpenSSL allocates a SHA-256 context");
  return context;
}

}  // namespace

void Sha256Stream::Release::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256Stream::Sha256Stream() : context_(new_digest_context()) { start(context_.get()); }
Sha256Stream::~Sha256Stream() = default;
Sha256Stream::Sha256Stream(Sha256Stream&&) noexcept = default;
Sha256Stream& Sha256Stream::operator=(Sha256Stream&&) noexcept = default;

void Sha256Stream::update(ByteView bytes) { add(context_.get(), bytes); }

Digest Sha256Stream::finish() {
  const Digest digest = end(context_.get());
  start(context_.get());
  return digest;
}

Digest sha256(ByteView bytes) { return sha256(bytes, {}); }

Digest sha256(ByteView first, ByteView second) {
  thread_local Sha256Stream stream;
  stream.update(first);
  if (!second.empty()) stream.update(second);
  return stream.finish();
}

}  // namespace countersign
