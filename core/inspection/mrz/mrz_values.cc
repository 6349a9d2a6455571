#include "core/inspection/mrz/mrz_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/ascii.h"
#include "core/inspection/mrz/mrz_dates.h"

namespace countersign {
namespace {

constexpr char kFiller = '<';

std::string readable(std::string_view field) {
  const std::size_t first = field.find_first_not_of(kFiller);
  if (first == std::string_view::npos) return {};
  const std::size_t last = field.find_last_not_of(kFiller);
  std::string text(field.substr(first, last - first + 1));
  std::ranges::replace(text, kFiller, ' ');
  return text;
}

std::string day_text(std::chrono::sys_days day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}",
                     static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

// The place of a field without a check digit: line, first character, length.
struct Place {
  std::size_t line;
  std::size_t first;
  std::size_t length;
};
std::string_view at(const std::vector<std::string>& lines, const Place& place) {
  return std::string_view(lines[place.line]).substr(place.first, place.length);
}

}  // namespace

MrzValues mrz_values(const std::vector<std::string>& lines, const Mrz& mrz, UtcTime now) {
  const bool td1 = mrz.format == MrzFormat::Td1;
  const std::string_view names =
      td1 ? std::string_view(lines[2]) : std::string_view(lines[0]).substr(5);
  const std::size_t between = names.find("<<");
  MrzValues values;
  values.document_code = readable(at(lines, {0, 0, 2}));
  values.issuer = readable(at(lines, {0, 2, 3}));
  values.document_number = mrz.document_number;
  values.birth_date = birth_text(mrz.birth_date, now);
  if (const auto last_day = expiry_day(mrz.expiry_date, now)) {
    values.expiry_date = day_text(*last_day);
  }
  values.nationality = readable(at(lines, td1 ? Place{1, 15, 3} : Place{1, 10, 3}));
  values.sex = readable(at(lines, td1 ? Place{1, 7, 1} : Place{1, 20, 1}));
  values.surname = readable(names.substr(0, between));
  if (between != std::string_view::npos) values.given_names = readable(names.substr(between));
  return values;
}

bool are_sound(const MrzValues& values) {
  constexpr std::size_t kLongest = 40;  // a name in a TD3
  const auto sound = [](const std::string& text) {
    return text.size() <= kLongest && std::ranges::all_of(text, [](char c) {
             return (c >= 'A' && c <= 'Z') || is_digit(c) || c == ' ' || c == '-' || c == kFiller;
           });
  };
  const auto& [code, issuer, number, birth, expiry, nationality, sex, surname, given] = values;
  return sound(code) && sound(issuer) && sound(number) && sound(birth) && sound(expiry) &&
         sound(nationality) && sound(sex) && sound(surname) && sound(given);
}

}  // namespace countersign
