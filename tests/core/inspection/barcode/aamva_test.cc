#include "core/inspection/barcode/aamva.h"

#include <doctest/doctest.h>

#include <string>

#include "core/inspection/review/barcode_review.h"
#include "core/inspection/review/card_values.h"

namespace countersign::aamva_test {

using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21
const std::string kHead = "@\n\x1e\rANSI ";
// The example of the standard (2020), section D.13.
const std::string kStandard =
    kHead +
    "636000100002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDDFN\n"
    "DADJOHN\nDDGN\nDCUJR\nDCAD\nDCBK\nDCDPH\nDBD06062019\nDBB06061986\nDBA12102034\nDBC1\n"
    "DAU068 in\nDAYBRO\nDCGUSA\rZVZVA01\r";

std::optional<year_month_day> day(std::string_view text) {
  const auto found = aamva_day(text);
  if (!found) return std::nullopt;
  return year_month_day(*found);
}
year_month_day date(int year, unsigned month, unsigned day) {
  return {std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
}

Judgement judged(const std::string& bytes, std::string_view check, DocumentType declared) {
  const auto card = parse_aamva(bytes);
  REQUIRE(card.has_value());
  for (Judgement& judgement : judge_aamva(*card, {Side::Back, declared, kNow})) {
    if (judgement.check == check) return std::move(judgement);
  }
  FAIL("no such check");
  return {};
}

std::string with_expiry(std::string_view text) {
  return kHead + "636000100001DL00310030DLDAQ1\nDBA" + std::string(text) + "\rDBB01012030";
}

TEST_CASE("the example of the standard is a licence that ends in 2034") {
  const auto card = parse_aamva(kStandard);
  REQUIRE(card.has_value());
  CHECK(card->type == AamvaType::DriverLicense);
  CHECK(card->expiry_date == "12102034");
  CHECK(card->birth_date == "06061986");
  CHECK(card->document_number == "T64235789");
  CHECK(judged(kStandard, "DOCUMENT_EXPIRY", DocumentType::DrivingLicense).status ==
        CheckStatus::Passed);
  CHECK(judged(kStandard, "DOCUMENT_TYPE", DocumentType::DrivingLicense).status ==
        CheckStatus::Passed);
}

TEST_CASE("the values of a card are its number, its dates and its names") {
  const FieldValues values = values_of(*parse_aamva(kStandard));
  CHECK(values == FieldValues{"T64235789", "1986-06-06", "2034-12-10", "SAMPLE", "MICHAEL JOHN"});
  CHECK(are_sound(values));
  const auto names = [](std::string_view elements) {
    const auto card = parse_aamva(kHead + "636000030001DL00310030DLDAQ1\n" + std::string(elements));
    REQUIRE(card.has_value());
    return card->surname + "/" + card->given_names;
  };
  CHECK(names("DCSSAMPLE\nDCTMICHAEL,JOHN\r") == "SAMPLE/MICHAEL JOHN");  // version 3
  CHECK(names("DABSAMPLE\nDACMICHAEL\r") == "SAMPLE/MICHAEL");            // version 1
  CHECK(names("DCSSAMPLE\nDACMICHAEL\nDADNONE\r") == "SAMPLE/MICHAEL");
  CHECK(names("DADJOHN\r") == "/JOHN");
  CHECK(names("") == "/");
}

TEST_CASE("a value of a card that is no text of the standard is left out") {
  AamvaCard card{.type = std::nullopt,
                 .expiry_date = "12319999",
                 .birth_date = "19860230",
                 .document_number = "T\n1",
                 .surname = "M\xc3\x9cLLER",
                 .given_names = std::string(kFieldValueMax + 1, 'A')};
  CHECK_FALSE(values_of(card).has_any());
  card.given_names.pop_back();
  card.surname = "<b>\"&'";
  const FieldValues values = values_of(card);
  CHECK(values.given_names.size() == kFieldValueMax);
  CHECK(values.surname == card.surname);
  CHECK(are_sound(values));
}

TEST_CASE("headers of every version are read, and the first element of a subfile") {
  // Version 1 has no version number of the issuer.
  const auto old = parse_aamva(kHead + "6360000101DL00290020DLDBA20331231\rX");
  REQUIRE(old.has_value());
  CHECK(old->type == AamvaType::DriverLicense);
  CHECK(day(old->expiry_date) == date(2033, 12, 31));
  const auto card = parse_aamva("@\n\x1e\rAAMVA6360000101ID00290020IDDAQ1\nDBA12312033\r");
  REQUIRE(card.has_value());
  CHECK(card->type == AamvaType::IdentificationCard);
  CHECK(parse_aamva(kHead + "636000100001EN00310030ENDAQ1\r")->type == AamvaType::DriverLicense);
  CHECK_FALSE(parse_aamva(kHead + "636000100001ZV00310030ZVDAQ1\r")->type.has_value());
}

TEST_CASE("bytes without the standard's first bytes are of another kind") {
  for (const std::string& bytes : {std::string(),
                                   std::string("@"),
                                   std::string("M1SAMPLE/MICHAEL  EABC123"),
                                   std::string("@\nANSI 63600X100002DL"),
                                   std::string("@\nANSI"),
                                   std::string(64, '@') + "ANSI 636000100002DL",
                                   kHead,
                                   kHead + "63600",
                                   kHead + "636000100002",
                                   kHead + "636000100002D"}) {
    CAPTURE(bytes);
    CHECK_FALSE(parse_aamva(bytes).has_value());
  }
}

TEST_CASE("a header is read in each of its spellings") {
  const std::string digits = "636000100002";
  const std::string places = "DL00410278ZV03190008";
  const std::string rest = "DAQT64235789\nDBB06061986\nDBA12102034\r";
  for (const std::string& bytes : {"@\nANSI " + digits + places + "DL" + rest,
                                   "@ANSI " + digits + places + "DL" + rest,
                                   "@\n\x1c\rANSI " + digits + places + "DL" + rest,
                                   "@\r\n\x1e\r\nAAMVA" + digits + places + "DL" + rest,
                                   "\xef\xbb\xbf @\n6MANSI " + digits + places + "DL" + rest,
                                   kHead + digits + places + rest,           // no name
                                   kHead + digits + places + "\nDL" + rest,  // on its own line
                                   kHead + digits + places + "DLDL" + rest,  // twice
                                   kHead + digits + "DL00410278" + places + "DL" + rest,
                                   kHead + digits + "DLabacDL" + rest,  // no places
                                   kHead + digits + "\n" + places + "DL" + rest,
                                   kHead + digits + "ZV03190008DL00410278DL" + rest,
                                   kHead + digits + "ZV03190008DL00410278ZVZVA01\rDL" + rest,
                                   kHead + digits + "DL99999999ZZ00000000ZX00000000DL" + rest}) {
    CAPTURE(bytes);
    const auto card = parse_aamva(bytes);
    REQUIRE(card.has_value());
    CHECK(card->type == AamvaType::DriverLicense);
    CHECK(card->document_number == "T64235789");
    CHECK(card->birth_date == "06061986");
    CHECK(card->expiry_date == "12102034");
  }
}

TEST_CASE("the first element of a subfile is read, whichever it is") {
  const std::string head = kHead + "636023080102DL00410270ZO03110024DL";
  const auto expiry = parse_aamva(head + "DBA02232020\nDAQPJ842270\r");
  REQUIRE(expiry.has_value());
  CHECK(expiry->expiry_date == "02232020");
  CHECK(expiry->document_number == "PJ842270");
  for (const char* const nothing : {"NONE", "none   ", "unavl", "UNAVAIL", "n/a"}) {
    const auto none = parse_aamva(head + "DAQ" + nothing + "\nDBA" + nothing + "\r");
    REQUIRE(none.has_value());
    CHECK(none->expiry_date.empty());
    CHECK(none->document_number.empty());
  }
  // A name is not taken for an element: LEDAQUIN, in Latin-1.
  const auto name = parse_aamva(head +
                                "DCSL\xc9"
                                "DAQUIN\nDAQ1\r");
  REQUIRE(name.has_value());
  CHECK(name->document_number == "1");
}

TEST_CASE("an expired licence is expired in every spelling of its date") {
  for (const char* text : {"06052019",
                           "06-05-2019",
                           "06/05/2019",
                           "06052019 ",
                           " 06052019  ",
                           "20190605",
                           "2019-06-05",
                           "2019/06/05",
                           "06.05.2019"}) {
    CAPTURE(text);
    const Judgement expiry =
        judged(with_expiry(text), "DOCUMENT_EXPIRY", DocumentType::DrivingLicense);
    CHECK(expiry.status == CheckStatus::Failed);
    CHECK(expiry.code == "DOCUMENT_EXPIRED");
  }
}

TEST_CASE("every beginning of a bar code is taken without fault") {
  for (std::size_t length = 0; length <= kStandard.size(); ++length) {
    const auto card = parse_aamva(std::string_view(kStandard).substr(0, length));
    if (card && !card->expiry_date.empty()) {
      CHECK(std::string_view("12102034").starts_with(card->expiry_date));
    }
  }
}

TEST_CASE("a date has its month or its year first, and is never both") {
  CHECK(day("12102034") == date(2034, 12, 10));
  CHECK(day("20341210") == date(2034, 12, 10));
  CHECK(day("02292028") == date(2028, 2, 29));
  CHECK_FALSE(day("02292027").has_value());
  CHECK_FALSE(day("13012030").has_value());
  CHECK_FALSE(day("00002030").has_value());
  CHECK_FALSE(day("NONE").has_value());
  CHECK_FALSE(day("1210203").has_value());
  CHECK_FALSE(day("1210203x").has_value());
  CHECK_FALSE(day("").has_value());
  CHECK_FALSE(day("1-2-1-0-2-0-3-4-5").has_value());
}

TEST_CASE("a card that has expired is told to be, and not since when") {
  const Judgement expiry =
      judged(with_expiry("11202026"), "DOCUMENT_EXPIRY", DocumentType::DrivingLicense);
  // A day ends in the last time zone at noon UTC of the next day.
  CHECK(expiry.status == CheckStatus::Passed);
  const Judgement over =
      judged(with_expiry("11192026"), "DOCUMENT_EXPIRY", DocumentType::DrivingLicense);
  CHECK(over.status == CheckStatus::Failed);
  CHECK(over.code == "DOCUMENT_EXPIRED");
  CHECK_FALSE(over.value.has_value());
  CHECK_FALSE(over.threshold.has_value());
}

TEST_CASE("without a day that there is, whether a card has expired is not known") {
  for (const char* text :
       {"", "NONE", "00000000", "02302030", "99999999", "12319999", "99991231", "01019999"}) {
    CAPTURE(text);
    CHECK(judged(with_expiry(text), "DOCUMENT_EXPIRY", DocumentType::DrivingLicense).status ==
          CheckStatus::NotPerformed);
  }
}

TEST_CASE("neither a licence nor a residence permit is an identity card") {
  const std::string card = kHead + "636000100001ID00310030IDDAQ1\nDBA12102034\r";
  const auto status = [](const std::string& bytes, DocumentType declared) {
    const Judgement type = judged(bytes, "DOCUMENT_TYPE", declared);
    if (type.status == CheckStatus::Failed) CHECK(type.code == "DOCUMENT_TYPE_MISMATCH");
    return type.status;
  };
  CHECK(status(kStandard, DocumentType::DrivingLicense) == CheckStatus::Passed);
  CHECK(status(kStandard, DocumentType::IdCard) == CheckStatus::Failed);
  CHECK(status(kStandard, DocumentType::ResidencePermit) == CheckStatus::Failed);
  CHECK(status(card, DocumentType::IdCard) == CheckStatus::Passed);
  CHECK(status(card, DocumentType::DrivingLicense) == CheckStatus::Failed);
  CHECK(status(card, DocumentType::ResidencePermit) == CheckStatus::Failed);
  CHECK(status(kHead + "636000100001ZV00310030ZVDAQ1\r", DocumentType::DrivingLicense) ==
        CheckStatus::NotPerformed);
}

}  // namespace countersign::aamva_test
