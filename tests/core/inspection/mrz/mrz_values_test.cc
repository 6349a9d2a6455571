#include "core/inspection/mrz/mrz_values.h"

#include <doctest/doctest.h>

#include "core/inspection/barcode/barcode.h"
#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/drawing/specimen.h"

namespace countersign::mrz_values_test {

constexpr UtcTime kNow{1'795'219'200'000'000};   // 2026-11-21
constexpr UtcTime kThen{1'275'350'400'000'000};  // 2010-06-01

MrzValues values_of(const std::vector<std::string>& lines, UtcTime now = kThen) {
  const auto mrz = parse_mrz(lines);
  REQUIRE(mrz.has_value());
  REQUIRE(mrz->wrong.empty());
  return mrz_values(lines, *mrz, now);
}

// The specimens of ICAO Doc 9303: part 4, appendix B; part 5, appendix B; part 6, appendix B.
TEST_CASE("a passport's zone says who holds it") {
  const MrzValues values = values_of({"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                                      "L898902C36UTO7408122F1204159ZE184226B<<<<<10"});
  CHECK(values == MrzValues{"P",
                            "UTO",
                            "L898902C3",
                            "1974-08-12",
                            "2012-04-15",
                            "UTO",
                            "F",
                            "ERIKSSON",
                            "ANNA MARIA"});
  CHECK(are_sound(values));
}

TEST_CASE("so do the zones of cards, in their own places") {
  const MrzValues td1 = values_of({"I<UTOD231458907<<<<<<<<<<<<<<<",
                                   "7408122F1204159UTO<<<<<<<<<<<6",
                                   "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"});
  const MrzValues td2 =
      values_of({"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"});
  CHECK(td1 == td2);
  CHECK(td1 == MrzValues{"I",
                         "UTO",
                         "D23145890",
                         "1974-08-12",
                         "2012-04-15",
                         "UTO",
                         "F",
                         "ERIKSSON",
                         "ANNA MARIA"});
}

TEST_CASE("a field that a zone leaves open is left out") {
  std::vector<std::string> lines = {"I<D<<MAX<<<<<<<<<<<<<<<<<<<<<<<<<<<<",
                                    "D231458907D<<740812<<<<<<<<<<<<<<<<<"};
  lines[1] = "D231458907D<<" + std::string("7408<<") + mrz_check_digit("7408<<") + "<" +
             std::string("<<<<<<") + mrz_check_digit("<<<<<<") + "<<<<<<<";
  lines[1] +=
      mrz_check_digit(lines[1].substr(0, 10) + lines[1].substr(13, 7) + lines[1].substr(21, 14));
  const auto mrz = parse_mrz(lines);
  REQUIRE(mrz.has_value());
  const MrzValues values = mrz_values(lines, *mrz, kThen);
  CHECK(values.issuer == "D");
  CHECK(values.birth_date == "1974-08");
  CHECK(values.expiry_date.empty());
  CHECK(values.sex.empty());
  CHECK(values.given_names == "");
}

TEST_CASE("values that no zone can say are not sound") {
  MrzValues values = values_of({"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                                "L898902C36UTO7408122F1204159ZE184226B<<<<<10"});
  for (const char* text : {"<script>", "a", "\"", "\xc3\x89", "A\n"}) {
    CAPTURE(text);
    MrzValues other = values;
    other.surname = text;
    CHECK_FALSE(are_sound(other));
  }
  values.given_names = std::string(41, 'A');
  CHECK_FALSE(are_sound(values));
}

TEST_CASE("the engine tells them to who asks, of a document that is accepted") {
  const drawing::DocumentPlan plan = {.seed = 11, .side = Side::Back};
  const drawing::Specimen specimen = drawing::make_specimen({.seed = 11});
  const auto asked = [](const drawing::DocumentPlan& of, bool values) {
    const std::string file = drawing::encode(drawing::draw_document(of), {});
    auto found = EmbeddedEngine(test_sha256)
                     .evaluate_document({.image = file,
                                         .side = of.side,
                                         .type = of.type,
                                         .now = kNow,
                                         .mrz_values = values});
    REQUIRE(found.has_value());
    return std::move(*found);
  };
  const auto told = asked(plan, true);
  REQUIRE(told.accepted());
  REQUIRE(told.mrz.has_value());
  CHECK(told.mrz->document_number == specimen.number);
  CHECK(told.mrz->surname == specimen.surname);
  CHECK(told.mrz->given_names == specimen.given_names);
  CHECK(told.mrz->birth_date.substr(2, 2) == specimen.birth_date.substr(0, 2));

  const auto silent = asked(plan, false);
  CHECK_FALSE(silent.mrz.has_value());
  CHECK(silent.checks == told.checks);
  drawing::DocumentPlan expired = plan;
  expired.expired = true;
  CHECK_FALSE(asked(expired, true).mrz.has_value());
  CHECK_FALSE(told.barcode.has_value());
  CHECK_FALSE(told.printed.has_value());
  const drawing::DocumentPlan licence = {
      .seed = 11, .side = Side::Back, .type = DocumentType::DrivingLicense};
  const auto of_licence = asked(licence, true);
  CHECK_FALSE(of_licence.mrz);
  if (!reads_barcodes()) return;
  REQUIRE(of_licence.barcode.has_value());
  const drawing::Specimen card =
      drawing::make_specimen({.seed = 11, .type = DocumentType::DrivingLicense});
  CHECK(of_licence.barcode->document_number == card.number);
  CHECK(of_licence.barcode->surname == card.surname);
  CHECK(are_sound(*of_licence.barcode));
  CHECK_FALSE(asked(licence, false).barcode.has_value());
}

}  // namespace countersign::mrz_values_test
