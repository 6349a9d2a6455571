#pragma once
#include <cstdint>
#include <span>

namespace countersign {

// A source of random bytes: a cryptographic generator in production, a fixed sequence in tests.
// Implementations are thread-safe, and abort rather than return bytes that are not random.
class RandomSource {
 public:
  virtual ~RandomSource() = default;
  virtual void fill(std::span<std::uint8_t> out) = 0;
};

}  // namespace countersign
