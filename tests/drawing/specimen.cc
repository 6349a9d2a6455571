#include "tests/drawing/specimen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/inspection/mrz/mrz.h"
#include "tests/drawing/dice.h"

namespace countersign::drawing {
namespace {

constexpr std::array<std::string_view, 12> kSurnames = {"ADLER",
                                                        "BRANDT",
                                                        "CASTELL",
                                                        "DUVAL",
                                                        "ERIKSSON",
                                                        "OKONKWO",
                                                        "QUIJANO",
                                                        "ZHELEZNOV",
                                                        "VAN DER BERG",
                                                        "LI",
                                                        "WOJCIECHOWSKI",
                                                        "HOLM"};
constexpr std::array<std::string_view, 10> kGivenNames = {"ANNA MARIA",
                                                          "BELA",
                                                          "CORA",
                                                          "DAVID",
                                                          "ELIN",
                                                          "IBRAHIM",
                                                          "LIU WEI",
                                                          "VIKTOR JAN",
                                                          "ZOE",
                                                          "HUGO"};

std::string month_and_day(Dice& dice) {
  const std::size_t month = 1 + dice.below(12);
  return fmt::format("{:02}{:02}", month, 1 + dice.below(28));
}

std::string filled(std::string text, std::size_t length) {
  std::replace(text.begin(), text.end(), ' ', '<');
  text.resize(length, '<');
  return text;
}

std::string guarded(std::string text) {
  const char digit = mrz_check_digit(text);
  return std::move(text) + digit;
}

std::string name_field(const Specimen& specimen, std::size_t length) {
  return filled(specimen.surname + "<<" + specimen.given_names, length);
}

std::vector<std::string> passport_lines(const Specimen& s, const std::string& optional) {
  const std::string number = guarded(filled(s.number, 9));
  const std::string birth = guarded(s.birth_date);
  const std::string rest = guarded(s.expiry_date) + guarded(filled(optional, 14));
  const char all = mrz_check_digit(number + birth + rest);
  return {"P<UTO" + name_field(s, 39), number + "UTO" + birth + s.sex + rest + all};
}

std::vector<std::string> card_lines(const Specimen& s,
                                    std::string_view code,
                                    const std::string& optional) {
  const std::string upper = guarded(filled(s.number, 9)) + filled(optional, 15);
  const std::string birth = guarded(s.birth_date);
  const std::string expiry = guarded(s.expiry_date);
  const std::string more(11, '<');
  const char all = mrz_check_digit(upper + birth + expiry + more);
  return {std::string(code) + "UTO" + upper,
          birth + s.sex + expiry + "UTO" + more + all,
          name_field(s, 30)};
}

std::vector<std::string> td2_lines(const Specimen& s) {
  const std::string number = guarded(filled(s.number, 9));
  const std::string birth = guarded(s.birth_date);
  const std::string rest = guarded(s.expiry_date) + std::string(7, '<');
  const char all = mrz_check_digit(number + birth + rest);
  return {"I<UTO" + name_field(s, 31), number + "UTO" + birth + s.sex + rest + all};
}

// Part 7: a visa has no check digit over all.
std::vector<std::string> visa_lines(const Specimen& s, std::size_t length) {
  const std::string line =
      guarded(filled(s.number, 9)) + "UTO" + guarded(s.birth_date) + s.sex + guarded(s.expiry_date);
  return {"V<UTO" + name_field(s, length - 5), filled(line, length)};
}

// The French card of 1988 to 2021: two lines of 36 that are no TD2. The first has digits behind the
// surname; the number has twelve digits, the given names stand in the second line, and no day of
// expiry is printed.
std::vector<std::string> french_lines(const Specimen& s, Dice& dice) {
  const std::string upper = "IDFRA" + filled(s.surname, 25) + digits(dice, 6);
  const std::string number = guarded(digits(dice, 12));
  std::string given = s.given_names;
  if (const std::size_t between = given.find(' '); between != given.npos)
    given.insert(between, 1, ' ');
  const std::string lower = number + filled(given, 14) + guarded(s.birth_date) + s.sex;
  return {upper, lower + mrz_check_digit(upper + lower)};
}

std::vector<std::string> lines_of(const SpecimenPlan& plan,
                                  const Specimen& s,
                                  const std::string& optional,
                                  Dice& dice) {
  switch (plan.layout) {
    case Layout::Id2Card:
      return td2_lines(s);
    case Layout::FrenchCard:
      return french_lines(s, dice);
    case Layout::VisaA:
      return visa_lines(s, 44);
    case Layout::VisaB:
      return visa_lines(s, 36);
    case Layout::OfType:
    case Layout::Booklet:
      break;
  }
  switch (plan.type) {
    case DocumentType::Passport:
      return passport_lines(s, optional);
    case DocumentType::IdCard:
      return card_lines(s, "I<", optional);
    case DocumentType::ResidencePermit:
      return card_lines(s, "IR", optional);
    case DocumentType::DrivingLicense:
    case DocumentType::Other:
      break;
  }
  return {};
}

// Nine characters: three pairs of twins, in either order, among others.
std::string number_with(Twins twins, Dice& dice) {
  static constexpr std::array<std::string_view, 5> kPairs = {"O0", "B8", "I1", "S5", "Z2"};
  std::string number(1, static_cast<char>('A' + dice.below(26)));
  for (int pair = 0; pair < 3; ++pair) {
    std::string both(kPairs[twins == Twins::Zero ? 0 : 1 + dice.below(4)]);
    if (dice.below(2) == 0) std::reverse(both.begin(), both.end());
    number += both;
  }
  return number + digits(dice, 2);
}

// Converts YYMMDD to MMDDCCYY.
std::string american(std::string_view date, std::string_view century) {
  return fmt::format("{}{}{}", date.substr(2), century, date.substr(0, 2));
}

// The DL/ID Card Design Standard (2020), annex D.12: a header, and one subfile of elements.
std::string aamva_text(const Specimen& s, std::string_view subfile) {
  constexpr std::size_t kHeaderBytes = 21;
  constexpr std::size_t kDesignatorBytes = 10;
  const std::string elements = fmt::format(
      "{}DAQ{}\nDCS{}\nDDEN\nDAC{}\nDDFN\nDADNONE\nDDGN\nDCAD\nDCBNONE\nDCDNONE\n"
      "DBD01012021\nDBB{}\nDBA{}\nDBC{}\nDAU070 IN\nDAYBRO\nDAG1 SPECIMEN ROAD\n"
      "DAIUTOPIA\nDAJUT\nDAK000000000  \nDCF{}00\nDCGUSA\r",
      subfile,
      s.number,
      s.surname,
      s.given_names,
      american(s.birth_date, "19"),
      american(s.expiry_date, s.expiry_date.starts_with("99") ? "99" : "20"),  // 9999 says never
      s.sex == 'M' ? 1 : 2,
      s.number);
  return fmt::format("@\n\x1e\rANSI 999999100001{}{:04}{:04}{}",
                     subfile,
                     kHeaderBytes + kDesignatorBytes,
                     elements.size(),
                     elements);
}

std::string_view subfile_of(DocumentType type) {
  return type == DocumentType::DrivingLicense ? "DL" : "ID";
}

}  // namespace

Specimen make_specimen(const SpecimenPlan& plan) {
  Dice dice(plan.seed ^ 0x5350'4543'494D'454E);
  Specimen s;
  s.surname = kSurnames[dice.below(kSurnames.size())];
  s.given_names = kGivenNames[dice.below(kGivenNames.size())];
  s.number = static_cast<char>('A' + dice.below(26));
  s.number += static_cast<char>('A' + dice.below(26));
  s.number += digits(dice, 7);
  s.birth_date = fmt::format("{}{}", 50 + dice.below(50), month_and_day(dice));
  s.expiry_date = fmt::format("{}{}{}", plan.expired ? 0 : 6, dice.below(10), month_and_day(dice));
  if (!plan.birth.empty()) s.birth_date = plan.birth;
  if (!plan.expiry.empty()) s.expiry_date = plan.expiry;
  s.sex = dice.below(2) == 0 ? 'F' : 'M';
  const std::string optional = dice.below(2) == 0 ? digits(dice, 10) : std::string();
  if (plan.twins != Twins::Chance) s.number = number_with(plan.twins, dice);
  s.mrz = lines_of(plan, s, optional, dice);
  if (plan.barcode) s.mrz.clear();
  if (plan.barcode || plan.type == DocumentType::DrivingLicense) {
    s.barcode = aamva_text(s, subfile_of(plan.type));
  }
  if (plan.wrong_check_digit && !s.mrz.empty()) {
    char& digit = s.mrz[1].back();
    digit = digit == '9' ? '0' : static_cast<char>(digit + 1);
  }
  return s;
}

}  // namespace countersign::drawing
