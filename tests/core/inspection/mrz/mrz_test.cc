#include "core/inspection/mrz/mrz.h"

#include <doctest/doctest.h>

namespace countersign::mrz_test {

using Lines = std::vector<std::string>;

// The specimens of ICAO Doc 9303: part 4 appendix B, part 5 appendix B, part 6 appendix B, part 7
// appendix B.
const Lines kTd3 = {"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                    "L898902C36UTO7408122F1204159ZE184226B<<<<<10"};
const Lines kTd1 = {"I<UTOD231458907<<<<<<<<<<<<<<<",
                    "7408122F1204159UTO<<<<<<<<<<<6",
                    "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"};
const Lines kTd2 = {"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"};
const Lines kMrvA = {"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                     "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"};
const Lines kMrvB = {"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<",
                     "L8988901C4XXX4009078F9612109<<<<<<<<"};

Lines changed(Lines lines, std::size_t line, std::size_t column, char character) {
  lines[line][column] = character;
  return lines;
}

TEST_CASE("the specimens of Doc 9303 are read as what they are, with every check digit right") {
  struct Expected {
    Lines lines;
    MrzFormat format;
    char code;
    std::string number;
    std::string birth;
    std::string expiry;
  };
  for (const Expected& expected :
       {Expected{kTd3, MrzFormat::Td3, 'P', "L898902C3", "740812", "120415"},
        {kTd1, MrzFormat::Td1, 'I', "D23145890", "740812", "120415"},
        {kTd2, MrzFormat::Td2, 'I', "D23145890", "740812", "120415"},
        {kMrvA, MrzFormat::MrvA, 'V', "L8988901C", "400907", "961210"},
        {kMrvB, MrzFormat::MrvB, 'V', "L8988901C", "400907", "961210"}}) {
    CAPTURE(expected.lines[0]);
    const auto mrz = parse_mrz(expected.lines);
    REQUIRE(mrz.has_value());
    CHECK(mrz->format == expected.format);
    CHECK(mrz->document_code == expected.code);
    CHECK(mrz->document_number == expected.number);
    CHECK(mrz->birth_date == expected.birth);
    CHECK(mrz->expiry_date == expected.expiry);
    CHECK(mrz->wrong.empty());
  }
}

TEST_CASE("the published check digits are found") {
  CHECK(mrz_check_digit("520727") == '3');     // part 3, 4.9: the worked example
  CHECK(mrz_check_digit("AB2134<<<") == '5');  // the second example there
  CHECK(mrz_check_digit("HA672242<658022549601086<<<<<<<<<<<<<<0") == '8');  // TD3, composite
  CHECK(mrz_check_digit("D231458907<<<<<<<<<<<<<<<34071279507122<<<<<<<<<<") == '2');  // TD1
  CHECK(mrz_check_digit("HA672242<658022549601086<<<<<<<") == '8');                    // TD2
  CHECK(mrz_check_digit("") == '0');
}

TEST_CASE("a number that spills over is read whole, with the check digit behind it") {
  // Part 5, 4.2.2: the number D23145890734.
  const Lines td1 = {"I<UTOD23145890<7349<<<<<<<<<<<",
                     "3407127M9507122UTO<<<<<<<<<<<2",
                     "STEVENSON<<PETER<JOHN<<<<<<<<<"};
  const auto mrz = parse_mrz(td1);
  REQUIRE(mrz.has_value());
  CHECK(mrz->document_number == "D23145890734");
  CHECK(mrz->wrong.empty());
  const auto other = parse_mrz(changed(td1, 0, 16, '4'));
  REQUIRE(other.has_value());
  CHECK(other->wrong == std::vector{MrzField::DocumentNumber, MrzField::All});
}

TEST_CASE("an empty field may leave its check digit out") {
  const Lines both = {"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                      "L898902C36UTO7408122F1204159<<<<<<<<<<<<<<<8"};
  const auto left_out = parse_mrz(both);
  REQUIRE(left_out.has_value());
  CHECK(left_out->wrong.empty());
  const auto zero = parse_mrz(changed(both, 1, 42, '0'));
  REQUIRE(zero.has_value());
  CHECK(zero->wrong.empty());
  const auto wrong = parse_mrz(changed(both, 1, 42, '5'));
  REQUIRE(wrong.has_value());
  CHECK(wrong->wrong == std::vector{MrzField::OptionalData, MrzField::All});
}

TEST_CASE("a zone of fillers has no number, though its check digits are right") {
  const std::string names = "<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<";
  struct Zone {
    std::string upper;
    std::string lower;
  };
  for (const Zone& zone :
       {Zone{"P<UTO" + names, "<<<<<<<<<0UTO<<<<<<0<<<<<<<0<<<<<<<<<<<<<<00"},
        Zone{"V<UTO" + names, "<<<<<<<<<0UTO<<<<<<0<<<<<<<0<<<<<<<<<<<<<<<<"},
        Zone{"I<UTO" + names.substr(0, 31), "<<<<<<<<<0UTO<<<<<<0<<<<<<<0<<<<<<<0"},
        Zone{"P<UTO" + names, "<<<<<<<<<<UTO<<<<<<0<<<<<<<0<<<<<<<<<<<<<<00"}}) {
    CAPTURE(zone.lower);
    const auto mrz = parse_mrz({zone.upper, zone.lower});
    REQUIRE(mrz.has_value());
    CHECK(mrz->wrong == std::vector{MrzField::DocumentNumber});
  }
}

TEST_CASE("a wrong check digit names its field") {
  const auto wrong = [](const Lines& lines) {
    const auto mrz = parse_mrz(lines);
    REQUIRE(mrz.has_value());
    return mrz->wrong;
  };
  using Fields = std::vector<MrzField>;
  CHECK(wrong(changed(kTd3, 1, 43, '1')) == Fields{MrzField::All});
  CHECK(wrong(changed(kTd3, 1, 1, '7')) == Fields{MrzField::DocumentNumber, MrzField::All});
  CHECK(wrong(changed(kTd3, 1, 15, '5')) == Fields{MrzField::BirthDate, MrzField::All});
  CHECK(wrong(changed(kTd3, 1, 22, '3')) == Fields{MrzField::ExpiryDate, MrzField::All});
  CHECK(wrong(changed(kTd3, 1, 29, 'F')) == Fields{MrzField::OptionalData, MrzField::All});
  CHECK(wrong(changed(kTd1, 1, 29, '7')) == Fields{MrzField::All});
  CHECK(wrong(changed(kTd2, 1, 35, '7')) == Fields{MrzField::All});
  CHECK(wrong(changed(kMrvA, 1, 9, '5')) == Fields{MrzField::DocumentNumber});
  CHECK(wrong(changed(kMrvB, 1, 27, '8')) == Fields{MrzField::ExpiryDate});
}

// A check digit is a sum modulo 10 with weights 7, 3 and 1, so it does not distinguish characters
// whose values are ten apart. Therefore nothing is repaired, and all check digits must agree.
TEST_CASE("every single digit that is misread is found out, in every format") {
  for (const Lines& lines : {kTd3, kTd1, kTd2}) {
    const std::size_t line = 1;
    const std::size_t birth = lines.size() == 3 ? 0 : 13;
    for (std::size_t i = birth; i < birth + 6; ++i) {
      for (char digit = '0'; digit <= '9'; ++digit) {
        if (lines[line][i] == digit) continue;
        const auto mrz = parse_mrz(changed(lines, line, i, digit));
        REQUIRE(mrz.has_value());
        CHECK(mrz->wrong.size() == 2);
      }
    }
  }
}

TEST_CASE("other text is not read as a zone") {
  CHECK_FALSE(parse_mrz({}).has_value());
  CHECK_FALSE(parse_mrz({""}).has_value());
  CHECK_FALSE(parse_mrz({kTd3[0]}).has_value());
  CHECK_FALSE(parse_mrz({kTd3[0], kTd3[1], kTd3[0]}).has_value());
  CHECK_FALSE(parse_mrz({kTd3[0], kTd2[1]}).has_value());
  CHECK_FALSE(parse_mrz({kTd3[0] + "<", kTd3[1] + "<"}).has_value());
  CHECK_FALSE(parse_mrz(changed(kTd3, 0, 0, '<')).has_value());
  CHECK_FALSE(parse_mrz(changed(kTd3, 0, 7, '0')).has_value());  // a name has no digits
  CHECK_FALSE(parse_mrz(changed(kTd3, 0, 7, 'e')).has_value());
  CHECK_FALSE(parse_mrz(changed(kTd3, 1, 13, 'O')).has_value());  // a date has no letters
  CHECK_FALSE(parse_mrz(changed(kTd3, 1, 20, 'A')).has_value());  // A is not a sex
  CHECK_FALSE(parse_mrz(changed(kTd1, 1, 29, '<')).has_value());  // the composite digit is missing
}

}  // namespace countersign::mrz_test
