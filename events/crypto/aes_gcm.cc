#include "events/crypto/aes_gcm.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <climits>

#include "core/check.h"
#include "events/crypto/secret.h"

namespace countersign {
namespace {

const EVP_CIPHER* cipher_algorithm() {
  static const EVP_CIPHER* const fetched = EVP_CIPHER_fetch(nullptr, "AES-256-GCM", nullptr);
  return fetched;
}

EVP_CIPHER_CTX* new_cipher_context() {
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  check(context != nullptr, "OpenSSL allocates an AES-GCM context");
  return context;
}

enum class Direction { Open = 0, Seal = 1 };

// Sets the nonce and feeds the associated data; the key of the context stays.
void start(EVP_CIPHER_CTX* context, Direction direction, GcmNonce nonce, ByteView associated) {
  check(EVP_CipherInit_ex2(
            context, nullptr, nullptr, nonce.data(), static_cast<int>(direction), nullptr) == 1,
        "OpenSSL begins an AES-GCM message");
  if (associated.empty()) return;
  check(associated.size() <= INT_MAX,
        "the associated data of an AES-GCM message have at most INT_MAX bytes");
  int count = 0;
  check(EVP_CipherUpdate(
            context, nullptr, &count, associated.data(), static_cast<int>(associated.size())) == 1,
        "OpenSSL accepts the associated data of an AES-GCM message");
}

void transform(EVP_CIPHER_CTX* context, ByteView from, std::uint8_t* to) {
  if (from.empty()) return;
  check(from.size() <= INT_MAX, "an AES-GCM message has at most INT_MAX bytes");
  int count = 0;
  const int done =
      EVP_CipherUpdate(context, to, &count, from.data(), static_cast<int>(from.size()));
  check(done == 1 && static_cast<std::size_t>(count) == from.size(),
        "OpenSSL transforms all bytes of an AES-GCM message");
}

}  // namespace

void AesGcm::Release::operator()(evp_cipher_ctx_st* context) const { EVP_CIPHER_CTX_free(context); }

AesGcm::AesGcm(std::span<const std::uint8_t, kGcmKeyBytes> key) : context_(new_cipher_context()) {
  check(
      EVP_CipherInit_ex2(context_.get(), cipher_algorithm(), key.data(), nullptr, 1, nullptr) == 1,
      "OpenSSL accepts an AES-GCM key");
}
AesGcm::~AesGcm() = default;
AesGcm::AesGcm(AesGcm&&) noexcept = default;
AesGcm& AesGcm::operator=(AesGcm&&) noexcept = default;

void AesGcm::seal(GcmNonce nonce, ByteView associated, ByteView plain, MutableBytes out) {
  check(out.size() == plain.size() + kGcmTagBytes,
        "the output of AesGcm::seal() is as long as the plain text and the tag together");
  start(context_.get(), Direction::Seal, nonce, associated);
  transform(context_.get(), plain, out.data());
  std::uint8_t* const tag = out.data() + plain.size();
  int count = 0;
  check(EVP_CipherFinal_ex(context_.get(), tag, &count) == 1 && count == 0,
        "OpenSSL ends an AES-GCM message without further output");
  check(EVP_CIPHER_CTX_ctrl(
            context_.get(), EVP_CTRL_AEAD_GET_TAG, static_cast<int>(kGcmTagBytes), tag) == 1,
        "OpenSSL returns the tag of an AES-GCM message");
}

bool AesGcm::open(GcmNonce nonce, ByteView associated, ByteView sealed, MutableBytes out) {
  check(sealed.size() == out.size() + kGcmTagBytes,
        "a sealed text is as long as the output of AesGcm::open() and the tag together");
  // Copy the tag: OpenSSL takes a pointer to memory that is not const.
  std::array<std::uint8_t, kGcmTagBytes> tag;
  std::copy_n(sealed.data() + out.size(), tag.size(), tag.begin());
  start(context_.get(), Direction::Open, nonce, associated);
  transform(context_.get(), sealed.first(out.size()), out.data());
  check(EVP_CIPHER_CTX_ctrl(
            context_.get(), EVP_CTRL_AEAD_SET_TAG, static_cast<int>(tag.size()), tag.data()) == 1,
        "OpenSSL accepts the tag of an AES-GCM message");
  std::array<std::uint8_t, kGcmTagBytes> rest;
  int count = 0;
  if (EVP_CipherFinal_ex(context_.get(), rest.data(), &count) == 1) return true;
  cleanse(out);
  return false;
}

}  // namespace countersign
