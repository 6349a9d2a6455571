#pragma once
#include "core/random_source.h"

namespace countersign {

// The cryptographic generator of OpenSSL, seeded and reseeded by the operating
// system. Thread-safe: each thread has a generator of its own inside, and a small stock of
// its bytes, since most who ask want few and one call costs as much as a thousand bytes. What
// was given out of the stock is overwritten there; a process that was forked draws a new one.
// Aborts if the system cannot give randomness.
class OsRandom : public RandomSource {
 public:
  void fill(std::span<std::uint8_t> out) override;
};

}  // namespace countersign
