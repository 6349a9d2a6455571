#include "core/inspection/mrz/mrz.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace countersign {
namespace {

constexpr char kFiller = '<';

bool is_letter(char c) { return c >= 'A' && c <= 'Z'; }

bool blank(std::string_view text) {
  return text.find_first_not_of(kFiller) == std::string_view::npos;
}

std::string_view without_fillers(std::string_view text) {
  const std::size_t last = text.find_last_not_of(kFiller);
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

bool guards(std::string_view text, char digit) { return mrz_check_digit(text) == digit; }

// The check digit of an empty field may be left out.
bool guards_or_left_out(std::string_view text, char digit) {
  return guards(text, digit) || (digit == kFiller && blank(text));
}

// The class of each place in a line, one letter per column: a letter, d digit, f digit or filler, t
// of a date, s sex, x any.
constexpr std::string_view kNames = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr std::string_view kTd1Upper = "axaaaxxxxxxxxxfxxxxxxxxxxxxxxx";
constexpr std::string_view kTd1Middle = "ttttttdsttttttdaaaxxxxxxxxxxxd";
constexpr std::string_view kTd2Lower = "xxxxxxxxxfaaattttttdsttttttdxxxxxxxd";
constexpr std::string_view kFrenchUpper = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaxxxxxx";
constexpr std::string_view kFrenchLower = "xxxxxxxxxxxxdaaaaaaaaaaaaaattttttdsd";
constexpr std::string_view kTd3Lower = "xxxxxxxxxfaaattttttdsttttttdxxxxxxxxxxxxxxfd";
constexpr std::string_view kMrvLower = "xxxxxxxxxfaaattttttdsttttttdxxxxxxxxxxxxxxxx";

std::string_view classes_of(MrzFormat format, std::size_t line) {
  if (format == MrzFormat::Td1) {
    if (line == 0) return kTd1Upper;
    return line == 1 ? kTd1Middle : kNames;
  }
  if (format == MrzFormat::FrenchCard) return line == 0 ? kFrenchUpper : kFrenchLower;
  if (line == 0) return kNames;
  if (format == MrzFormat::Td3) return kTd3Lower;
  return format == MrzFormat::Td2 ? kTd2Lower : kMrvLower;
}

bool has_classes(MrzFormat format, const std::vector<std::string>& lines) {
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t column = 0; column < lines[line].size(); ++column) {
      if (!mrz_allows(mrz_class(format, line, column), lines[line][column])) return false;
    }
  }
  return true;
}

// A number of more than nine characters continues in the optional data, followed by its check digit
// (part 5, 4.2.4; part 6, 4.2.4).
struct Number {
  std::string text;
  bool guarded = false;
};
Number number_of(std::string_view field, char digit, std::string_view optional) {
  const std::string_view rest = without_fillers(optional.substr(0, optional.find(kFiller)));
  if (digit != kFiller || field.find(kFiller) != std::string_view::npos || rest.size() < 2) {
    return {std::string(without_fillers(field)), guards_or_left_out(field, digit)};
  }
  std::string text(field);
  text += rest.substr(0, rest.size() - 1);
  const bool guarded = guards(text, rest.back());
  return {std::move(text), guarded};
}

Mrz parse_td1(const std::vector<std::string>& lines) {
  const std::string_view upper = lines[0];
  const std::string_view middle = lines[1];
  Mrz mrz;
  mrz.format = MrzFormat::Td1;
  mrz.document_code = upper[0];
  Number number = number_of(upper.substr(5, 9), upper[14], upper.substr(15));
  mrz.document_number = std::move(number.text);
  mrz.birth_date = middle.substr(0, 6);
  mrz.expiry_date = middle.substr(8, 6);
  if (!number.guarded) mrz.wrong.push_back(MrzField::DocumentNumber);
  if (!guards(mrz.birth_date, middle[6])) mrz.wrong.push_back(MrzField::BirthDate);
  if (!guards(mrz.expiry_date, middle[14])) mrz.wrong.push_back(MrzField::ExpiryDate);
  std::string all(upper.substr(5));
  all += middle.substr(0, 7);
  all += middle.substr(8, 7);
  all += middle.substr(18, 11);
  if (!guards(all, middle[29])) mrz.wrong.push_back(MrzField::All);
  return mrz;
}

Mrz parse_two_lines(MrzFormat format, const std::vector<std::string>& lines) {
  const std::string_view lower = lines[1];
  Mrz mrz;
  mrz.format = format;
  mrz.document_code = lines[0][0];
  // Among the two-line formats, only the number of a TD2 overflows into the optional data.
  const std::string_view spill =
      format == MrzFormat::Td2 ? lower.substr(28, 7) : std::string_view();
  Number number = number_of(lower.substr(0, 9), lower[9], spill);
  mrz.document_number = std::move(number.text);
  mrz.birth_date = lower.substr(13, 6);
  mrz.expiry_date = lower.substr(21, 6);
  if (!number.guarded) mrz.wrong.push_back(MrzField::DocumentNumber);
  if (!guards(mrz.birth_date, lower[19])) mrz.wrong.push_back(MrzField::BirthDate);
  if (!guards(mrz.expiry_date, lower[27])) mrz.wrong.push_back(MrzField::ExpiryDate);
  if (format == MrzFormat::Td3 && !guards_or_left_out(lower.substr(28, 14), lower[42])) {
    mrz.wrong.push_back(MrzField::OptionalData);
  }
  if (format == MrzFormat::Td3 || format == MrzFormat::Td2) {
    std::string all(lower.substr(0, 10));
    all += lower.substr(13, 7);
    all += lower.substr(21, lower.size() - 22);
    if (!guards(all, lower.back())) mrz.wrong.push_back(MrzField::All);
  }
  return mrz;
}

