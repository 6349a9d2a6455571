#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace countersign {

// The machine-readable zone of a travel document, by ICAO Doc 9303 (eighth edition, 2021): part 3
// for characters and check digits, part 5 for TD1, part 6 for TD2, part 4 for TD3, part 7 for the
// visas MRV-A and MRV-B. Beside these, the zone of the French identity cards that were issued until
// 2021, which has a TD2's size and fields of its own (decree 55-1397; two lines of 36, of which the
// first begins with IDFRA). Pure functions.
//
// These types hold personal data. It is examined and then discarded: no log line, event, hint or
// error text may contain any of it.

enum class MrzFormat : std::uint8_t { Td1, Td2, Td3, MrvA, MrvB, FrenchCard };

// The number of lines and of characters in each. TD2, MRV-B and the French card have the same
// layout, and so have TD3 and MRV-A: the code at the beginning distinguishes them.
struct MrzLayout {
  std::size_t lines = 0;
  std::size_t length = 0;
  bool operator==(const MrzLayout&) const = default;
};
inline constexpr MrzLayout kThreeLinesOf30 = {3, 30};  // TD1: part 5
inline constexpr MrzLayout kTwoLinesOf36 = {2, 36};    // TD2: part 6; MRV-B: part 7
inline constexpr MrzLayout kTwoLinesOf44 = {2, 44};    // TD3: part 4; MRV-A: part 7
// The document's code and the issuing state, which decide the format.
inline constexpr std::size_t kCodeLength = 5;
// The format of lines that begin like this; fewer characters than kCodeLength decide for the
// commonest. REQUIRES: one of the three layouts.
MrzFormat format_of(const MrzLayout& layout, std::string_view beginning);
// Whether the documents of a layout may have this first letter, by ICAO Doc 9303: P and V on a
// page, A, C and I on a card, V on a small visa.
bool is_document_code(const MrzLayout& layout, char letter);

// The fields that a check digit guards.
enum class MrzField : std::uint8_t { DocumentNumber, BirthDate, ExpiryDate, OptionalData, All };

struct Mrz {
  MrzFormat format = MrzFormat::Td3;
  char document_code = '<';     // first letter: P is a passport, V a visa, A, C and I a card
  std::string document_number;  // whole, with any overflow in the optional data; without fillers
  std::string birth_date;       // YYMMDD as written, with fillers, 00 or XX where unknown
  std::string expiry_date;      // the same; fillers where the format has none
  // The fields whose check digit is wrong. So is a number without characters, whose digit 0 would
  // be right: every document has a number (part 3, section 5).
  std::vector<MrzField> wrong;
};

// Splits the lines into fields and verifies every check digit. Returns nullopt if they have none of
// the formats: another number of lines or characters, or a character that its field cannot
// have. Corrects nothing: the check digits, modulo 10, are too weak to prove which of several
// characters was misread.
std::optional<Mrz> parse_mrz(const std::vector<std::string>& lines);

// The characters allowed at one place.
enum class MrzClass : std::uint8_t {
  Letter,         // A to Z and the filler
  Digit,          // 0 to 9
  DigitOrFiller,  // a check digit that may be left out
  Date,           // of a date, of which parts may be unknown: 0 to 9, the filler and X
  Sex,            // M, F, X and the filler
  Any,
};
MrzClass mrz_class(MrzFormat format, std::size_t line, std::size_t column);
bool mrz_allows(MrzClass place, char character);

// Part 3, section 4.9: modulo 10, weights 7 3 1. REQUIRES: A-Z, 0-9 and < only.
char mrz_check_digit(std::string_view text);

}  // namespace countersign
