#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/document.h"

namespace countersign::document_mrz_test {

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21

DocumentEvaluation shown(const drawing::DocumentPlan& plan, DocumentType declared, Side side) {
  const std::string file = drawing::encode(drawing::draw_document(plan), {});
  auto evaluation = EmbeddedEngine(test_sha256).evaluate_document({file, side, declared, kNow});
  REQUIRE(evaluation.has_value());
  return std::move(*evaluation);
}

std::string verdict(const drawing::DocumentPlan& plan, DocumentType declared, Side side) {
  const auto evaluation = shown(plan, declared, side);
  return evaluation.accepted() ? "accepted" : evaluation.issues.front().code;
}

CheckStatus status_of(const Evaluation& evaluation, std::string_view name) {
  const auto found = std::find_if(evaluation.checks.begin(),
                                  evaluation.checks.end(),
                                  [&](const CheckOutcome& check) { return check.check == name; });
  REQUIRE(found != evaluation.checks.end());
  return found->status;
}

const drawing::DocumentPlan kPassport = {.seed = 11, .type = DocumentType::Passport};
const drawing::DocumentPlan kBack = {.seed = 11, .side = Side::Back};

TEST_CASE("a passport's page and the back of a card are read from the picture") {
  for (const auto& [plan, type, side] : {std::tuple{kPassport, DocumentType::Passport, Side::Front},
                                         std::tuple{kBack, DocumentType::IdCard, Side::Back}}) {
    const auto evaluation = shown(plan, type, side);
    CHECK(evaluation.accepted());
    for (const char* check : {"DOCUMENT_MRZ",
                              "DOCUMENT_MRZ_CHECK_DIGITS",
                              "DOCUMENT_MRZ_DATES",
                              "DOCUMENT_EXPIRY",
                              "DOCUMENT_TYPE"}) {
      CAPTURE(check);
      CHECK(status_of(evaluation, check) == CheckStatus::Passed);
    }
  }
}

TEST_CASE("a document that does not say when it ends is neither expired nor at fault") {
  for (const char* expiry : {"990101", "991231", "999999", "000000", "<<<<<<", "760101"}) {
    for (const DocumentType type : {DocumentType::IdCard, DocumentType::Passport}) {
      CAPTURE(expiry);
      CAPTURE(name_of(type));
      drawing::DocumentPlan plan = type == DocumentType::IdCard ? kBack : kPassport;
      plan.expiry = expiry;
      const auto evaluation = shown(plan, type, plan.side);
      CHECK(evaluation.accepted());
      CHECK(status_of(evaluation, "DOCUMENT_MRZ_DATES") == CheckStatus::Passed);
      const bool stated = std::string(expiry) == "760101";  // in fifty years
      CHECK(status_of(evaluation, "DOCUMENT_EXPIRY") ==
            (stated ? CheckStatus::Passed : CheckStatus::NotPerformed));
    }
  }
  drawing::DocumentPlan plan = kBack;
  plan.expiry = "770101";
  CHECK(verdict(plan, DocumentType::IdCard, Side::Back) == "DOCUMENT_EXPIRED");
  plan.expiry = "25XX<<";
  CHECK(verdict(plan, DocumentType::IdCard, Side::Back) == "DOCUMENT_EXPIRED");
}

TEST_CASE("of a birth that is known in part the values have that part") {
  struct Case {
    const char* written;
    const char* told;
  };
  for (const Case& each : {Case{"580700", "1958-07"},
                           Case{"5807<<", "1958-07"},
                           Case{"5807XX", "1958-07"},
                           Case{"58XXXX", "1958"},
                           Case{"580000", "1958"},
                           Case{"<<<<<<", ""}}) {
    CAPTURE(each.written);
    drawing::DocumentPlan plan = kPassport;
    plan.birth = each.written;
    const std::string file = drawing::encode(drawing::draw_document(plan), {});
    const auto found = EmbeddedEngine(test_sha256)
                           .evaluate_document({.image = file,
                                               .side = Side::Front,
                                               .type = DocumentType::Passport,
                                               .now = kNow,
                                               .mrz_values = true});
    REQUIRE(found.has_value());
    CHECK(found->accepted());
    REQUIRE(found->mrz.has_value());
    CHECK(found->mrz->birth_date == each.told);
  }
}

TEST_CASE("each contradiction between zone and document has its code") {
  drawing::DocumentPlan plan = kPassport;
  plan.expired = true;
  CHECK(verdict(plan, DocumentType::Passport, Side::Front) == "DOCUMENT_EXPIRED");
  plan = kPassport;
  plan.wrong_check_digit = true;
  CHECK(verdict(plan, DocumentType::Passport, Side::Front) == "DOCUMENT_MRZ_INVALID");
  plan = kBack;
  plan.wrong_check_digit = true;
  CHECK(verdict(plan, DocumentType::IdCard, Side::Back) == "DOCUMENT_MRZ_INVALID");
  CHECK(verdict(kPassport, DocumentType::IdCard, Side::Front) == "DOCUMENT_TYPE_MISMATCH");
  CHECK(verdict(kBack, DocumentType::Passport, Side::Front) == "DOCUMENT_TYPE_MISMATCH");
  CHECK(verdict(kBack, DocumentType::IdCard, Side::Front) == "DOCUMENT_SIDE_MISMATCH");
}

// A card that has its zone below its portrait.
RgbImage card_with_both() {
  const RgbImage front = drawing::draw_flat_document({.seed = 11}).image;
  RgbImage card = drawing::draw_flat_document(kBack).image;
  REQUIRE(front.bytes.size() == card.bytes.size());
  const std::uint32_t above_portrait = front.height * 19 / 100;
  for (std::uint32_t y = 0; y < front.height * 56 / 100; ++y) {
    const std::uint8_t* const row = front.row(y + above_portrait);
    std::copy(row, row + std::size_t{3} * front.width, card.row(y));
  }
  return card;
}

TEST_CASE("a zone on the front of a card is no back, if there is a portrait too") {
  drawing::Scene scene;
  scene.width = 1600;
  scene.height = 1200;
  const auto photo = drawing::photograph(card_with_both(), 85.6, scene);
  const auto evaluation =
      EmbeddedEngine(test_sha256)
          .evaluate_document(
              {drawing::encode(photo.image, {}), Side::Front, DocumentType::IdCard, kNow});
  REQUIRE(evaluation.has_value());
  CHECK(evaluation->accepted());
  CHECK(status_of(*evaluation, "DOCUMENT_SIDE") == CheckStatus::Passed);
  CHECK(status_of(*evaluation, "DOCUMENT_PORTRAIT") == CheckStatus::Passed);
}

TEST_CASE("a passport without a zone is refused, a card's back without one is remarked on") {
  drawing::DocumentPlan none = {.seed = 11, .type = DocumentType::Other};
  CHECK(verdict(none, DocumentType::Passport, Side::Front) == "DOCUMENT_MRZ_NOT_FOUND");
  none.side = Side::Back;
  const auto back = shown(none, DocumentType::IdCard, Side::Back);
  CHECK(back.accepted());
  REQUIRE(back.issues.size() == 2);
  CHECK(back.issues.front().code == "DOCUMENT_MRZ_NOT_FOUND");
  // Other cards have its shape too.
  CHECK(back.issues.back().code == "DOCUMENT_NOT_RECOGNIZED");
  CHECK(back.issues.back().severity == Severity::Warning);
  CHECK(status_of(back, "DOCUMENT_EXPIRY") == CheckStatus::NotPerformed);
}

TEST_CASE("the same picture on another day may have expired") {
  const std::string file = drawing::encode(drawing::draw_document(kPassport), {});
  const EmbeddedEngine engine(test_sha256);
  const auto found = [&](const char* day) {
    const auto evaluation =
        engine.evaluate_document({file, Side::Front, DocumentType::Passport, *parse_utc_time(day)});
    REQUIRE(evaluation.has_value());
    return status_of(*evaluation, "DOCUMENT_EXPIRY");
  };
  CHECK(found("2026-11-21T00:00:00Z") == CheckStatus::Passed);
  CHECK(found("2059-12-31T00:00:00Z") == CheckStatus::Passed);
  CHECK(found("2070-01-02T00:00:00Z") == CheckStatus::Failed);
}

TEST_CASE("the same bytes give the same evaluation") {
  const auto first = shown(kPassport, DocumentType::Passport, Side::Front);
  const auto second = shown(kPassport, DocumentType::Passport, Side::Front);
  CHECK(first.checks == second.checks);
  CHECK(first.issues == second.issues);
}

}  // namespace countersign::document_mrz_test
