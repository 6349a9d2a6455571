#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>

#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"

namespace countersign::document_quality_test {

constexpr std::array<ImageFormat, 3> kFormats = {
    ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP};
constexpr std::array<std::uint64_t, 3> kSeeds = {1, 2, 3};

std::string file_of(const RgbImage& image, ImageFormat format = ImageFormat::Jpeg) {
  drawing::Encoding encoding;
  encoding.format = format;
  return drawing::encode(image, encoding);
}

// 2026-11-21: documents that are drawn as valid end in the 2060s.
constexpr UtcTime kNow{1'795'219'200'000'000};

DocumentEvaluation evaluate(const std::string& file,
                            Side side = Side::Front,
                            std::optional<DocumentType> type = std::nullopt,
                            const Thresholds& thresholds = {}) {
  const EmbeddedEngine engine(test_sha256);
  auto evaluation = engine.evaluate_document({file, side, type, kNow, thresholds});
  REQUIRE(evaluation.has_value());
  return std::move(*evaluation);
}

// The code of the worst issue, or "accepted" if no issue is an error.
std::string verdict(const DocumentEvaluation& evaluation) {
  if (evaluation.accepted()) return "accepted";
  return evaluation.issues.front().code;
}

std::string verdict_of(const RgbImage& image, ImageFormat format = ImageFormat::Jpeg) {
  return verdict(evaluate(file_of(image, format)));
}

const CheckOutcome* find_check(const Evaluation& evaluation, std::string_view name) {
  const auto found = std::find_if(evaluation.checks.begin(),
                                  evaluation.checks.end(),
                                  [&](const CheckOutcome& check) { return check.check == name; });
  return found == evaluation.checks.end() ? nullptr : &*found;
}

// A plain drawing as people make for a first try: a card with bars on a table.
RgbImage plain_card(std::uint32_t width, std::uint32_t height, double card_luma) {
  drawing::Canvas canvas(width, height);
  canvas.paint([](double, double) { return drawing::Colour{128, 128, 128}; });
  const drawing::Box all = {0, 0, canvas.width(), canvas.height()};
  canvas.box(all.part(0.08, 0.08, 0.84, 0.84), {card_luma, card_luma, card_luma});
  canvas.box(all.part(0.12, 0.20, 0.22, 0.45), {90, 110, 140});
  for (int i = 0; i < 7; ++i) canvas.box(all.part(0.4, 0.2 + 0.08 * i, 0.4, 0.025), {20, 20, 20});
  return std::move(canvas).take();
}

RgbImage page(std::uint32_t width, std::uint32_t height, int lines) {
  drawing::Canvas canvas(width, height);
  canvas.paint([](double, double) { return drawing::Colour{255, 255, 255}; });
  for (int i = 0; i < lines; ++i) {
    canvas.text({0.1 * width, 0.1 * height + 40.0 * i}, 3, "PRINT 0123456789", {10, 10, 10});
  }
  return std::move(canvas).take();
}

RgbImage flat(double luma) {
  drawing::Canvas canvas(1000, 640);
  canvas.paint([luma](double, double) { return drawing::Colour{luma, luma, luma}; });
  return std::move(canvas).take();
}

TEST_CASE("drawn documents of every kind are accepted in every format") {
  for (const auto seed : kSeeds) {
    for (const Side side : {Side::Front, Side::Back}) {
      for (const DocumentType type : {DocumentType::IdCard, DocumentType::Passport}) {
        // The back of a passport's page shows nothing of a document.
        if (type == DocumentType::Passport && side == Side::Back) continue;
        drawing::DocumentPlan plan;
        plan.seed = seed;
        plan.side = side;
        plan.type = type;
        const RgbImage image = drawing::draw_document(plan);
        for (const ImageFormat format : kFormats) {
          const auto evaluation = evaluate(file_of(image, format), side, type);
          CAPTURE(seed);
          CAPTURE(name_of(format));
          CHECK(verdict(evaluation) == "accepted");
          CHECK(evaluation.issues.empty());
          REQUIRE(evaluation.image.has_value());
          CHECK(evaluation.image->format == format);
          CHECK(evaluation.image->width == plan.width);
          CHECK(evaluation.image->height == plan.height);
        }
      }
    }
  }
}

TEST_CASE("each fault of a picture has its code") {
  for (const auto seed : kSeeds) {
    drawing::DocumentPlan plan;
    plan.seed = seed;
    const RgbImage image = drawing::draw_document(plan);
    const auto lamp = [&](double share) { return drawing::with_glare(image, {share, 0.6, 0.5}); };
    CAPTURE(seed);
    CHECK(verdict_of(drawing::blurred(image, 4)) == "DOCUMENT_BLURRY");
    CHECK(verdict_of(drawing::blurred(image, 9)) == "DOCUMENT_BLURRY");
    CHECK(verdict_of(drawing::moved(image, 24, 0)) == "DOCUMENT_BLURRY");
    CHECK(verdict_of(drawing::moved(image, 24, 90)) == "DOCUMENT_BLURRY");
    CHECK(verdict_of(drawing::moved(image, 24, 40)) == "DOCUMENT_BLURRY");
    CHECK(verdict_of(drawing::darkened(image, 0.15)) == "DOCUMENT_TOO_DARK");
    CHECK(verdict_of(drawing::washed_out(image, 0.95)) == "DOCUMENT_TOO_BRIGHT");
    CHECK(verdict_of(lamp(0.10)) == "DOCUMENT_GLARE");
    CHECK(verdict_of(lamp(0.20)) == "DOCUMENT_GLARE");
    plan.width = 460;
    plan.height = 330;
    CHECK(verdict_of(drawing::draw_document(plan)) == "DOCUMENT_TOO_SMALL");
  }
}

TEST_CASE("faults have their codes in every format") {
  drawing::DocumentPlan plan;
  const RgbImage image = drawing::draw_document(plan);
  for (const ImageFormat format : kFormats) {
    CHECK(verdict_of(drawing::blurred(image, 5), format) == "DOCUMENT_BLURRY");
    CHECK(verdict_of(drawing::darkened(image, 0.1), format) == "DOCUMENT_TOO_DARK");
    CHECK(verdict_of(drawing::with_glare(image, {0.12, 0.5, 0.5}), format) == "DOCUMENT_GLARE");
    const std::string file = drawing::truncated(file_of(image, format), 0.6);
    CHECK(verdict(evaluate(file)) == "DOCUMENT_UNREADABLE");
  }
}

TEST_CASE("moderate faults are remarks, not refusals") {
  const RgbImage image = drawing::draw_document({});
  const auto remark = [](const RgbImage& picture) {
    const auto evaluation = evaluate(file_of(picture));
    CHECK(evaluation.accepted());
    REQUIRE(evaluation.issues.size() == 1);
    CHECK(evaluation.issues.front().severity == Severity::Warning);
    CHECK_FALSE(evaluation.issues.front().hint.empty());
    return evaluation.issues.front().code;
  };
  CHECK(remark(drawing::blurred(image, 2.3)) == "DOCUMENT_BLURRY");
  CHECK(remark(drawing::darkened(image, 0.32)) == "DOCUMENT_TOO_DARK");
  CHECK(remark(drawing::with_glare(image, {0.03, 0.5, 0.5})) == "DOCUMENT_GLARE");
  CHECK(remark(drawing::noisy(image, 25, 1)) == "DOCUMENT_NOISY");
  drawing::DocumentPlan small;
  small.width = 640;
  small.height = 430;
  CHECK(remark(drawing::draw_document(small)) == "DOCUMENT_TOO_SMALL");
}

// A card whose print is soft by so many millimetres, photographed in focus.
drawing::Photograph card_with_soft_print(double soft_mm) {
  const auto card = drawing::draw_flat_document({.seed = 3});
  const double px_per_mm = card.image.width / card.width_mm;
  drawing::Scene scene;
  scene.width = 1600;
  scene.height = 1200;
  scene.table = drawing::Table::Dark;
  scene.degrees = 3;
  return drawing::photograph(
      drawing::blurred(card.image, soft_mm * px_per_mm), card.width_mm, scene);
}

TEST_CASE(
    "print that is soft itself is a remark, and only where the border shows a sharp picture") {
  constexpr double kSoftMm = 0.22;
  const drawing::Photograph soft = card_with_soft_print(kSoftMm);
  const auto evaluation = evaluate(file_of(soft.image));
  CHECK(verdict(evaluation) == "accepted");
  const CheckOutcome* check = find_check(evaluation, "DOCUMENT_SHARPNESS");
  REQUIRE(check != nullptr);
  CHECK(check->status == CheckStatus::Warning);
  CHECK(check->code == "DOCUMENT_BLURRY");
  CHECK(check->value_milli.value_or(0) > 150);
  // As soft in front of the camera, or moved before it.
  const drawing::Photograph sharp = card_with_soft_print(0.05);
  CHECK(verdict_of(drawing::blurred(sharp.image, kSoftMm * sharp.px_per_mm)) == "DOCUMENT_BLURRY");
  for (const double degrees : {0.0, 45.0, 90.0, 135.0}) {
    CAPTURE(degrees);
    const RgbImage moved = drawing::moved(soft.image, 1.2 * soft.px_per_mm, degrees);
    CHECK(verdict_of(moved) == "DOCUMENT_BLURRY");
  }
  // A picture that was out of focus, cut out and laid on a table by a program.
  CHECK(verdict_of(card_with_soft_print(0.42).image) == "DOCUMENT_BLURRY");
}

TEST_CASE("a document that moved by 1.2 mm is blurred, if its zone can be read or not") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    for (const DocumentType type : {DocumentType::Passport, DocumentType::IdCard}) {
      drawing::DocumentPlan plan;
      plan.seed = seed;
      plan.type = type;
      plan.typeface = drawing::Typeface::Letters;
      const auto document = drawing::draw_flat_document(plan);
      const auto still = drawing::photograph(
          document.image, document.width_mm, {.width = 1600, .height = 1200, .degrees = 2});
      CAPTURE(seed);
      CHECK(verdict(evaluate(file_of(still.image), Side::Front, type)) == "accepted");
      for (const double degrees : {0.0, 45.0, 90.0, 135.0}) {
        CAPTURE(degrees);
        const RgbImage moved = drawing::moved(still.image, 1.2 * still.px_per_mm, degrees);
        CHECK(verdict(evaluate(file_of(moved), Side::Front, type)) == "DOCUMENT_BLURRY");
      }
    }
  }
}

