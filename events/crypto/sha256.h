#pragma once
#include <memory>
#include <string_view>

#include "core/ids.h"
#include "core/text/bytes.h"

struct evp_md_ctx_st;

namespace countersign {

// SHA-256, FIPS 180-4, of bytes that are all there. Thread-safe, and quick for
// short inputs: each thread keeps one context.
Digest sha256(ByteView bytes);
inline Digest sha256(std::string_view text) { return sha256(bytes_of(text)); }

// Of two pieces, one after the other, as if they lay together.
Digest sha256(ByteView first, ByteView second);

// SHA-256 of bytes that arrive in pieces. One thread at a time; movable. A
// stream that was moved from may only be destroyed or assigned to.
class Sha256Stream {
 public:
  Sha256Stream();
  ~Sha256Stream();
  Sha256Stream(Sha256Stream&&) noexcept;
  Sha256Stream& operator=(Sha256Stream&&) noexcept;

  void update(ByteView bytes);
  void update(std::string_view text) { update(bytes_of(text)); }

  // The digest of everything since the start; the stream is then empty again.
  Digest finish();

 private:
  struct Release {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Release> context_;
};

}  // namespace countersign
