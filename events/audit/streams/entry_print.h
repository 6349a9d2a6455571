#pragma once
#include <cstdint>
#include <string_view>

#include "core/ids.h"
#include "core/random_source.h"

namespace countersign {

// The print of a collection of entries of streams' lists, each the place in the log of a stream's
// version: two collections have the same print if they have the same entries, in whatever order,
// and otherwise differ but for an error of (entries * bytes of an entry) / 2^61.
//
// Each entry becomes a number, a polynomial of its bytes at a secret point; the print is the
// product of (another secret point - number) over the entries, modulo the prime 2^61 - 1
// (Schwartz-Zippel). The points are drawn for one audit, so that nobody can choose entries for
// them. A value; one thread at a time.
class EntryPrint {
 public:
  // Two prints can be compared if they have the same points.
  struct Points {
    std::uint64_t of_entry = 0;
    std::uint64_t of_product = 0;
  };
  static Points drawn_from(RandomSource& random);

  explicit EntryPrint(const Points& points) : points_(points) {}

  void add(const StreamId& stream, StreamVersion version, Sequence place);

  friend bool operator==(const EntryPrint& a, const EntryPrint& b) {
    return a.product_ == b.product_ && a.entries_ == b.entries_;
  }

 private:
  Points points_;
  std::uint64_t product_ = 1;
  std::uint64_t entries_ = 0;
};

}  // namespace countersign
