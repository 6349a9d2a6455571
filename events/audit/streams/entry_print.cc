#include "events/audit/streams/entry_print.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace countersign {
namespace {

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

// A number below 2^63 modulo the prime: 2^61 is 1.
std::uint64_t reduced(std::uint64_t number) {
  const std::uint64_t sum = (number & kPrime) + (number >> 61);
  return sum >= kPrime ? sum - kPrime : sum;
}

// REQUIRES: a and b are below 2^61.
std::uint64_t product_of(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kLow32 = 0xffffffff;
  constexpr std::uint64_t kLow29 = (std::uint64_t{1} << 29) - 1;
  const std::uint64_t high = (a >> 32) * (b >> 32);                                  // * 2^64
  const std::uint64_t middle = (a >> 32) * (b & kLow32) + (a & kLow32) * (b >> 32);  // * 2^32
  const std::uint64_t low = (a & kLow32) * (b & kLow32);
  // 2^64 is 8, and 2^29 * 2^32 is 1. Each term is below 2^61 + 2^34.
  return reduced(high * 8 + (middle >> 29) + ((middle & kLow29) << 32) + (low & kPrime) +
                 (low >> 61));
}

std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sum >= kPrime ? sum - kPrime : sum;
}

std::uint64_t drawn_point(RandomSource& random) {
  std::array<std::uint8_t, sizeof(std::uint64_t)> bytes{};
  random.fill(bytes);
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data(), sizeof number);
  return number % kPrime;
}

// The polynomial whose coefficients are the pieces of the entry, at a point.
class EntryNumber {
 public:
  explicit EntryNumber(std::uint64_t point) : point_(point) {}

  void add(std::uint64_t piece) {
    // A piece of 64 bits is two coefficients.
    add_coefficient(piece >> 32);
    add_coefficient(piece & 0xffffffff);
  }
  void add(std::string_view text) {
    constexpr std::size_t kPieceBytes = 7;  // below the prime
    add_coefficient(text.size());
    while (!text.empty()) {
      std::uint64_t piece = 0;
      const std::size_t size = std::min(text.size(), kPieceBytes);
      std::memcpy(&piece, text.data(), size);
      add_coefficient(piece);
      text.remove_prefix(size);
    }
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_coefficient(std::uint64_t coefficient) {
    value_ = sum_of(product_of(value_, point_), coefficient);
  }

  const std::uint64_t point_;
  std::uint64_t value_ = 1;
};

}  // namespace

EntryPrint::Points EntryPrint::drawn_from(RandomSource& random) {
  return {drawn_point(random), drawn_point(random)};
}

void EntryPrint::add(const StreamId& stream, StreamVersion version, Sequence place) {
  EntryNumber number(points_.of_entry);
  number.add(stream.value());
  number.add(version.value());
  number.add(place.value());
  product_ = product_of(product_, sum_of(points_.of_product, kPrime - number.value()));
  ++entries_;
}

}  // namespace countersign
