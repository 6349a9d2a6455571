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

std::string digits(Dice& dice, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + dice.below(10));
  return text;
}

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
      american(s.expiry_date, "20"),
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
  s.sex = dice.below(2) == 0 ? 'F' : 'M';
  const std::string optional = dice.below(2) == 0 ? digits(dice, 10) : std::string();
  switch (plan.type) {
    case DocumentType::Passport:
      s.mrz = passport_lines(s, optional);
      break;
    case DocumentType::IdCard:
      s.mrz = card_lines(s, "I<", optional);
      break;
    case DocumentType::ResidencePermit:
      s.mrz = card_lines(s, "IR", optional);
      break;
    case DocumentType::DrivingLicense:
    case DocumentType::Other:
      break;
  }
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
