#include "core/inspection/barcode/aamva.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace countersign {
namespace {

constexpr std::string_view kCompliance = "@\n\x1e\r";
// The second one is on cards from before 2003.
constexpr std::array<std::string_view, 2> kFileTypes = {"ANSI ", "AAMVA"};
constexpr std::size_t kIssuerDigits = 6;
constexpr std::size_t kElementId = 3;
constexpr std::size_t kSubfileId = 2;
constexpr std::string_view kSeparators = "\n\r";

bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::size_t leading_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

std::optional<AamvaType> type_of(std::string_view subfile) {
  if (subfile == "DL" || subfile == "EN") return AamvaType::DriverLicense;
  if (subfile == "ID") return AamvaType::IdentificationCard;
  return std::nullopt;
}

// A subfile's first element follows the subfile's two-letter name without a separator.
std::string_view value_of(std::string_view element, std::string_view id) {
  if (element.substr(0, kElementId) == id) return element.substr(kElementId);
  if (element.size() > kSubfileId && type_of(element.substr(0, kSubfileId)) &&
      element.substr(kSubfileId, kElementId) == id) {
    return element.substr(kSubfileId + kElementId);
  }
  return {};
}

std::string_view find_element(std::string_view text, std::string_view id) {
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(kSeparators);
    if (const auto value = value_of(text.substr(0, end), id); !value.empty()) return value;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return {};
}

unsigned number_of(std::string_view digits) {
  unsigned number = 0;
  for (const char c : digits) number = number * 10 + static_cast<unsigned>(c - '0');
  return number;
}

}  // namespace

std::optional<AamvaCard> parse_aamva(std::string_view bytes) {
  if (!take(bytes, kCompliance)) return std::nullopt;
  if (!take(bytes, kFileTypes[0]) && !take(bytes, kFileTypes[1])) return std::nullopt;
  // The issuer, the versions and the subfile count. The versions take two or four digits.
  const std::size_t digits = leading_digits(bytes);
  if (digits < kIssuerDigits) return std::nullopt;
  bytes.remove_prefix(digits);
  if (bytes.size() < kSubfileId) return std::nullopt;
  AamvaCard card;
  card.type = type_of(bytes.substr(0, kSubfileId));
  // The first line also has the designators, and in some versions the start of the first subfile.
  const std::size_t designator = kSubfileId + 8;
  bytes.remove_prefix(std::min(designator, bytes.size()));
  while (type_of(bytes.substr(0, kSubfileId)) && leading_digits(bytes.substr(kSubfileId)) >= 8) {
    bytes.remove_prefix(designator);
  }
  card.expiry_date = find_element(bytes, "DBA");
  card.birth_date = find_element(bytes, "DBB");
  card.document_number = find_element(bytes, "DAQ");
  return card;
}

std::optional<std::chrono::sys_days> aamva_day(std::string_view text) {
  if (text.size() != 8 || leading_digits(text) != 8) return std::nullopt;
  const bool year_first = number_of(text.substr(0, 2)) > 12;
  const std::string_view month_and_day = year_first ? text.substr(4) : text.substr(0, 4);
  const unsigned year = number_of(year_first ? text.substr(0, 4) : text.substr(4));
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(year)),
                                        std::chrono::month(number_of(month_and_day.substr(0, 2))),
                                        std::chrono::day(number_of(month_and_day.substr(2)))};
  if (!day.ok()) return std::nullopt;
  return std::chrono::sys_days(day);
}

}  // namespace countersign