// The number, then the given names, the date of birth and the sex; no expiry.
Mrz parse_french_card(const std::vector<std::string>& lines) {
  const std::string_view lower = lines[1];
  Mrz mrz;
  mrz.format = MrzFormat::FrenchCard;
  mrz.document_code = lines[0][0];
  mrz.document_number = without_fillers(lower.substr(0, 12));
  mrz.birth_date = lower.substr(27, 6);
  mrz.expiry_date = std::string(6, kFiller);
  if (!guards(lower.substr(0, 12), lower[12])) mrz.wrong.push_back(MrzField::DocumentNumber);
  if (!guards(mrz.birth_date, lower[33])) mrz.wrong.push_back(MrzField::BirthDate);
  std::string all = lines[0];
  all += lower.substr(0, 35);
  if (!guards(all, lower[35])) mrz.wrong.push_back(MrzField::All);
  return mrz;
}

Mrz fields_of(MrzFormat format, const std::vector<std::string>& lines) {
  if (format == MrzFormat::Td1) return parse_td1(lines);
  if (format == MrzFormat::FrenchCard) return parse_french_card(lines);
  return parse_two_lines(format, lines);
}

Mrz parse(MrzFormat format, const std::vector<std::string>& lines) {
  Mrz mrz = fields_of(format, lines);
  const auto is_wrong = std::ranges::find(mrz.wrong, MrzField::DocumentNumber) != mrz.wrong.end();
  if (mrz.document_number.empty() && !is_wrong) {
    mrz.wrong.insert(mrz.wrong.begin(), MrzField::DocumentNumber);
  }
  return mrz;
}

}  // namespace

char mrz_check_digit(std::string_view text) {
  constexpr std::array<int, 3> kWeights = {7, 3, 1};  // part 3, section 4.9
  int sum = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    int value = 0;  // of the filler
    if (is_digit(text[i])) value = text[i] - '0';
    if (is_letter(text[i])) value = text[i] - 'A' + 10;
    sum += value * kWeights[i % kWeights.size()];
  }
  return static_cast<char>('0' + sum % 10);
}

MrzFormat format_of(const MrzLayout& layout, std::string_view beginning) {
  if (layout == kThreeLinesOf30) return MrzFormat::Td1;
  const bool visa = beginning.starts_with('V');
  if (layout == kTwoLinesOf44) return visa ? MrzFormat::MrvA : MrzFormat::Td3;
  if (beginning.starts_with("IDFRA")) return MrzFormat::FrenchCard;
  return visa ? MrzFormat::MrvB : MrzFormat::Td2;
}

bool is_document_code(const MrzLayout& layout, char letter) {
  if (layout == kTwoLinesOf44) return letter == 'P' || letter == 'V';
  const bool card = letter == 'A' || letter == 'C' || letter == 'I';
  return card || (letter == 'V' && layout == kTwoLinesOf36);
}

MrzClass mrz_class(MrzFormat format, std::size_t line, std::size_t column) {
  switch (classes_of(format, line)[column]) {
    case 'a':
      return MrzClass::Letter;
    case 'd':
      return MrzClass::Digit;
    case 'f':
      return MrzClass::DigitOrFiller;
    case 't':
      return MrzClass::Date;
    case 's':
      return MrzClass::Sex;
    default:
      return MrzClass::Any;
  }
}

bool mrz_allows(MrzClass place, char character) {
  const bool filler = character == kFiller;
  switch (place) {
    case MrzClass::Letter:
      return is_letter(character) || filler;
    case MrzClass::Digit:
      return is_digit(character);
    case MrzClass::DigitOrFiller:
      return is_digit(character) || filler;
    case MrzClass::Date:
      return is_digit(character) || filler || character == 'X';
    case MrzClass::Sex:
      return character == 'M' || character == 'F' || character == 'X' || filler;
    case MrzClass::Any:
      return is_letter(character) || is_digit(character) || filler;
  }
  return false;
}

std::optional<Mrz> parse_mrz(const std::vector<std::string>& lines) {
  for (const MrzLayout& layout : {kThreeLinesOf30, kTwoLinesOf36, kTwoLinesOf44}) {
    if (lines.size() != layout.lines) continue;
    const bool fits = std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.size() == layout.length;
    });
    if (!fits || !is_letter(lines[0][0])) continue;
    const MrzFormat format = format_of(layout, lines[0]);
    if (!has_classes(format, lines)) return std::nullopt;
    return parse(format, lines);
  }
  return std::nullopt;
}

}  // namespace countersign