// The drawings' print is not as soft in one direction as in the other, so none of them has the
// remark that real specimens have. These are the pictures that must not have it.
TEST_CASE("a blurred picture that shows no border is refused") {
  // Cut along the border of the document.
  const RgbImage scan = drawing::draw_flat_document({.seed = 3}).image;
  const double px_per_mm = scan.width / 85.6;
  CHECK(verdict_of(scan) == "accepted");
  for (const double soft_mm : {0.28, 0.42}) {
    CHECK(verdict_of(drawing::blurred(scan, soft_mm * px_per_mm)) == "DOCUMENT_BLURRY");
  }
  for (const double degrees : {0.0, 45.0, 90.0, 135.0}) {
    CAPTURE(degrees);
    CHECK(verdict_of(drawing::moved(scan, 1.2 * px_per_mm, degrees)) == "DOCUMENT_BLURRY");
  }
}

TEST_CASE("plain drawings have the quality of photographs, but show no document") {
  for (const auto& [width, height] : {std::pair{1000U, 640U}, {1600U, 1000U}, {2400U, 1600U}}) {
    for (const double luma : {200.0, 250.0, 255.0}) {
      const RgbImage card = plain_card(width, height, luma);
      for (const ImageFormat format : kFormats) {
        CHECK(verdict_of(card, format) == "DOCUMENT_NOT_RECOGNIZED");
      }
    }
  }
  CHECK(verdict_of(drawing::blurred(plain_card(1000, 640, 250), 4)) == "DOCUMENT_BLURRY");
  CHECK(verdict_of(drawing::blurred(plain_card(1600, 1000, 255), 4)) == "DOCUMENT_BLURRY");
}

