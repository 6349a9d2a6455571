#include "core/inspection/mrz/mrz_values.h"

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

// The place of a field without a check digit: line, first character, length.
struct Place {
  std::size_t line;
  std::size_t first;
  std::size_t length;
};
std::string_view at(const std::vector<std::string>& lines, const Place& place) {
  return std::string_view(lines[place.line]).substr(place.first, place.length);
}

// The places of one format. A length of 0: the format has no such field, or given names follow the
// surname.
struct Unguarded {
  Place nationality;
  Place sex;
  Place names;
  Place given_names;
};
Unguarded unguarded_of(MrzFormat format) {
  switch (format) {
    case MrzFormat::Td1:
      return {{1, 15, 3}, {1, 7, 1}, {2, 0, 30}, {}};
    case MrzFormat::FrenchCard:
      return {{}, {1, 34, 1}, {0, 5, 25}, {1, 13, 14}};
    case MrzFormat::Td2:
    case MrzFormat::MrvB:
      return {{1, 10, 3}, {1, 20, 1}, {0, 5, 31}, {}};
    case MrzFormat::Td3:
    case MrzFormat::MrvA:
      break;
  }
  return {{1, 10, 3}, {1, 20, 1}, {0, 5, 39}, {}};
}

}  // namespace

MrzValues mrz_values(const std::vector<std::string>& lines, const Mrz& mrz, UtcTime now) {
  MrzValues values;
  values.document_code = readable(at(lines, {0, 0, 2}));
  values.issuer = readable(at(lines, {0, 2, 3}));
  values.document_number = mrz.document_number;
  values.birth_date = birth_text(mrz.birth_date, now);
  values.expiry_date = expiry_text(mrz.expiry_date, now);
  const Unguarded places = unguarded_of(mrz.format);
  if (places.nationality.length > 0) values.nationality = readable(at(lines, places.nationality));
  values.sex = readable(at(lines, places.sex));
  const std::string_view names = at(lines, places.names);
  const std::size_t between = places.given_names.length > 0 ? names.size() : names.find("<<");
  values.surname = readable(names.substr(0, between));
  if (places.given_names.length > 0) {
    values.given_names = readable(at(lines, places.given_names));
  } else if (between != std::string_view::npos) {
    values.given_names = readable(names.substr(between));
  }
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
