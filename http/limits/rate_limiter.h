#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/event/client_policy.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/mutex.h"
#include "http/limits/rate_class.h"

namespace countersign::http {

// The decision of a bucket, with everything that the answer's headers need.
struct RateDecision {
  bool allowed = true;
  std::uint64_t remaining = 0;            // requests that would be allowed at once, after this one
  std::uint64_t reset_seconds = 0;        // until the bucket is full again, rounded up
  std::uint64_t retry_after_seconds = 0;  // 0 when allowed, else at least 1
  std::string policy;                     // RateLimit-Policy: "create";q=300;w=60;burst=60
  std::string state;                      // RateLimit: "create";r=59;t=1
};

// The burst of a rate: a fifth of its count, and at least one.
constexpr std::uint64_t burst_of(const Rate& rate) {
  return rate.count / 5 == 0 ? 1 : rate.count / 5;
}

// Token buckets, one for each class and key. A bucket holds the burst of its rate and is refilled
// at the rate's count per period, so that in any period at most count + burst requests pass. The
// headers are those of draft-ietf-httpapi-ratelimit-headers; `burst` is an extension parameter.
//
// Implemented as the generic cell rate algorithm (ITU-T I.371): each bucket stores only the time at
// which it will be full. A full bucket is equivalent to no bucket, so full buckets are dropped, a
// few whenever a new key comes. If a shard is still at its limit, the fullest of a few other
// buckets is dropped, which can only favour a caller.
//
// A rate with a count of zero allows nothing. Time is measured with a monotonic clock: a step of
// the wall clock neither empties nor fills a bucket. Thread-safe: keys are spread over shards with
// one lock each.
class RateLimiter {
 public:
  static constexpr std::size_t kShards = 16;
  static constexpr std::size_t kBucketsMax = 160'000;  // about 24 MB

  explicit RateLimiter(std::size_t buckets_max = kBucketsMax, SteadyNow now = steady_now);
  RateLimiter(const RateLimiter&) = delete;
  RateLimiter& operator=(const RateLimiter&) = delete;

  // Counts one request if it is allowed.
  RateDecision take(RateClass limited, std::string_view key, const Rate& rate);

  // The number of stored buckets, some of which may be full; for metrics.
  std::size_t size() const;

 private:
  // The time at which the bucket is full again, in nanoseconds of the monotonic clock.
  using Buckets = std::unordered_map<std::string, std::int64_t>;
  struct Shard {
    mutable Mutex mutex;
    Buckets buckets GUARDED_BY(mutex);
    // The hash bucket where the search for full buckets goes on.
    std::size_t swept GUARDED_BY(mutex) = 0;
  };

  void make_room(Shard& shard, std::int64_t now_ns) const REQUIRES_LOCK(shard.mutex);
  Shard& shard_of(const std::string& name);

  const SteadyNow now_;
  const std::size_t shard_max_;
  std::array<Shard, kShards> shards_;
};

}  // namespace countersign::http
