#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/schema.h"

namespace countersign {

// The waits that lie in one bucket: how many, and the longest of them.
struct WaitBucket {
  std::uint32_t bucket = 0;
  std::uint64_t count = 0;
  std::uint64_t longest_ms = 0;
  bool operator==(const WaitBucket&) const = default;
};
template <>
inline constexpr auto fields_of<WaitBucket> = fields(Field{"bucket", &WaitBucket::bucket},
                                                     Field{"count", &WaitBucket::count},
                                                     Field{"longestMs", &WaitBucket::longest_ms});
static_assert(record_is_sound<WaitBucket>);

// How long cases waited, in milliseconds, in buckets whose bounds are fixed, so that the waits of
// several days add up without being kept one by one. Below 32 ms a bucket has one value; above, its
// bounds differ by a sixteenth at most. A value type.
struct WaitTimes {
  std::vector<WaitBucket> buckets;  // those that are not empty, the shortest waits first

  void add(std::uint64_t wait_ms);
  void add(const WaitTimes& others);
  // A wait that at least so many hundredths of the waits do not exceed: the longest in the bucket
  // that the exact percentile lies in. So it is never too short, and too long by a sixteenth at
  // most; it is exact for one wait. nullopt if there are no waits.
  std::optional<std::uint64_t> percentile(std::uint64_t hundredths) const;

  bool operator==(const WaitTimes&) const = default;
};
template <>
inline constexpr auto fields_of<WaitTimes> = fields(Field{"buckets", &WaitTimes::buckets});
static_assert(record_is_sound<WaitTimes>);

}  // namespace countersign
