#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/random_source.h"
#include "core/utc_time.h"

// When a delivery is tried again. Pure, but for the random source.
namespace countersign::http {

// The attempts for one event, the first one included.
inline constexpr std::uint32_t kDeliveryAttempts = 10;
// The longest time that a receiver's Retry-After is kept.
inline constexpr std::chrono::hours kRetryAfterMax{24};

// The wait after so many failed attempts, without jitter: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h,
// 20 h, 24 h. nullopt if they were all.
std::optional<Duration> delay_after(std::uint32_t failed_attempts);

// Makes a delay up to a fifth longer, so that what failed together is not tried together.
Duration with_jitter(Duration delay, RandomSource& random);

Duration with_longest_jitter(Duration delay);

// The wait of an endpoint that asked for fewer requests so many times in a row: from 5 s, twice as
// long each time, up to 5 min.
Duration pause_after(std::uint32_t times);

// Reads the value of a Retry-After field (RFC 9110 section 10.2.3): seconds, or an IMF-fixdate. At
// most kRetryAfterMax; a date in the past is 0. nullopt for anything else.
std::optional<Duration> parse_retry_after(std::string_view value, UtcTime now);

}  // namespace countersign::http