TEST_CASE("white paper with print is neither too bright nor glare, but no document") {
  for (const int lines : {1, 2, 12}) {
    const RgbImage scan = page(1240, 874, lines);
    for (const ImageFormat format : kFormats) {
      const auto evaluation = evaluate(file_of(scan, format));
      CAPTURE(lines);
      REQUIRE(evaluation.issues.size() == 1);
      CHECK(evaluation.issues.front().code == "DOCUMENT_NOT_FOUND");
    }
  }
}

TEST_CASE("a picture of nothing has its most likely cause") {
  CHECK(verdict_of(flat(128)) == "DOCUMENT_NOT_FOUND");
  CHECK(verdict_of(drawing::noisy(flat(128), 60, 1)) == "DOCUMENT_NOT_FOUND");
  CHECK(verdict_of(flat(5)) == "DOCUMENT_TOO_DARK");
  CHECK(verdict_of(flat(255)) == "DOCUMENT_TOO_BRIGHT");
  CHECK(verdict_of(flat(240)) == "DOCUMENT_TOO_BRIGHT");
}

TEST_CASE("every problem is listed, the errors before the warnings") {
  drawing::DocumentPlan small;
  small.width = 640;
  small.height = 430;
  const RgbImage image = drawing::blurred(drawing::draw_document(small), 5);
  const auto evaluation = evaluate(file_of(image));
  REQUIRE(evaluation.issues.size() == 2);
  CHECK(evaluation.issues[0].code == "DOCUMENT_BLURRY");
  CHECK(evaluation.issues[0].severity == Severity::Error);
  CHECK(evaluation.issues[1].code == "DOCUMENT_TOO_SMALL");
  CHECK(evaluation.issues[1].severity == Severity::Warning);
}

