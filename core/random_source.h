#pragma once
#include <cstdint>
#include <span>

namespace countersign {

// Where random bytes come from. In production a cryptographic generator; a
// test passes a fixed sequence. Implementations are thread-safe, and abort
// rather than return bytes that are not random.
class RandomSource {
 public:
  virtual ~RandomSource() = default;
  virtual void fill(std::span<std::uint8_t> out) = 0;
};

}  // namespace countersign
