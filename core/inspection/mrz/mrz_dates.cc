#include "core/inspection/mrz/mrz_dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace countersign {
namespace {

using std::chrono::day;
using std::chrono::days;
using std::chrono::month;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr int kExpiryYearsBack = 49;         // start of the window of expiry years
constexpr std::chrono::hours kLastZone{12};  // behind UTC: where a day ends last
// 1 January, 9 September and 31 December 9999, and a date that does not exist.
constexpr std::array<std::string_view, 4> kNever = {"990101", "990909", "991231", "999999"};
constexpr unsigned kNeverYear = 99;  // without a month

std::chrono::sys_time<Duration> point_of(UtcTime now) {
  return std::chrono::sys_time<Duration>(Duration(now.value()));
}
year_month_day today_of(UtcTime now) { return {std::chrono::floor<days>(point_of(now))}; }

std::optional<unsigned> two_digits(std::string_view text) {
  if (!is_digit(text[0]) || !is_digit(text[1])) return std::nullopt;
  return static_cast<unsigned>(text[0] - '0') * 10 + static_cast<unsigned>(text[1] - '0');
}

bool is_left_out(std::string_view text) { return text == "<<" || text == "XX"; }
// No month and no day is 0.
bool is_unknown(std::string_view text) { return is_left_out(text) || text == "00"; }

year_month_day date(int in_year, unsigned in_month, unsigned on_day) {
  return {year(in_year), month(in_month), day(on_day)};
}

// A month and a day of 0 are unknown; so is a day of an unknown month.
struct Parts {
  unsigned year = 0;  // of a century
  unsigned month = 0;
  unsigned day = 0;
};

// Returns nullopt if the year is unknown, or if a part is neither a number nor unknown.
std::optional<Parts> parts_of(std::string_view yymmdd) {
  const std::string_view mm = yymmdd.substr(2, 2);
  const std::string_view dd = yymmdd.substr(4, 2);
  const auto in_year = two_digits(yymmdd);
  const auto in_month = is_unknown(mm) ? 0U : two_digits(mm);
  const auto on_day = is_unknown(dd) ? 0U : two_digits(dd);
  if (!in_year || !in_month || !on_day) return std::nullopt;
  return Parts{*in_year, *in_month, *in_month == 0 ? 0 : *on_day};
}

// The first day that the date can be. Not ok() if no day is.
year_month_day first_of(const Parts& parts, int in_year) {
  return date(in_year, std::max(parts.month, 1U), std::max(parts.day, 1U));
}

// A month and a day of no known year tell nothing.
bool is_all_unknown(std::string_view yymmdd) {
  if (yymmdd == "000000") return true;
  if (!is_left_out(yymmdd.substr(0, 2))) return false;
  constexpr int kLeapYear = 2000;  // has every day that a year can have
  const auto parts = parts_of("00" + std::string(yymmdd.substr(2)));
  return parts && first_of(*parts, kLeapYear).ok();
}

int birth_year(const Parts& parts, UtcTime now) {
  const year_month_day today = today_of(now);
  const int this_century = static_cast<int>(today.year()) / 100 * 100;
  const int candidate = this_century + static_cast<int>(parts.year);
  // The comparison with today does not need a valid date: 29 February of a year without one is
  // compared as it stands.
  return first_of(parts, candidate) > today ? candidate - 100 : candidate;
}

int expiry_year(const Parts& parts, UtcTime now) {
  const int first = static_cast<int>(today_of(now).year()) - kExpiryYearsBack;
  return first + (static_cast<int>(parts.year) - first % 100 + 100) % 100;
}

std::string text_of(const Parts& parts, int in_year) {
  std::string text = fmt::format("{:04}", in_year);
  if (parts.month == 0) return text;
  text += fmt::format("-{:02}", parts.month);
  return parts.day == 0 ? text : text + fmt::format("-{:02}", parts.day);
}

std::optional<sys_days> whole_day(const Parts& parts, int in_year) {
  const year_month_day found = date(in_year, parts.month, parts.day);
  if (!found.ok()) return std::nullopt;
  return sys_days(found);
}

}  // namespace

bool sound_birth_date(std::string_view yymmdd, UtcTime now) {
  if (is_all_unknown(yymmdd)) return true;
  const auto parts = parts_of(yymmdd);
  return parts && first_of(*parts, birth_year(*parts, now)).ok();
}

std::string birth_text(std::string_view yymmdd, UtcTime now) {
  const auto parts = parts_of(yymmdd);
  if (is_all_unknown(yymmdd) || !parts) return {};
  return text_of(*parts, birth_year(*parts, now));
}

std::optional<sys_days> birth_day(std::string_view yymmdd, UtcTime now) {
  const auto parts = parts_of(yymmdd);
  if (!parts) return std::nullopt;
  return whole_day(*parts, birth_year(*parts, now));
}

bool expiry_not_stated(std::string_view yymmdd) {
  if (is_all_unknown(yymmdd) || std::ranges::find(kNever, yymmdd) != kNever.end()) return true;
  const auto parts = parts_of(yymmdd);
  return parts && parts->year == kNeverYear && parts->month == 0;
}

bool sound_expiry_date(std::string_view yymmdd, UtcTime now) {
  return expiry_not_stated(yymmdd) || last_possible_day(yymmdd, now);
}

std::string expiry_text(std::string_view yymmdd, UtcTime now) {
  const auto parts = parts_of(yymmdd);
  if (expiry_not_stated(yymmdd) || !parts) return {};
  return text_of(*parts, expiry_year(*parts, now));
}

std::optional<sys_days> expiry_day(std::string_view yymmdd, UtcTime now) {
  const auto parts = parts_of(yymmdd);
  if (expiry_not_stated(yymmdd) || !parts) return std::nullopt;
  return whole_day(*parts, expiry_year(*parts, now));
}

std::optional<sys_days> last_possible_day(std::string_view yymmdd, UtcTime now) {
  const auto parts = parts_of(yymmdd);
  if (expiry_not_stated(yymmdd) || !parts) return std::nullopt;
  const year in_year(expiry_year(*parts, now));
  if (parts->day != 0) return whole_day(*parts, static_cast<int>(in_year));
  const month last_month(parts->month == 0 ? 12U : parts->month);
  if (!last_month.ok()) return std::nullopt;
  return sys_days(in_year / last_month / std::chrono::last);
}

bool expired(sys_days last_day, UtcTime now) {
  return point_of(now) >= last_day + days(1) + kLastZone;
}

}  // namespace countersign
