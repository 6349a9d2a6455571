#include "core/inspection/barcode/aamva.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace countersign {
namespace {

// The second one is on cards from before 2003.
constexpr std::array<std::string_view, 2> kFileTypes = {"ANSI", "AAMVA"};
// Before the file type stand @, LF, RS and CR. Issuers leave some out, and write others in their
// place.
constexpr std::size_t kLongestCompliance = 20;
constexpr std::size_t kIssuerDigits = 6;
constexpr std::size_t kElementId = 3;
constexpr std::size_t kSubfileId = 2;
constexpr std::size_t kPlaceDigits = 8;  // a subfile's offset and length
// The standard has LF between elements and CR after a subfile. Some readers write a bar instead.
constexpr std::string_view kSeparators = "\n\r|\x1c\x1d\x1e\x1f";
// The standard's words for an absent value, and those of issuers.
constexpr std::array<std::string_view, 4> kNoValues = {"NONE", "UNAVL", "UNAVAIL", "N/A"};

std::size_t leading_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

bool is_letter(char c) { return c >= 'A' && c <= 'Z'; }

std::optional<AamvaType> type_of(std::string_view subfile) {
  if (subfile == "DL" || subfile == "EN") return AamvaType::DriverLicense;
  if (subfile == "ID") return AamvaType::IdentificationCard;
  return std::nullopt;
}

// Whether the text begins with the name of an element, DAA to DDZ, and not of a subfile.
bool begins_element(std::string_view text) {
  return text.size() >= kElementId && text[0] == 'D' && text[1] >= 'A' && text[1] <= 'D' &&
         is_letter(text[2]);
}

// Blanks, control characters and bytes of no ASCII.
bool is_printed(char c) { return c > ' ' && c < '\x7f'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && !is_printed(text.front())) text.remove_prefix(1);
  while (!text.empty() && !is_printed(text.back())) text.remove_suffix(1);
  return text;
}

// Returns what follows the header's file type, from the issuer's number on.
std::optional<std::string_view> after_file_type(std::string_view bytes) {
  for (const std::string_view type : kFileTypes) {
    const std::size_t at = bytes.substr(0, kLongestCompliance + type.size()).find(type);
    if (at == std::string_view::npos) continue;
    std::string_view rest = bytes.substr(at + type.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (leading_digits(rest) >= kIssuerDigits) return rest;
  }
  return std::nullopt;
}

bool is_designator(std::string_view text) {
  return text.size() >= kSubfileId && is_letter(text[0]) && is_letter(text[1]) &&
         leading_digits(text.substr(kSubfileId)) >= kPlaceDigits;
}

// The elements of a card, in its subfiles' order.
class Elements {
 public:
  // `text` follows the numbers of the header. It begins with the designators of the subfiles. They
  // are in any number and order, and say wrong places. The first line may hold an element behind
  // them.
  explicit Elements(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kSeparators), text.size()));
    for (; is_designator(text); text.remove_prefix(kSubfileId + kPlaceDigits)) {
      note(text.substr(0, kSubfileId));
    }
    const std::size_t end = std::min(text.find_first_of(kSeparators), text.size());
    rest_ = text.substr(first_element(text.substr(0, end)));
  }

  std::optional<AamvaType> type() const { return type_; }

  // Returns the first value of an element; empty if it has no value.
  std::string_view value_of(std::string_view id) const {
    for (std::string_view text = rest_; !text.empty();) {
      const std::size_t end = std::min(text.find_first_of(kSeparators), text.size());
      const std::string_view value = value_in(text.substr(0, end), id);
      if (!value.empty()) return value;
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
  }

 private:
  void note(std::string_view subfile) {
    if (!type_) type_ = type_of(subfile);
  }
  // Where the first element of the first line is; where the line ends if it has none.
  std::size_t first_element(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at) {
      const std::string_view text = line.substr(at);
      const bool named = type_of(text.substr(0, kSubfileId)) && begins_element(text.substr(2));
      if (named) {
        note(text.substr(0, kSubfileId));
        return at + kSubfileId;
      }
      if (begins_element(text) && (at == 0 || !is_letter(line[at - 1]))) return at;
    }
    return line.size();
  }
  // A subfile's name stands before its first element without a separator.
  static std::string_view value_in(std::string_view line, std::string_view id) {
    std::string_view element = trimmed(line);
    while (type_of(element.substr(0, kSubfileId)) && !begins_element(element)) {
      element.remove_prefix(kSubfileId);
    }
    if (!element.starts_with(id)) return {};
    const std::string_view value = trimmed(element.substr(kElementId));
    const bool none = std::ranges::any_of(
        kNoValues, [&](std::string_view word) { return equal_ignoring_case(value, word); });
    return none ? std::string_view() : value;
  }

  std::optional<AamvaType> type_;
  std::string_view rest_;
};

std::string surname_in(const Elements& elements) {
  const std::string_view name = elements.value_of("DCS");
  return std::string(name.empty() ? elements.value_of("DAB") : name);
}

// Version 2 and 3 of the standard have one element, with commas between the names.
std::string given_names_in(const Elements& elements) {
  std::string names(elements.value_of("DCT"));
  std::ranges::replace(names, ',', ' ');
  if (!names.empty()) return names;
  names = elements.value_of("DAC");
  const std::string_view middle = elements.value_of("DAD");
  if (!names.empty() && !middle.empty()) names += ' ';
  return names.append(middle);
}

unsigned number_of(std::string_view digits) {
  unsigned number = 0;
  for (const char c : digits) number = number * 10 + static_cast<unsigned>(c - '0');
  return number;
}

}  // namespace

std::optional<AamvaCard> parse_aamva(std::string_view bytes) {
  const auto header = after_file_type(bytes);
  if (!header) return std::nullopt;
  // The issuer, the versions and the number of subfiles. The versions take two or four digits.
  const std::string_view subfiles = header->substr(leading_digits(*header));
  if (subfiles.size() < kSubfileId) return std::nullopt;
  const Elements elements(subfiles);
  return AamvaCard{.type = elements.type(),
                   .expiry_date = std::string(elements.value_of("DBA")),
                   .birth_date = std::string(elements.value_of("DBB")),
                   .document_number = std::string(elements.value_of("DAQ")),
                   .surname = surname_in(elements),
                   .given_names = given_names_in(elements)};
}

std::optional<std::chrono::sys_days> aamva_day(std::string_view text) {
  constexpr std::size_t kDigits = 8;             // MMDDCCYY or CCYYMMDD
  constexpr std::size_t kLongest = 2 * kDigits;  // with a separator behind each
  constexpr unsigned kNever = 9999;              // the year of a card that does not expire
  if (text.size() > kLongest) return std::nullopt;
  std::string digits;
  for (const char c : text) {
    if (is_digit(c))
      digits += c;
    else if (std::string_view("-/. ").find(c) == std::string_view::npos)
      return std::nullopt;
  }
  if (digits.size() != kDigits) return std::nullopt;
  const std::string_view date = digits;
  const bool year_first = number_of(date.substr(0, 2)) > 12;
  const std::string_view month_and_day = year_first ? date.substr(4) : date.substr(0, 4);
  const unsigned year = number_of(year_first ? date.substr(0, 4) : date.substr(4));
  const std::chrono::year_month_day day{std::chrono::year(static_cast<int>(year)),
                                        std::chrono::month(number_of(month_and_day.substr(0, 2))),
                                        std::chrono::day(number_of(month_and_day.substr(2)))};
  if (year == kNever || !day.ok()) return std::nullopt;
  return std::chrono::sys_days(day);
}

}  // namespace countersign
