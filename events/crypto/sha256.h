#pragma once
#include <memory>
#include <string_view>

#include "core/ids.h"
#include "core/text/bytes.h"

struct evp_md_ctx_st;

namespace countersign {

// SHA-256, FIPS 180-4, of a whole input. Thread-safe, and fast for short inputs: each thread keeps
// one context.
Digest sha256(ByteView bytes);
inline Digest sha256(std::string_view text) { return sha256(bytes_of(text)); }

// SHA-256 of the concatenation of two pieces.
Digest sha256(ByteView first, ByteView second);

// SHA-256 of bytes that arrive in pieces. One thread at a time; movable. A moved-from stream may
// only be destroyed or assigned to.
class Sha256Stream {
 public:
  Sha256Stream();
  ~Sha256Stream();
  Sha256Stream(Sha256Stream&&) noexcept;
  Sha256Stream& operator=(Sha256Stream&&) noexcept;

  void update(ByteView bytes);
  void update(std::string_view text) { update(bytes_of(text)); }

  // Returns the digest of all bytes since the start, and starts again with an empty stream.
  Digest finish();

 private:
  struct Release {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Release> context_;
};

}  // namespace countersign
