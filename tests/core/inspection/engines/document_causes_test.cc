#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/face/face_detector.h"
#include "core/inspection/measure/glare.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"

namespace countersign::document_causes_test {

DocumentEvaluation judged(const RgbImage& image, Side side, DocumentType type) {
  const std::string file = drawing::encode(image, {});
  const auto evaluation =
      EmbeddedEngine(test_sha256)
          .evaluate_document({file, side, type, UtcTime(1'795'219'200'000'000)});
  REQUIRE(evaluation.has_value());
  return *evaluation;
}

std::string first_of(const DocumentEvaluation& evaluation) {
  return evaluation.issues.empty() ? "none" : evaluation.issues.front().code;
}

bool tells(const DocumentEvaluation& evaluation, std::string_view code) {
  return std::ranges::count(evaluation.issues, code, &Issue::code) > 0;
}

drawing::Photograph document(const drawing::DocumentPlan& plan) {
  const auto flat = drawing::draw_flat_document(plan);
  drawing::Scene scene;
  scene.seed = plan.seed;
  scene.width = 1600;
  scene.height = 1200;
  scene.degrees = 2;
  auto photo = drawing::photograph(flat.image, flat.width_mm, scene);
  photo.image = drawing::noisy(photo.image, 2, plan.seed);
  return photo;
}

drawing::Photograph document(std::uint64_t seed, DocumentType type, Side side) {
  return document({.seed = seed, .side = side, .type = type});
}

// A reflection of about `mm` across, at shares of the document's width and height.
RgbImage lit(const drawing::Photograph& photo, double u, double v, double mm) {
  const auto& c = photo.corners;
  const auto mix = [&](double a, double b, double share) { return a + (b - a) * share; };
  const double x = mix(mix(c[0].x, c[1].x, u), mix(c[3].x, c[2].x, u), v);
  const double y = mix(mix(c[0].y, c[1].y, u), mix(c[3].y, c[2].y, u), v);
  const double pixels = std::numbers::pi * std::pow(mm * photo.px_per_mm / 2, 2);
  const double all = static_cast<double>(photo.image.width) * photo.image.height;
  return drawing::with_glare(photo.image,
                             {pixels / all, x / photo.image.width, y / photo.image.height});
}

TEST_CASE("a reflection on the zone is told as that, whatever the zone then seems to be") {
  for (const std::uint64_t seed : {1, 2}) {
    for (const DocumentType type : {DocumentType::Passport, DocumentType::IdCard}) {
      const Side side = type == DocumentType::Passport ? Side::Front : Side::Back;
      const auto photo = document(seed, type, side);
      CAPTURE(seed);
      CAPTURE(name_of(type));
      CHECK(judged(photo.image, side, type).issues.empty());
      for (const double mm : {5.0, 8.0}) {
        for (const double v : {0.8, 0.86, 0.92}) {
          const auto evaluation = judged(lit(photo, 0.5, v, mm), side, type);
          CAPTURE(mm);
          CAPTURE(v);
          REQUIRE_FALSE(evaluation.issues.empty());
          const Issue& issue = evaluation.issues.front();
          CHECK(issue.code == "DOCUMENT_GLARE");
          CHECK(issue.hint.find("until the reflection leaves the lines") != std::string::npos);
          CHECK_FALSE(tells(evaluation, "DOCUMENT_MRZ_INVALID"));
        }
      }
    }
  }
}

TEST_CASE("a reflection beside the zone says nothing of the zone") {
  drawing::DocumentPlan plan = {.seed = 1, .side = Side::Front, .type = DocumentType::Passport};
  CHECK(judged(lit(document(plan), 0.5, 0.45, 4), plan.side, plan.type).issues.empty());
  plan.wrong_check_digit = true;
  for (const double mm : {0.1, 4.0}) {
    const auto evaluation = judged(lit(document(plan), 0.6, 0.45, mm), plan.side, plan.type);
    CHECK(first_of(evaluation) == "DOCUMENT_MRZ_INVALID");
    CHECK_FALSE(tells(evaluation, "DOCUMENT_GLARE"));
  }
}

TEST_CASE("a reflection that hides the portrait is told before the portrait is missed") {
  if (!finds_faces()) return;
  std::size_t missed = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto photo = document(seed, DocumentType::IdCard, Side::Front);
    for (const double mm : {12.0, 14.0}) {
      const auto evaluation = judged(lit(photo, 0.19, 0.45, mm), Side::Front, DocumentType::IdCard);
      CAPTURE(seed);
      CAPTURE(mm);
      CHECK(first_of(evaluation) == "DOCUMENT_GLARE");
      missed += tells(evaluation, "DOCUMENT_NO_PORTRAIT") ? 1 : 0;
    }
    // Beside the portrait, it hides no face.
    const auto beside = judged(lit(photo, 0.8, 0.45, 2.5), Side::Front, DocumentType::IdCard);
    CHECK(beside.issues.empty());
  }
  CHECK(missed > 0);
}

// Paper with lines of black print at 8 pixels a millimetre, of so much luma where the light is
// `strength` at the middle, and falls off towards the sides.
LumaImage printed_paper(double paper, double strength, bool light_lies_over_print) {
  LumaImage page;
  page.width = 680;
  page.height = 432;
  for (std::size_t y = 0; y < page.height; ++y) {
    for (std::size_t x = 0; x < page.width; ++x) {
      const double off = std::hypot(static_cast<double>(x) - 340, static_cast<double>(y) - 216);
      const double light = strength * std::max(0.0, 1 - off / 200);
      const bool print = y % 24 < 6 && x % 12 < 4;
      const double more = print && !light_lies_over_print ? 0 : light;
      page.bytes.push_back(drawing::channel((print ? 30 : paper) + more));
    }
  }
  return page;
}

TEST_CASE("blown paper on which the print stays dark is no reflection") {
  CHECK_FALSE(find_reflections(printed_paper(200, 200, true), kGlareSoftRim).empty());
  CHECK(find_reflections(printed_paper(200, 200, false), kGlareSoftRim).empty());
}

TEST_CASE("the sides of a picture decide only where no document is found in it") {
  // A card that fills a picture of 680 x 429 pixels: 7.9 pixels a millimetre.
  const auto flat = drawing::draw_flat_document({.seed = 1});
  drawing::Scene scene;
  scene.width = 680;
  scene.height = 429;
  scene.filled = 0.97;
  const auto card = drawing::photograph(flat.image, flat.width_mm, scene);
  const auto evaluation = judged(card.image, Side::Front, DocumentType::IdCard);
  CHECK(evaluation.accepted());
  CHECK_FALSE(tells(evaluation, "DOCUMENT_LOW_RESOLUTION"));
  CHECK(tells(judged(drawing::empty_table(scene), Side::Front, DocumentType::IdCard),
              "DOCUMENT_LOW_RESOLUTION"));
  // Where the document is found, its pixels a millimetre decide.
  scene.width = 720;
  scene.height = 540;
  scene.filled = 0.5;
  const auto small = drawing::photograph(flat.image, flat.width_mm, scene);
  CHECK(first_of(judged(small.image, Side::Front, DocumentType::IdCard)) == "DOCUMENT_TOO_SMALL");
}

TEST_CASE("noise yields to a zone that was read, and not to everything") {
  const auto photo = document(1, DocumentType::Passport, Side::Front);
  const auto noise = [&](double sigma) {
    return judged(drawing::noisy(photo.image, sigma, 7), Side::Front, DocumentType::Passport);
  };
  std::size_t yields = 0;
  for (const double sigma : {32.0, 36.0, 40.0, 44.0, 120.0}) {
    const auto evaluation = noise(sigma);
    const auto check = std::ranges::find(evaluation.checks, "DOCUMENT_NOISE", &CheckOutcome::check);
    REQUIRE(check != evaluation.checks.end());
    if (check->value_milli.value_or(0) <= 14'000) continue;
    if (evaluation.accepted()) ++yields;
    if (check->value_milli.value_or(0) > 25'200) CHECK(check->status == CheckStatus::Failed);
  }
  CHECK(yields > 0);
  CHECK(first_of(noise(120)) == "DOCUMENT_NOISY");
}

}  // namespace countersign::document_causes_test
