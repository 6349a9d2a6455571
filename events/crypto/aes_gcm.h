#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/text/bytes.h"

struct evp_cipher_ctx_st;

namespace countersign {

constexpr std::size_t kGcmKeyBytes = 32;
constexpr std::size_t kGcmNonceBytes = 12;
constexpr std::size_t kGcmTagBytes = 16;

using GcmNonce = std::span<const std::uint8_t, kGcmNonceBytes>;

// AES-256-GCM, NIST SP 800-38D, under one key for many messages. One thread at a time; movable. The
// destructor overwrites the key schedule.
//
// A nonce MUST NOT be used for two messages under one key: that would reveal both texts and allow
// forgery.
class AesGcm {
 public:
  explicit AesGcm(std::span<const std::uint8_t, kGcmKeyBytes> key);
  ~AesGcm();
  AesGcm(AesGcm&&) noexcept;
  AesGcm& operator=(AesGcm&&) noexcept;

  // Writes the ciphertext and then the tag. `out` may begin where `plain` begins,
  // and must not overlap it otherwise.
  // REQUIRES: out.size() == plain.size() + kGcmTagBytes, plain under 2 GiB.
  void seal(GcmNonce nonce, ByteView associated, ByteView plain, MutableBytes out);

  // Returns true if `sealed` was made with this key, nonce and associated data. Otherwise fills
  // `out` with zeros: unverified text is never returned. `out` may begin where `sealed` begins, and
  // must not overlap it otherwise.
  // REQUIRES: sealed.size() == out.size() + kGcmTagBytes.
  [[nodiscard]] bool open(GcmNonce nonce, ByteView associated, ByteView sealed, MutableBytes out);

 private:
  struct Release {
    void operator()(evp_cipher_ctx_st* context) const;
  };
  std::unique_ptr<evp_cipher_ctx_st, Release> context_;
};

}  // namespace countersign
