#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/review/portrait_review.h"
#include "tests/core/inspection/support/drawn_frames.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/document.h"

namespace countersign::portrait_test {

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21
constexpr double kPxPerMm = 8;

DocumentEvaluation shown(const drawing::DocumentPlan& plan,
                         std::optional<DocumentType> declared,
                         Side side) {
  const std::string file = file_of(drawing::draw_document(plan));
  auto evaluation = EmbeddedEngine(test_sha256).evaluate_document({file, side, declared, kNow});
  REQUIRE(evaluation.has_value());
  return std::move(*evaluation);
}

TEST_CASE("the portrait is found on every front that has one") {
  for (const DocumentType type : {DocumentType::Passport,
                                  DocumentType::IdCard,
                                  DocumentType::DrivingLicense,
                                  DocumentType::ResidencePermit}) {
    const auto evaluation = shown({.seed = 2, .type = type}, type, Side::Front);
    CAPTURE(name_of(type));
    CHECK(verdict(evaluation) == "accepted");
    CHECK(outcome_of(evaluation, "DOCUMENT_PORTRAIT").status == CheckStatus::Passed);
  }
  CHECK(outcome_of(shown({}, std::nullopt, Side::Front), "DOCUMENT_PORTRAIT").status ==
        CheckStatus::Passed);
}

TEST_CASE("a back is not searched for a portrait, and is not taken for a front") {
  const drawing::DocumentPlan back = {.side = Side::Back, .type = DocumentType::DrivingLicense};
  const auto sought = [](const Evaluation& evaluation) {
    return std::ranges::any_of(
        evaluation.checks, [](const auto& check) { return check.check == "DOCUMENT_PORTRAIT"; });
  };
  CHECK_FALSE(sought(shown(back, DocumentType::DrivingLicense, Side::Back)));
  CHECK_FALSE(sought(shown(back, DocumentType::Other, Side::Front)));
  CHECK(verdict(shown(back, DocumentType::DrivingLicense, Side::Front)) == "DOCUMENT_NO_PORTRAIT");
  const auto undeclared = shown(back, std::nullopt, Side::Front);
  CHECK(undeclared.accepted());
  CHECK(outcome_of(undeclared, "DOCUMENT_PORTRAIT").status == CheckStatus::Warning);
}

TEST_CASE("a page with a zone has a portrait, whatever it is declared as") {
  const auto page =
      shown({.seed = 2, .type = DocumentType::Passport}, DocumentType::Other, Side::Front);
  CHECK(verdict(page) == "accepted");
  CHECK(outcome_of(page, "DOCUMENT_PORTRAIT").status == CheckStatus::Passed);

  // The foot of the page, with the zone and nothing above it.
  const auto flat = drawing::draw_flat_document({.seed = 2, .type = DocumentType::Passport});
  RgbImage sheet = flat.image;
  const auto zone_begins =
      sheet.bytes.begin() + static_cast<std::ptrdiff_t>(sheet.bytes.size() / 10 * 7);
  std::fill(sheet.bytes.begin(), zone_begins, std::uint8_t{222});
  const std::string file = file_of(sheet);
  const auto found =
      EmbeddedEngine(test_sha256).evaluate_document({file, Side::Front, DocumentType::Other, kNow});
  REQUIRE(found.has_value());
  CHECK(found->accepted());
  CHECK(outcome_of(*found, "DOCUMENT_PORTRAIT").status == CheckStatus::Warning);
  CHECK(outcome_of(*found, "DOCUMENT_PORTRAIT").code == "DOCUMENT_NO_PORTRAIT");
}

TEST_CASE("a picture of one pixel is refused as any side of any document") {
  for (const auto& picture : {RgbImage(1, 1), RgbImage(1, 40), RgbImage(40, 1)}) {
    const std::string file = file_of(picture);
    for (const auto type :
         {DocumentType::Passport, DocumentType::IdCard, DocumentType::DrivingLicense}) {
      for (const Side side : {Side::Front, Side::Back}) {
        const auto found = EmbeddedEngine(test_sha256).evaluate_document({file, side, type, kNow});
        REQUIRE(found.has_value());
        CHECK_FALSE(found->accepted());
      }
    }
  }
}

TEST_CASE("a portrait is found either way up, unless it is a watermark's size") {
  const DocumentClaim front = {Side::Front, DocumentType::IdCard, kNow};
  const auto status = [&](const LumaImage& flat, double px_per_mm) {
    const auto judgements = review_portrait(flat, px_per_mm, front, {}).judgements;
    REQUIRE(judgements.size() == 1);
    return judgements.front().status;
  };
  const drawing::FlatDocument document = drawing::draw_flat_document({.seed = 5});
  const auto pixels =
      static_cast<std::size_t>(document.width_mm * kPxPerMm * document.width_mm * kPxPerMm *
                               document.image.height / document.image.width);
  const LumaImage flat = shrunk_luma(document.image, pixels);
  LumaImage turned = flat;
  std::ranges::reverse(turned.bytes);
  CHECK(status(flat, kPxPerMm) == CheckStatus::Passed);
  CHECK(status(turned, kPxPerMm) == CheckStatus::Passed);
  // At a third of the size the portrait is as small as a watermark.
  CHECK(status(shrunk(flat, flat.bytes.size() / 9), kPxPerMm) == CheckStatus::Failed);
}

}  // namespace countersign::portrait_test
