#pragma once
#include "core/random_source.h"

namespace countersign {

// The cryptographic generator of OpenSSL, seeded and reseeded by the operating system. Thread-safe:
// each thread has its own generator and a small stock of its bytes, since most requests are small
// and one call of the generator costs as much as a thousand bytes. Bytes taken from the stock are
// overwritten there; a forked process fills a new stock. Aborts if the system cannot give
// randomness.
class OsRandom : public RandomSource {
 public:
  void fill(std::span<std::uint8_t> out) override;
};

}  // namespace countersign
