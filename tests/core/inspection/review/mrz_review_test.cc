#include "core/inspection/review/mrz_review.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "tests/drawing/specimen.h"

namespace countersign::mrz_review_test {

constexpr double kSure = 0.95;
constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21

MrzReading reading_of(DocumentType type, bool expired = false, bool wrong_digit = false) {
  return {drawing::make_specimen({7, type, expired, wrong_digit}).mrz, kSure};
}
// The specimens of ICAO Doc 9303 expire in 2012, so they are judged as of 2010.
constexpr UtcTime kThen{1'275'350'400'000'000};
const MrzReading kTd2 = {
    {"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"}, kSure};
const MrzReading kVisa = {{"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
                           "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"},
                          kSure};

std::map<std::string, Judgement> judged(const MrzReading& reading,
                                        std::optional<DocumentType> type,
                                        Side side,
                                        UtcTime now = kNow) {
  std::map<std::string, Judgement> by_check;
  for (Judgement& judgement : judge_mrz(reading, {side, type, now}, {})) {
    const std::string check(judgement.check);
    by_check[check] = std::move(judgement);
  }
  return by_check;
}

// The code of the first failed check, or "accepted".
std::string verdict(const MrzReading& reading,
                    std::optional<DocumentType> type,
                    Side side,
                    UtcTime now = kNow) {
  for (const Judgement& judgement : judge_mrz(reading, {side, type, now}, {})) {
    if (judgement.status == CheckStatus::Failed) return std::string(judgement.code);
  }
  return "accepted";
}

TEST_CASE("a card without a zone is remarked on, and refused where one is required") {
  const MrzReading none;
  const auto status = [&](Side side, DocumentType type, const MrzThresholds& thresholds) {
    const auto judgements = judge_mrz(none, {side, type, kNow}, thresholds);
    return judgements.empty() ? CheckStatus::NotPerformed : judgements.front().status;
  };
  const MrzThresholds lenient;
  MrzThresholds strict;
  strict.required_on_cards = true;
  for (const DocumentType type : {DocumentType::IdCard, DocumentType::ResidencePermit}) {
    CHECK(status(Side::Back, type, lenient) == CheckStatus::Warning);
    CHECK(status(Side::Back, type, strict) == CheckStatus::Failed);
    CHECK(status(Side::Front, type, strict) == CheckStatus::NotPerformed);
  }
  CHECK(status(Side::Front, DocumentType::Passport, lenient) == CheckStatus::Failed);
  CHECK(status(Side::Back, DocumentType::DrivingLicense, strict) == CheckStatus::NotPerformed);
}

TEST_CASE("a zone that is less like OCR-B than the warning's level is read all the same") {
  const MrzThresholds thresholds = {.likeness = {0.80, 0.90}};
  MrzReading reading = reading_of(DocumentType::Passport);
  reading.confidence = 0.85;
  const auto judgements =
      judge_mrz(reading, {Side::Front, DocumentType::Passport, kNow}, thresholds);
  REQUIRE(judgements.size() > 1);
  CHECK(judgements[0].status == CheckStatus::Warning);
  CHECK(judgements[1].check == "DOCUMENT_MRZ_CHECK_DIGITS");
  CHECK(judgements[1].status == CheckStatus::Passed);
}

TEST_CASE("right digits prove nothing if a character is much less like its own than the others") {
  const MrzThresholds thresholds;
  MrzReading sure = reading_of(DocumentType::Passport);
  sure.least = sure.confidence - 0.17;
  CHECK(proven(sure, thresholds));
  MrzReading by_chance = sure;
  by_chance.least = by_chance.confidence - 0.2;
  CHECK_FALSE(proven(by_chance, thresholds));
  const auto judgements = judged(by_chance, DocumentType::Passport, Side::Front);
  CHECK(judgements.at("DOCUMENT_MRZ").status == CheckStatus::Warning);
  CHECK(judgements.at("DOCUMENT_MRZ_CHECK_DIGITS").status == CheckStatus::Passed);

  // The better reading is proven, or else has right digits, or else is the more legible one.
  MrzReading wrong = reading_of(DocumentType::Passport, false, true);
  MrzReading more_legible = wrong;
  more_legible.confidence = sure.confidence + 0.05;
  CHECK(better(sure, by_chance, thresholds));
  CHECK_FALSE(better(by_chance, sure, thresholds));
  CHECK(better(by_chance, more_legible, thresholds));
  CHECK(better(more_legible, wrong, thresholds));
}

TEST_CASE("a document that is what was declared, and valid, passes every check") {
  const auto passport =
      judged(reading_of(DocumentType::Passport), DocumentType::Passport, Side::Front);
  for (const char* check : {"DOCUMENT_MRZ",
                            "DOCUMENT_MRZ_CHECK_DIGITS",
                            "DOCUMENT_MRZ_DATES",
                            "DOCUMENT_EXPIRY",
                            "DOCUMENT_TYPE"}) {
    CAPTURE(check);
    REQUIRE(passport.contains(check));
    CHECK(passport.at(check).status == CheckStatus::Passed);
  }
  const auto card = judged(reading_of(DocumentType::IdCard), DocumentType::IdCard, Side::Back);
  REQUIRE(card.contains("DOCUMENT_SIDE"));
  CHECK(card.at("DOCUMENT_SIDE").status == CheckStatus::Passed);
  CHECK(verdict(reading_of(DocumentType::ResidencePermit),
                DocumentType::ResidencePermit,
                Side::Back) == "accepted");
  CHECK(verdict(kTd2, DocumentType::IdCard, Side::Front, kThen) == "accepted");
  CHECK(verdict(kVisa, DocumentType::Other, Side::Front, UtcTime(0)) == "accepted");
}

TEST_CASE("a wrong check digit is invalid, and nothing that hangs on it is judged") {
  const auto judgements =
      judged(reading_of(DocumentType::Passport, false, true), DocumentType::Passport, Side::Front);
  CHECK(judgements.at("DOCUMENT_MRZ_CHECK_DIGITS").status == CheckStatus::Failed);
  CHECK(judgements.at("DOCUMENT_MRZ_CHECK_DIGITS").code == "DOCUMENT_MRZ_INVALID");
  CHECK(judgements.at("DOCUMENT_MRZ_CHECK_DIGITS").value == 1);
  CHECK(judgements.at("DOCUMENT_EXPIRY").status == CheckStatus::NotPerformed);
  CHECK(verdict(reading_of(DocumentType::IdCard, false, true), DocumentType::IdCard, Side::Back) ==
        "DOCUMENT_MRZ_INVALID");
}

TEST_CASE("an expired document is told to be, and not since when") {
  const auto judgements =
      judged(reading_of(DocumentType::Passport, true), DocumentType::Passport, Side::Front);
  const Judgement& expiry = judgements.at("DOCUMENT_EXPIRY");
  CHECK(expiry.status == CheckStatus::Failed);
  CHECK(expiry.code == "DOCUMENT_EXPIRED");
  CHECK_FALSE(expiry.value.has_value());
  CHECK_FALSE(expiry.threshold.has_value());
  CHECK(verdict(kTd2, DocumentType::IdCard, Side::Back) == "DOCUMENT_EXPIRED");
}

TEST_CASE("a day that there never was is invalid, though its check digit is right") {
  MrzReading reading = kTd2;
  reading.lines[1].replace(13, 6, "740231");
  reading.lines[1][19] = mrz_check_digit("740231");
  const std::string& line = reading.lines[1];
  reading.lines[1][35] =
      mrz_check_digit(line.substr(0, 10) + line.substr(13, 7) + line.substr(21, 14));
  CHECK(verdict(reading, DocumentType::IdCard, Side::Back, kThen) == "DOCUMENT_MRZ_INVALID");
}

TEST_CASE("another type than the declared one is told") {
  const auto passport = reading_of(DocumentType::Passport);
  const auto card = reading_of(DocumentType::IdCard);
  const std::string mismatch = "DOCUMENT_TYPE_MISMATCH";
  CHECK(verdict(card, DocumentType::Passport, Side::Front) == mismatch);
  CHECK(verdict(kTd2, DocumentType::Passport, Side::Front, kThen) == mismatch);
  CHECK(verdict(kVisa, DocumentType::Passport, Side::Front, UtcTime(0)) == mismatch);
  for (const auto type :
       {DocumentType::IdCard, DocumentType::ResidencePermit, DocumentType::DrivingLicense}) {
    CHECK(verdict(passport, type, Side::Front) == mismatch);
    CHECK(verdict(kVisa, type, Side::Front, UtcTime(0)) == mismatch);
  }
  CHECK(verdict(card, DocumentType::DrivingLicense, Side::Back) == mismatch);
  CHECK(verdict(passport, DocumentType::Other, Side::Front) == "accepted");
  CHECK(verdict(passport, std::nullopt, Side::Front) == "accepted");
}

TEST_CASE("the back of a card is not its front") {
  const auto card = reading_of(DocumentType::IdCard);
  CHECK(verdict(card, DocumentType::IdCard, Side::Front) == "DOCUMENT_SIDE_MISMATCH");
  CHECK(verdict(card, DocumentType::IdCard, Side::Back) == "accepted");
  CHECK(verdict(card, std::nullopt, Side::Front) == "accepted");
}

TEST_CASE(
    "a zone that is missing refuses a passport, is a remark on a card, and nothing elsewhere") {
  for (const MrzReading& reading : {MrzReading{}, MrzReading{kTd2.lines, 0.6}}) {
    const auto passport = judged(reading, DocumentType::Passport, Side::Front);
    CHECK(passport.at("DOCUMENT_MRZ").status == CheckStatus::Failed);
    CHECK(passport.at("DOCUMENT_MRZ").code == "DOCUMENT_MRZ_NOT_FOUND");
    CHECK(passport.at("DOCUMENT_EXPIRY").status == CheckStatus::NotPerformed);
    const auto card = judged(reading, DocumentType::IdCard, Side::Back);
    CHECK(card.at("DOCUMENT_MRZ").status == CheckStatus::Warning);
    CHECK(card.at("DOCUMENT_EXPIRY").status == CheckStatus::NotPerformed);
    CHECK(judged(reading, DocumentType::IdCard, Side::Front).empty());
    CHECK(judged(reading, DocumentType::DrivingLicense, Side::Back).empty());
    // A document without a declared type, or of type Other, need not have a readable zone, so its
    // validity is unknown.
    for (const auto type : {std::optional<DocumentType>(), std::optional(DocumentType::Other)}) {
      const auto unknown = judged(reading, type, Side::Front);
      CHECK(unknown.size() == 1);
      CHECK(unknown.at("DOCUMENT_EXPIRY").status == CheckStatus::NotPerformed);
    }
  }
}

TEST_CASE("nothing that was read is in a judgement") {
  for (const bool expired : {false, true}) {
    for (const bool wrong : {false, true}) {
      for (const auto type : {DocumentType::Passport, DocumentType::IdCard}) {
        const drawing::Specimen specimen = drawing::make_specimen({7, type, expired, wrong});
        for (const auto declared : {DocumentType::Passport, DocumentType::IdCard}) {
          for (const Judgement& judgement :
               judge_mrz({specimen.mrz, kSure}, {Side::Front, declared, kNow}, {})) {
            for (const std::string& secret : {specimen.surname,
                                              specimen.given_names,
                                              specimen.number,
                                              specimen.birth_date,
                                              specimen.expiry_date}) {
              CHECK(judgement.hint.find(secret) == std::string::npos);
            }
            // The value is a confidence, or the number of wrong digits.
            if (judgement.value) CHECK(*judgement.value <= 5);
          }
        }
      }
    }
  }
}

}  // namespace countersign::mrz_review_test
