#include "projections/views/review/wait_times.h"

#include <algorithm>
#include <bit>

namespace countersign {
namespace {

// Each power of two is cut into this many buckets.
constexpr std::uint32_t kBuckets = 16;
constexpr int kBits = 5;  // that tell the buckets of a power of two apart, with the leading one

std::uint32_t bucket_of(std::uint64_t wait_ms) {
  const int width = std::bit_width(wait_ms);
  const int shift = width > kBits ? width - kBits : 0;
  return static_cast<std::uint32_t>(shift) * kBuckets +
         static_cast<std::uint32_t>(wait_ms >> shift);
}

void add_to(std::vector<WaitBucket>& buckets, const WaitBucket& more) {
  const auto at = std::ranges::lower_bound(buckets, more.bucket, {}, &WaitBucket::bucket);
  if (at == buckets.end() || at->bucket != more.bucket) {
    buckets.insert(at, more);
    return;
  }
  at->count += more.count;
  at->longest_ms = std::max(at->longest_ms, more.longest_ms);
}

}  // namespace

void WaitTimes::add(std::uint64_t wait_ms) { add_to(buckets, {bucket_of(wait_ms), 1, wait_ms}); }

void WaitTimes::add(const WaitTimes& others) {
  for (const WaitBucket& more : others.buckets) add_to(buckets, more);
}

std::optional<std::uint64_t> WaitTimes::percentile(std::uint64_t hundredths) const {
  std::uint64_t all = 0;
  for (const WaitBucket& bucket : buckets) all += bucket.count;
  if (all == 0) return std::nullopt;
  const std::uint64_t place = std::min(all - 1, all * hundredths / 100);
  std::uint64_t shorter = 0;
  for (const WaitBucket& bucket : buckets) {
    shorter += bucket.count;
    if (shorter > place) return bucket.longest_ms;
  }
  return buckets.back().longest_ms;
}

}  // namespace countersign
