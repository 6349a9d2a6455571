#pragma once
#include <memory>
#include <string_view>

#include "core/ids.h"
#include "events/crypto/bytes.h"

struct evp_mac_ctx_st;

namespace countersign {

// HMAC-SHA256, RFC 2104, under one key for many messages. One thread at a time;
// movable. Keying costs more than a short message does, so whoever has many
// messages keeps one of these for each thread.
class HmacSha256 {
 public:
  explicit HmacSha256(ByteView key);
  ~HmacSha256();
  HmacSha256(HmacSha256&&) noexcept;
  HmacSha256& operator=(HmacSha256&&) noexcept;

  Digest operator()(ByteView message);
  Digest operator()(std::string_view message) { return (*this)(bytes_of(message)); }

 private:
  struct Release {
    void operator()(evp_mac_ctx_st* context) const;
  };
  std::unique_ptr<evp_mac_ctx_st, Release> context_;
};

// The same for one message. Thread-safe.
Digest hmac_sha256(ByteView key, ByteView message);
inline Digest hmac_sha256(ByteView key, std::string_view message) {
  return hmac_sha256(key, bytes_of(message));
}

}  // namespace countersign
