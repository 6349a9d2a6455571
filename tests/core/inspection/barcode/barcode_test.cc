#include "core/inspection/barcode/barcode.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/inspection/barcode/aamva.h"
#include "core/inspection/review/document_contents.h"
#include "core/inspection/review/document_review.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/document.h"
#include "tests/drawing/specimen.h"

namespace countersign::barcode_test {

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21

drawing::DocumentPlan licence(std::uint64_t seed = 21) {
  return {.seed = seed, .side = Side::Back, .type = DocumentType::DrivingLicense};
}
drawing::DocumentPlan card_with_barcode() {
  return {.seed = 21, .side = Side::Back, .type = DocumentType::IdCard, .barcode = true};
}

std::vector<Judgement> reviewed(const drawing::DocumentPlan& plan, DocumentType declared) {
  return review_document(drawing::draw_document(plan), {Side::Back, declared, kNow}, {});
}

std::string verdict(const std::vector<Judgement>& judgements) {
  for (const Judgement& judgement : judgements) {
    if (judgement.status == CheckStatus::Failed) return std::string(judgement.code);
  }
  return "accepted";
}

std::optional<CheckStatus> status_of(const std::vector<Judgement>& judgements,
                                     std::string_view check) {
  const auto found = std::ranges::find(judgements, check, &Judgement::check);
  if (found == judgements.end()) return std::nullopt;
  return found->status;
}

TEST_CASE("a licence whose bar code says never is not expired, and one of 2019 is") {
  drawing::DocumentPlan plan = licence();
  plan.expiry = "990101";
  const auto never = reviewed(plan, DocumentType::DrivingLicense);
  CHECK(verdict(never) == "accepted");
  CHECK(status_of(never, "DOCUMENT_EXPIRY") == CheckStatus::NotPerformed);
  plan.expiry = "190605";
  CHECK(verdict(reviewed(plan, DocumentType::DrivingLicense)) == "DOCUMENT_EXPIRED");
}

TEST_CASE("a bar code is read from its corners, either way up, byte for byte") {
  const drawing::FlatDocument flat = drawing::draw_flat_document(licence());
  const std::string written =
      drawing::make_specimen({.seed = 21, .type = DocumentType::DrivingLicense}).barcode;
  for (const double degrees : {0.0, 180.0, 7.0}) {
    CAPTURE(degrees);
    drawing::Scene scene;
    scene.degrees = degrees;
    scene.slant_x = 0.1;
    const auto photo = drawing::photograph(flat.image, flat.width_mm, scene);
    const LumaImage luma = shrunk_luma(photo.image, 1600UL * 1200);
    CHECK(read_pdf417(luma, photo.corners) == written);
    CHECK(read_pdf417(luma, turned(photo.corners, 2)) == written);
  }
}

TEST_CASE("no bar code is found on pictures without one") {
  for (const auto type : {DocumentType::IdCard, DocumentType::Other}) {
    const auto flat = drawing::draw_flat_document({.seed = 5, .side = Side::Back, .type = type});
    const auto photo = drawing::photograph(flat.image, flat.width_mm, {});
    const LumaImage luma = shrunk_luma(photo.image, 1600UL * 1200);
    CHECK_FALSE(read_pdf417(luma, photo.corners).has_value());
  }
}

TEST_CASE("the bar code of a licence says what a zone would") {
  const auto judgements = reviewed(licence(), DocumentType::DrivingLicense);
  CHECK(verdict(judgements) == "accepted");
  for (const char* check : {"DOCUMENT_BARCODE", "DOCUMENT_EXPIRY", "DOCUMENT_TYPE"}) {
    CAPTURE(check);
    CHECK(status_of(judgements, check) == CheckStatus::Passed);
  }
  CHECK_FALSE(status_of(judgements, "DOCUMENT_MRZ").has_value());
  drawing::DocumentPlan expired = licence();
  expired.expired = true;
  CHECK(verdict(reviewed(expired, DocumentType::DrivingLicense)) == "DOCUMENT_EXPIRED");
  CHECK(verdict(reviewed(licence(), DocumentType::IdCard)) == "DOCUMENT_TYPE_MISMATCH");
}

TEST_CASE("a card with a bar code misses no zone") {
  const auto judgements = reviewed(card_with_barcode(), DocumentType::IdCard);
  CHECK(verdict(judgements) == "accepted");
  CHECK(status_of(judgements, "DOCUMENT_BARCODE") == CheckStatus::Passed);
  CHECK_FALSE(status_of(judgements, "DOCUMENT_MRZ").has_value());
  CHECK(verdict(reviewed(card_with_barcode(), DocumentType::DrivingLicense)) ==
        "DOCUMENT_TYPE_MISMATCH");
}

TEST_CASE("a licence without a bar code that can be read is remarked on") {
  drawing::DocumentPlan plain = licence();
  plain.type = DocumentType::Other;  // its back has neither a zone nor a bar code
  const auto judgements = reviewed(plain, DocumentType::DrivingLicense);
  CHECK(verdict(judgements) == "accepted");
  CHECK(status_of(judgements, "DOCUMENT_BARCODE") == CheckStatus::Warning);
  CHECK(status_of(judgements, "DOCUMENT_EXPIRY") == CheckStatus::NotPerformed);
  CHECK(status_of(judgements, "DOCUMENT_TYPE") == CheckStatus::NotPerformed);
  const auto found = std::ranges::find(judgements, "DOCUMENT_BARCODE", &Judgement::check);
  CHECK(found->code == "DOCUMENT_BARCODE_NOT_FOUND");
}

TEST_CASE("a card with a zone misses no bar code") {
  const drawing::DocumentPlan card = {.seed = 21, .side = Side::Back};
  const auto judgements = reviewed(card, DocumentType::IdCard);
  CHECK(status_of(judgements, "DOCUMENT_MRZ") == CheckStatus::Passed);
  CHECK_FALSE(status_of(judgements, "DOCUMENT_BARCODE").has_value());
}

TEST_CASE("nothing that was read is in a judgement of a bar code") {
  const drawing::Specimen specimen =
      drawing::make_specimen({.seed = 21, .type = DocumentType::DrivingLicense});
  for (const auto declared : {DocumentType::DrivingLicense, DocumentType::IdCard}) {
    for (const Judgement& judgement : reviewed(licence(), declared)) {
      for (const std::string& secret : {specimen.surname, specimen.given_names, specimen.number}) {
        CHECK(judgement.hint.find(secret) == std::string::npos);
      }
      const bool of_contents = judgement.check == "DOCUMENT_BARCODE" ||
                               judgement.check == "DOCUMENT_EXPIRY" ||
                               judgement.check == "DOCUMENT_TYPE";
      if (of_contents) CHECK_FALSE(judgement.value.has_value());
    }
  }
}

TEST_CASE("of a picture that is not fit to be read, no bar code is missed") {
  const std::vector<Judgement> judgements =
      contents_not_read({Side::Back, DocumentType::DrivingLicense, kNow});
  CHECK(status_of(judgements, "DOCUMENT_BARCODE") == CheckStatus::NotPerformed);
  CHECK(status_of(judgements, "DOCUMENT_EXPIRY") == CheckStatus::NotPerformed);
  CHECK(contents_not_read({Side::Front, DocumentType::DrivingLicense, kNow}).empty());
}

}  // namespace countersign::barcode_test
