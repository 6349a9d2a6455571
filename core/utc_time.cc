#include "core/utc_time.h"

#include <fmt/format.h>

namespace countersign {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

struct Civil {
  year_month_day date;
  Duration time_of_day;
};

Civil civil(UtcTime time) {
  const std::chrono::sys_time<Duration> point{Duration(time.value())};
  const auto day = std::chrono::floor<days>(point);
  return {year_month_day(day), point - day};
}

int year_number(const year_month_day& date) { return static_cast<int>(date.year()); }
unsigned month_number(const year_month_day& date) { return static_cast<unsigned>(date.month()); }
unsigned day_number(const year_month_day& date) { return static_cast<unsigned>(date.day()); }

// Reads numbers in decimal digits; good() tells afterwards whether all of them were digits.
class Digits {
 public:
  explicit Digits(std::string_view text) : text_(text) {}

  template <std::size_t kCount>
  unsigned at(std::size_t first) {
    unsigned value = 0;
    for (std::size_t i = first; i < first + kCount; ++i) {
      const unsigned digit = static_cast<std::uint8_t>(text_[i]) - unsigned{'0'};
      bad_ |= digit > 9;
      value = value * 10 + digit;
    }
    return value;
  }
  bool good() const { return !bad_; }

 private:
  std::string_view text_;
  bool bad_ = false;
};

// Writes the last kCount digits of a number in place.
template <std::size_t kCount>
void put_digits(std::string& text, std::size_t first, std::uint64_t value) {
  for (std::size_t i = first + kCount; i-- > first; value /= 10) {
    text[i] = static_cast<char>('0' + value % 10);
  }
}

// Fast path for years of four digits: a log has no others, and this runs many times a second.
std::string plain_text(const year_month_day& date, Duration time_of_day) {
  const auto us = static_cast<std::uint64_t>(time_of_day.count());
  const std::uint64_t seconds = us / 1'000'000;
  std::string text = "0000-00-00T00:00:00.000000Z";
  put_digits<4>(text, 0, static_cast<std::uint64_t>(year_number(date)));
  put_digits<2>(text, 5, month_number(date));
  put_digits<2>(text, 8, day_number(date));
  put_digits<2>(text, 11, seconds / 3600);
  put_digits<2>(text, 14, seconds / 60 % 60);
  put_digits<2>(text, 17, seconds % 60);
  put_digits<6>(text, 20, us % 1'000'000);
  return text;
}

}  // namespace

std::string to_string(UtcTime time) {
  const auto [date, time_of_day] = civil(time);
  const int year = year_number(date);
  if (year >= 0 && year <= 9999) return plain_text(date, time_of_day);
  const std::chrono::hh_mm_ss<Duration> clock(time_of_day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z",
                     year,
                     month_number(date),
                     day_number(date),
                     clock.hours().count(),
                     clock.minutes().count(),
                     clock.seconds().count(),
                     clock.subseconds().count());
}

std::optional<UtcTime> parse_utc_time(std::string_view text) {
  constexpr std::size_t kWhole = 20;       // 2026-11-21T05:00:00Z
  constexpr std::size_t kFractional = 27;  // 2026-11-21T05:00:00.000123Z
  if (text.size() != kWhole && text.size() != kFractional) return std::nullopt;
  if (text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':' ||
      text.back() != 'Z') {
    return std::nullopt;
  }
  Digits digits(text);
  const unsigned year = digits.at<4>(0);
  const unsigned month = digits.at<2>(5);
  const unsigned day = digits.at<2>(8);
  const unsigned hour = digits.at<2>(11);
  const unsigned minute = digits.at<2>(14);
  const unsigned second = digits.at<2>(17);
  unsigned micros = 0;
  if (text.size() == kFractional) {
    if (text[19] != '.') return std::nullopt;
    micros = digits.at<6>(20);
  }
  if (!digits.good() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const year_month_day date{
      std::chrono::year(static_cast<int>(year)), std::chrono::month(month), std::chrono::day(day)};
  if (!date.ok()) return std::nullopt;
  const Duration since_epoch = sys_days(date).time_since_epoch() + std::chrono::hours(hour) +
                               std::chrono::minutes(minute) + std::chrono::seconds(second) +
                               Duration(micros);
  return UtcTime(since_epoch.count());
}

std::string month_of(UtcTime time) {
  const auto date = civil(time).date;
  return fmt::format("{:04}-{:02}", year_number(date), month_number(date));
}

std::string day_of(UtcTime time) {
  const auto date = civil(time).date;
  return fmt::format("{:04}{:02}{:02}", year_number(date), month_number(date), day_number(date));
}

UtcTime next_month(UtcTime time) {
  const auto date = civil(time).date;
  const year_month_day first =
      std::chrono::year_month(date.year(), date.month()) / std::chrono::day(1);
  const sys_days next{first + std::chrono::months(1)};
  return UtcTime(std::chrono::duration_cast<Duration>(next.time_since_epoch()).count());
}

}  // namespace countersign
