#include "http/webhooks/delivery/delivery_schedule.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/ascii.h"

namespace countersign::http {
namespace {

using namespace std::chrono_literals;

constexpr auto kDelays = std::to_array<Duration>({5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h});
static_assert(kDelays.size() + 1 == kDeliveryAttempts);

constexpr std::int64_t kJitterPart = 5;

constexpr Duration kPauseMin = 5s;
constexpr Duration kPauseMax = 5min;
constexpr std::uint32_t kDoublingsMax = 6;
static_assert(kPauseMin * (1 << kDoublingsMax) >= kPauseMax);

constexpr std::array<std::string_view, 12> kMonths = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

// Takes the digits at the front; nullopt unless there are exactly so many.
std::optional<unsigned> take_digits(std::string_view& rest, std::size_t count) {
  if (rest.size() < count) return std::nullopt;
  const std::string_view digits = rest.substr(0, count);
  if (!std::ranges::all_of(digits, is_digit)) return std::nullopt;
  unsigned number = 0;
  std::from_chars(digits.data(), digits.data() + count, number);
  rest.remove_prefix(count);
  return number;
}

bool take(std::string_view& rest, std::string_view text) {
  if (!rest.starts_with(text)) return false;
  rest.remove_prefix(text.size());
  return true;
}

// `Sun, 06 Nov 1994 08:49:37 GMT`. The name of the day is not compared with the date.
std::optional<UtcTime> parse_date(std::string_view rest) {
  if (rest.size() < 3) return std::nullopt;
  rest.remove_prefix(3);
  if (!take(rest, ", ")) return std::nullopt;
  const auto day = take_digits(rest, 2);
  if (!day || !take(rest, " ")) return std::nullopt;
  const auto* const month = std::ranges::find(kMonths, rest.substr(0, 3));
  if (month == kMonths.end()) return std::nullopt;
  rest.remove_prefix(3);
  if (!take(rest, " ")) return std::nullopt;
  const auto year = take_digits(rest, 4);
  if (!year || !take(rest, " ")) return std::nullopt;
  const auto hour = take_digits(rest, 2);
  if (!hour || !take(rest, ":")) return std::nullopt;
  const auto minute = take_digits(rest, 2);
  if (!minute || !take(rest, ":")) return std::nullopt;
  const auto second = take_digits(rest, 2);
  if (!second || rest != " GMT") return std::nullopt;
  const std::chrono::year_month_day date{
      std::chrono::year(static_cast<int>(*year)),
      std::chrono::month(static_cast<unsigned>(month - kMonths.begin()) + 1),
      std::chrono::day(*day)};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  const Duration time = std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(*hour) +
                        std::chrono::minutes(*minute) + std::chrono::seconds(*second);
  return UtcTime(time.count());
}

}  // namespace

std::optional<Duration> delay_after(std::uint32_t failed_attempts) {
  if (failed_attempts == 0) return Duration(0);
  if (failed_attempts > kDelays.size()) return std::nullopt;
  return kDelays[failed_attempts - 1];
}

Duration with_jitter(Duration delay, RandomSource& random) {
  std::array<std::uint8_t, 2> bytes{};
  random.fill(bytes);
  const std::int64_t drawn = bytes[0] << 8 | bytes[1];
  return delay + delay / kJitterPart / 0xffff * drawn;
}

Duration with_longest_jitter(Duration delay) { return delay + delay / kJitterPart; }

Duration pause_after(std::uint32_t times) {
  const std::uint32_t doublings = std::min(std::max(times, 1U) - 1, kDoublingsMax);
  return std::min(kPauseMin * (1 << doublings), kPauseMax);
}

std::optional<Duration> parse_retry_after(std::string_view value, UtcTime now) {
  constexpr std::size_t kDigitsMax = 18;
  const Duration longest = kRetryAfterMax;
  if (!value.empty() && value.size() <= kDigitsMax && std::ranges::all_of(value, is_digit)) {
    std::int64_t seconds = 0;
    std::from_chars(value.data(), value.data() + value.size(), seconds);
    return std::min<Duration>(
        std::chrono::seconds(std::min<std::int64_t>(
            seconds, std::chrono::duration_cast<std::chrono::seconds>(longest).count())),
        longest);
  }
  const auto date = parse_date(value);
  if (!date) return std::nullopt;
  return std::clamp(*date - now, Duration(0), longest);
}

}  // namespace countersign::http
