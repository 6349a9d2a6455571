#pragma once
#include <cstdint>

namespace countersign {

// One of 2^bits parts of all streams: those whose hash ends in the same `bits` bits as `tail`.
struct StreamShare {
  std::uint64_t tail = 0;
  unsigned bits = 0;  // below 64

  bool has(std::uint64_t hash) const {
    return ((hash ^ tail) & ((std::uint64_t{1} << bits) - 1)) == 0;
  }

  // The two halves of this share.
  StreamShare kept_half() const { return {tail, bits + 1}; }
  StreamShare other_half() const { return {tail | std::uint64_t{1} << bits, bits + 1}; }

  friend bool operator==(const StreamShare&, const StreamShare&) = default;
};

}  // namespace countersign
