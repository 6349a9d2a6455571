#include "http/limits/rate_limiter.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

namespace countersign::http {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
// The number of hash buckets that are searched for full token buckets when a key is new.
constexpr std::size_t kSweptByCall = 4;
constexpr std::size_t kSweptWhenFull = 64;

std::int64_t ns_of(SteadyTime time) {
  return std::chrono::nanoseconds(time.time_since_epoch()).count();
}

std::uint64_t seconds_up(std::int64_t ns) {
  return ns <= 0 ? 0 : static_cast<std::uint64_t>((ns - 1) / kNsPerSecond + 1);
}

// A rate in nanoseconds: the time to refill one request, rounded up so that never more than the
// rate pass, and the time to refill a whole burst.
struct Pace {
  std::int64_t interval_ns = 1;
  std::int64_t burst_ns = 1;
};

Pace pace_of(const Rate& rate) {
  constexpr std::uint64_t kLongestMs = 366ull * 24 * 3600 * 1000;
  const std::uint64_t period_ns = std::min(rate.per_ms, kLongestMs) * 1'000'000;
  const std::uint64_t interval_ns =
      std::max<std::uint64_t>(1, (period_ns + rate.count - 1) / rate.count);
  return {static_cast<std::int64_t>(interval_ns),
          static_cast<std::int64_t>(interval_ns * burst_of(rate))};
}

std::string bucket_name(RateClass limited, std::string_view key) {
  std::string name(1, static_cast<char>(limited));
  name.append(key);
  return name;
}

void describe(RateDecision& decision, RateClass limited, const Rate& rate) {
  const std::string quoted = '"' + std::string(name_of(limited)) + '"';
  decision.policy = quoted + ";q=" + std::to_string(rate.count) +
                    ";w=" + std::to_string(std::max<std::uint64_t>(1, (rate.per_ms + 999) / 1000)) +
                    ";burst=" + std::to_string(burst_of(rate));
  decision.state = quoted + ";r=" + std::to_string(decision.remaining) +
                   ";t=" + std::to_string(decision.reset_seconds);
}

// `full_at_ns` is the time at which the bucket is full; updated for this request.
RateDecision judge(const Pace& pace, std::int64_t now_ns, std::int64_t& full_at_ns) {
  // After a change of its rate the stored time may be further away than an empty bucket's.
  const std::int64_t full_at = std::clamp(full_at_ns, now_ns, now_ns + pace.burst_ns);
  const std::int64_t after = full_at + pace.interval_ns;
  RateDecision decision;
  decision.allowed = after <= now_ns + pace.burst_ns;
  full_at_ns = decision.allowed ? after : full_at;
  decision.remaining =
      static_cast<std::uint64_t>((now_ns + pace.burst_ns - full_at_ns) / pace.interval_ns);
  decision.reset_seconds = seconds_up(full_at_ns - now_ns);
  if (!decision.allowed) {
    decision.retry_after_seconds =
        std::max<std::uint64_t>(1, seconds_up(after - now_ns - pace.burst_ns));
  }
  return decision;
}

RateDecision nothing_allowed(const Rate& rate) {
  RateDecision decision;
  decision.allowed = false;
  decision.retry_after_seconds = std::max<std::uint64_t>(1, (rate.per_ms + 999) / 1000);
  decision.reset_seconds = decision.retry_after_seconds;
  return decision;
}

}  // namespace

RateLimiter::RateLimiter(std::size_t buckets_max, SteadyNow now)
    : now_(std::move(now)), shard_max_(std::max<std::size_t>(1, buckets_max / kShards)) {}

RateLimiter::Shard& RateLimiter::shard_of(const std::string& name) {
  return shards_[std::hash<std::string>{}(name) % kShards];
}

RateDecision RateLimiter::take(RateClass limited, std::string_view key, const Rate& rate) {
  RateDecision decision;
  if (rate.count == 0) {
    decision = nothing_allowed(rate);
  } else {
    const std::string name = bucket_name(limited, key);
    const std::int64_t now_ns = ns_of(now_());
    Shard& shard = shard_of(name);
    const MutexLock lock(shard.mutex);
    auto bucket = shard.buckets.find(name);
    if (bucket == shard.buckets.end()) {
      make_room(shard, now_ns);
      bucket = shard.buckets.emplace(name, now_ns).first;
    }
    decision = judge(pace_of(rate), now_ns, bucket->second);
  }
  describe(decision, limited, rate);
  return decision;
}

void RateLimiter::make_room(Shard& shard, std::int64_t now_ns) const {
  Buckets& buckets = shard.buckets;
  const bool at_limit = buckets.size() >= shard_max_;
  std::optional<std::string> fullest;
  std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
  const std::size_t look_at = at_limit ? kSweptWhenFull : kSweptByCall;
  for (std::size_t i = 0; i < look_at && !buckets.empty(); ++i) {
    shard.swept = (shard.swept + 1) % buckets.bucket_count();
    std::optional<std::string> full;
    for (auto entry = buckets.begin(shard.swept); entry != buckets.end(shard.swept); ++entry) {
      if (entry->second <= now_ns) full = entry->first;
      if (at_limit && entry->second < earliest) {
        earliest = entry->second;
        fullest = entry->first;
      }
    }
    if (full) buckets.erase(*full);
  }
  if (buckets.size() < shard_max_) return;
  // If nothing was dropped, `fullest` still exists.
  buckets.erase(fullest ? buckets.find(*fullest) : buckets.begin());
}

std::size_t RateLimiter::size() const {
  std::size_t total = 0;
  for (const Shard& shard : shards_) {
    const MutexLock lock(shard.mutex);
    total += shard.buckets.size();
  }
  return total;
}

}  // namespace countersign::http
