#include "events/crypto/aes_siv.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <climits>
#include <memory>

#include "core/check.h"
#include "events/crypto/secret.h"

namespace countersign {
namespace {

struct FreeSiv {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using SivContext = std::unique_ptr<EVP_CIPHER_CTX, FreeSiv>;

enum class SivDirection { Open = 0, Seal = 1 };

// OpenSSL names the cipher after one of the two keys. A context is for one message: how OpenSSL 3.0
// begins a second one under the same key is not documented.
SivContext begun_siv(std::span<const std::uint8_t, kSivKeyBytes> key, SivDirection direction) {
  static const EVP_CIPHER* const cipher = EVP_CIPHER_fetch(nullptr, "AES-128-SIV", nullptr);
  SivContext context(EVP_CIPHER_CTX_new());
  check(context != nullptr, "OpenSSL allocates an AES-SIV context");
  check(EVP_CipherInit_ex2(
            context.get(), cipher, key.data(), nullptr, static_cast<int>(direction), nullptr) == 1,
        "OpenSSL accepts an AES-SIV key");
  return context;
}

// Returns whether OpenSSL takes the bytes. Without `to` they are associated data.
bool take_siv(EVP_CIPHER_CTX* context, ByteView from, std::uint8_t* to) {
  check(!from.empty() && from.size() <= INT_MAX,
        "the text and the associated data of an AES-SIV message have 1 to INT_MAX bytes");
  int count = 0;
  return EVP_CipherUpdate(context, to, &count, from.data(), static_cast<int>(from.size())) == 1;
}

}  // namespace

void seal_siv(std::span<const std::uint8_t, kSivKeyBytes> key,
              ByteView associated,
              ByteView plain,
              MutableBytes out) {
  check(out.size() == plain.size() + kSivTagBytes,
        "the output of seal_siv() is as long as the plain text and the tag together");
  const SivContext context = begun_siv(key, SivDirection::Seal);
  check(take_siv(context.get(), associated, nullptr) &&
            take_siv(context.get(), plain, out.data() + kSivTagBytes),
        "OpenSSL seals an AES-SIV message");
  int count = 0;
  std::array<std::uint8_t, kSivTagBytes> rest;
  check(EVP_CipherFinal_ex(context.get(), rest.data(), &count) == 1 && count == 0,
        "OpenSSL ends an AES-SIV message without further output");
  check(EVP_CIPHER_CTX_ctrl(
            context.get(), EVP_CTRL_AEAD_GET_TAG, static_cast<int>(kSivTagBytes), out.data()) == 1,
        "OpenSSL returns the tag of an AES-SIV message");
}

bool open_siv(std::span<const std::uint8_t, kSivKeyBytes> key,
              ByteView associated,
              ByteView sealed,
              MutableBytes out) {
  check(sealed.size() == out.size() + kSivTagBytes,
        "a sealed text is as long as the output of open_siv() and the tag together");
  // OpenSSL takes a pointer to memory that is not const.
  std::array<std::uint8_t, kSivTagBytes> tag;
  std::copy_n(sealed.data(), tag.size(), tag.begin());
  const SivContext context = begun_siv(key, SivDirection::Open);
  check(EVP_CIPHER_CTX_ctrl(
            context.get(), EVP_CTRL_AEAD_SET_TAG, static_cast<int>(tag.size()), tag.data()) == 1,
        "OpenSSL accepts the tag of an AES-SIV message");
  check(take_siv(context.get(), associated, nullptr),
        "OpenSSL accepts the associated data of an AES-SIV message");
  int count = 0;
  std::array<std::uint8_t, kSivTagBytes> rest;
  if (take_siv(context.get(), sealed.subspan(kSivTagBytes), out.data()) &&
      EVP_CipherFinal_ex(context.get(), rest.data(), &count) == 1) {
    return true;
  }
  cleanse(out);
  return false;
}

}  // namespace countersign
