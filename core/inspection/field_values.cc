#include "core/inspection/field_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/ascii.h"

namespace countersign {
namespace {

// Whether the text has the form YYYY-MM-DD.
bool is_date_text(const std::string& text) {
  constexpr std::string_view kForm = "0000-00-00";
  return std::ranges::equal(
      text, kForm, [](char c, char form) { return form == '-' ? c == '-' : is_digit(c); });
}

}  // namespace

bool FieldValues::has_any() const { return *this != FieldValues{}; }

std::string date_text(std::chrono::year_month_day date) {
  const int year = static_cast<int>(date.year());
  if (year < 0 || year > 9999) return {};
  return fmt::format("{:04}-{:02}-{:02}",
                     year,
                     static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

bool is_field_text(const std::string& text) {
  return text.size() <= kFieldValueMax &&
         std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

bool are_sound(const FieldValues& values) {
  const auto& [number, birth, expiry, surname, given] = values;
  const auto may_be_date = [](const std::string& text) {
    return text.empty() || is_date_text(text);
  };
  return values.has_any() && is_field_text(number) && is_field_text(surname) &&
         is_field_text(given) && may_be_date(birth) && may_be_date(expiry);
}

bool are_sound_of_print(const FieldValues& values) {
  return are_sound(values) && values.surname.empty() && values.given_names.empty() &&
         std::ranges::all_of(values.document_number, is_letter_or_digit);
}

}  // namespace countersign
