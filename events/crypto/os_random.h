#pragma once
#include "core/random_source.h"

namespace countersign {

// The cryptographic generator of OpenSSL, seeded and reseeded by the operating
// system. Thread-safe: each thread has a generator of its own inside. Aborts if
// the system cannot give randomness.
class OsRandom : public RandomSource {
 public:
  void fill(std::span<std::uint8_t> out) override;
};

}  // namespace countersign