TEST_CASE("a refusal tells what was measured, against what, and what to do") {
  const auto evaluation = evaluate(file_of(drawing::blurred(drawing::draw_document({}), 5)));
  REQUIRE(evaluation.issues.size() == 1);
  const Issue& issue = evaluation.issues.front();
  CHECK(issue.value_milli > issue.threshold_milli);
  CHECK(issue.threshold_milli == 150);
  CHECK_FALSE(issue.hint.empty());
  const CheckOutcome* check = find_check(evaluation, "DOCUMENT_SHARPNESS");
  REQUIRE(check != nullptr);
  CHECK(check->status == CheckStatus::Failed);
  CHECK(check->code == "DOCUMENT_BLURRY");
  CHECK(check->value_milli == issue.value_milli);
}

TEST_CASE("a check that was made says so, with its value and threshold") {
  const auto evaluation = evaluate(file_of(drawing::draw_document({})));
  for (const char* name : {"DOCUMENT_RESOLUTION",
                           "DOCUMENT_DETECTION",
                           "DOCUMENT_FRAMING",
                           "DOCUMENT_SIZE",
                           "DOCUMENT_VISIBILITY",
                           "DOCUMENT_PRINT",
                           "DOCUMENT_DETAIL",
                           "DOCUMENT_LIGHT",
                           "DOCUMENT_OVEREXPOSURE",
                           "DOCUMENT_SHARPNESS",
                           "DOCUMENT_GLARE",
                           "DOCUMENT_NOISE"}) {
    CAPTURE(name);
    const CheckOutcome* check = find_check(evaluation, name);
    REQUIRE(check != nullptr);
    CHECK(check->status == CheckStatus::Passed);
    CHECK_FALSE(check->code.has_value());
    CHECK(check->value_milli.has_value());
    CHECK(check->threshold_milli.has_value());
  }
}

