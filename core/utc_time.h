#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/strong.h"

namespace countersign {

// Microseconds since 1970-01-01T00:00:00Z, not counting leap seconds.
using UtcTime = Strong<struct UtcTimeTag, std::int64_t>;

using Duration = std::chrono::microseconds;

constexpr UtcTime operator+(UtcTime time, Duration later) {
  return UtcTime(time.value() + later.count());
}
constexpr UtcTime operator-(UtcTime time, Duration earlier) {
  return UtcTime(time.value() - earlier.count());
}
constexpr Duration operator-(UtcTime later, UtcTime earlier) {
  return Duration(later.value() - earlier.value());
}

// RFC 3339, always in this form: 2026-11-21T05:00:00.000123Z
std::string to_string(UtcTime time);
// Accepts that form only: `T`, `Z`, and either no fraction or exactly six digits of it.
std::optional<UtcTime> parse_utc_time(std::string_view text);

// 2026-11: the calendar month (UTC) in which quotas are counted.
std::string month_of(UtcTime time);
// 20261121: the day (UTC), which names a folder of the vault.
std::string day_of(UtcTime time);
// Returns the first microsecond of the following month.
UtcTime next_month(UtcTime time);

// The source of the current time. Implementations are thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual UtcTime now() const = 0;
};

}  // namespace countersign
