#include "core/inspection/mrz/mrz_dates.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/ascii.h"

namespace countersign {
namespace {

using std::chrono::day;
using std::chrono::days;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr int kYearsBack = 50;  // start of the window of expiry years
constexpr std::chrono::hours kLastZone{12};

std::chrono::sys_time<Duration> point_of(UtcTime now) {
  return std::chrono::sys_time<Duration>(Duration(now.value()));
}
year_month_day today_of(UtcTime now) { return {std::chrono::floor<days>(point_of(now))}; }

std::optional<unsigned> two_digits(std::string_view text) {
  if (!is_digit(text[0]) || !is_digit(text[1])) return std::nullopt;
  return static_cast<unsigned>(text[0] - '0') * 10 + static_cast<unsigned>(text[1] - '0');
}

bool is_unknown(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '<'; });
}

year_month_day date(int in_year, unsigned in_month, unsigned on_day) {
  return {year(in_year), month(in_month), day(on_day)};
}

// Takes an unknown month or day for the first. Returns nullopt if another part is not a number.
std::optional<year_month_day> birth_date(std::string_view yymmdd, UtcTime now) {
  const std::string_view month_text = yymmdd.substr(2, 2);
  const std::string_view day_text = yymmdd.substr(4, 2);
  const auto yy = two_digits(yymmdd);
  const auto mm = is_unknown(month_text) ? 1U : two_digits(month_text);
  const auto dd = is_unknown(day_text) ? 1U : two_digits(day_text);
  if (!yy || !mm || !dd) return std::nullopt;
  const year_month_day today = today_of(now);
  const int this_century = static_cast<int>(today.year()) / 100 * 100;
  const int candidate = this_century + static_cast<int>(*yy);
  // The comparison with today does not need a valid date: 29 February of a year without one is
  // compared as it stands.
  const bool after_today = date(candidate, *mm, *dd) > today;
  return date(after_today ? candidate - 100 : candidate, *mm, *dd);
}

}  // namespace

bool sound_birth_date(std::string_view yymmdd, UtcTime now) {
  if (is_unknown(yymmdd)) return true;
  if (is_unknown(yymmdd.substr(2, 2)) && !is_unknown(yymmdd.substr(4, 2))) return false;
  const auto day = birth_date(yymmdd, now);
  return day && day->ok();
}

std::string birth_text(std::string_view yymmdd, UtcTime now) {
  const auto day = birth_date(yymmdd, now);
  if (is_unknown(yymmdd) || !day) return {};
  std::string text = fmt::format("{:04}", static_cast<int>(day->year()));
  if (is_unknown(yymmdd.substr(2, 2))) return text;
  text += fmt::format("-{:02}", static_cast<unsigned>(day->month()));
  if (is_unknown(yymmdd.substr(4, 2))) return text;
  return text + fmt::format("-{:02}", static_cast<unsigned>(day->day()));
}

std::optional<sys_days> birth_day(std::string_view yymmdd, UtcTime now) {
  if (yymmdd.find('<') != std::string_view::npos) return std::nullopt;
  const auto found = birth_date(yymmdd, now);
  if (!found || !found->ok()) return std::nullopt;
  return sys_days(*found);
}

std::optional<sys_days> expiry_day(std::string_view yymmdd, UtcTime now) {
  const auto yy = two_digits(yymmdd);
  const auto mm = two_digits(yymmdd.substr(2, 2));
  const auto dd = two_digits(yymmdd.substr(4, 2));
  if (!yy || !mm || !dd) return std::nullopt;
  const int first = static_cast<int>(today_of(now).year()) - kYearsBack;
  const int in_year = first + (static_cast<int>(*yy) - first % 100 + 100) % 100;
  const year_month_day found = date(in_year, *mm, *dd);
  if (!found.ok()) return std::nullopt;
  return sys_days(found);
}

bool expiry_left_out(std::string_view yymmdd) { return is_unknown(yymmdd); }

bool expired(sys_days last_day, UtcTime now) {
  return point_of(now) >= last_day + days(1) + kLastZone;
}

}  // namespace countersign