TEST_CASE("checks of a document that the engine cannot make are NOT_PERFORMED") {
  const RgbImage image = drawing::draw_document({});
  const auto not_performed = [](const Evaluation& evaluation, std::string_view name) {
    const CheckOutcome* check = find_check(evaluation, name);
    return check != nullptr && check->status == CheckStatus::NotPerformed &&
           check->code == "CHECK_NOT_AVAILABLE" && !check->value_milli;
  };
  const auto front = evaluate(file_of(image), Side::Front);
  CHECK(not_performed(front, "DOCUMENT_AUTHENTICITY"));
  const auto back = evaluate(file_of(image), Side::Back);
  CHECK(not_performed(back, "DOCUMENT_AUTHENTICITY"));

  Thresholds unasked;
  unasked.document.authenticity_required = false;
  CHECK(find_check(evaluate(file_of(image), Side::Front, std::nullopt, unasked),
                   "DOCUMENT_AUTHENTICITY") == nullptr);
}

TEST_CASE("an image that does not decode is unreadable, with a reason") {
  const auto hint = [](const std::string& file) {
    const auto evaluation = evaluate(file);
    CHECK(verdict(evaluation) == "DOCUMENT_UNREADABLE");
    CHECK_FALSE(evaluation.image.has_value());
    return evaluation.issues.front().hint;
  };
  CHECK(hint("not an image").find("JPEG") != std::string::npos);
  CHECK(hint(crafted::png_claiming(30'000, 30'000)).find("40000000") != std::string::npos);
  CHECK(hint(crafted::animated_webp()).find("animation") != std::string::npos);
  CHECK(hint(drawing::truncated(file_of(drawing::draw_document({})), 0.5)).find("early") !=
        std::string::npos);
}

TEST_CASE("the digest of pixels ignores all of a file but what it shows") {
  const RgbImage image = drawing::draw_document({});
  const auto digest = [](const std::string& file) {
    const auto evaluation = evaluate(file);
    REQUIRE(evaluation.image.has_value());
    return evaluation.image->pixels;
  };
  drawing::Encoding png;
  png.format = ImageFormat::Png;
  drawing::Encoding interlaced = png;
  interlaced.interlaced = true;
  drawing::Encoding webp;
  webp.format = ImageFormat::WebP;
  webp.lossless = true;
  drawing::Encoding tagged = png;
  tagged.orientation = 1;
  const Sha256 expected = digest(drawing::encode(image, png));
  CHECK(digest(drawing::encode(image, interlaced)) == expected);
  CHECK(digest(drawing::encode(image, webp)) == expected);
  CHECK(digest(drawing::encode(image, tagged)) == expected);
  CHECK(digest(drawing::encode(image, tagged) + "trailing bytes") == expected);

  RgbImage other = image;
  other.bytes.back() ^= 1;
  CHECK(digest(drawing::encode(other, png)) != expected);
  RgbImage reshaped = flat(9);
  const Sha256 wide = digest(drawing::encode(reshaped, png));
  std::swap(reshaped.width, reshaped.height);
  CHECK(digest(drawing::encode(reshaped, png)) != wide);
}

TEST_CASE("drawings differ by seed, side, and type") {
  drawing::DocumentPlan plan;
  const RgbImage first = drawing::draw_document(plan);
  CHECK(drawing::draw_document(plan) == first);
  plan.seed = 2;
  CHECK(drawing::draw_document(plan) != first);
  plan.seed = 1;
  plan.side = Side::Back;
  CHECK(drawing::draw_document(plan) != first);
}

}  // namespace countersign::document_quality_test
