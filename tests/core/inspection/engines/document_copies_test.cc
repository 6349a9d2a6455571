#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/face/face_detector.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"

// Copies, screenshots, and pictures of more or less than a document.
namespace countersign::document_copies_test {

constexpr UtcTime kNow{1'795'219'200'000'000};

DocumentEvaluation judged(const RgbImage& image,
                          DocumentType type = DocumentType::IdCard,
                          Side side = Side::Front,
                          const Thresholds& thresholds = {}) {
  const std::string file = drawing::encode(image, {});
  const auto evaluation =
      EmbeddedEngine(test_sha256).evaluate_document({file, side, type, kNow, thresholds});
  REQUIRE(evaluation.has_value());
  return *evaluation;
}

bool tells(const DocumentEvaluation& evaluation, std::string_view code) {
  return std::ranges::count(evaluation.issues, code, &Issue::code) > 0;
}

RgbImage on_table(const drawing::FlatDocument& flat, std::uint64_t seed) {
  drawing::Scene scene;
  scene.seed = seed;
  scene.width = 1600;
  scene.height = 1200;
  scene.degrees = 2;
  return drawing::noisy(drawing::photograph(flat.image, flat.width_mm, scene).image, 2, seed);
}

// With this share of its colour.
RgbImage paler(RgbImage image, double colour) {
  for (std::size_t i = 0; i + 2 < image.bytes.size(); i += 3) {
    std::uint8_t* pixel = &image.bytes[i];
    const double luma = 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
    for (int c = 0; c < 3; ++c) pixel[c] = drawing::channel(luma + colour * (pixel[c] - luma));
  }
  return image;
}

TEST_CASE("a copy in black and white is told, and a pale document in colour is not") {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    for (const DocumentType type : {DocumentType::IdCard, DocumentType::Passport}) {
      const RgbImage image =
          on_table(drawing::draw_flat_document({.seed = seed, .type = type}), seed);
      CAPTURE(seed);
      CAPTURE(name_of(type));
      CHECK_FALSE(tells(judged(image, type), "DOCUMENT_COPY"));
      CHECK_FALSE(tells(judged(paler(image, 0.6), type), "DOCUMENT_COPY"));
      const auto grey = judged(paler(image, 0), type);
      CHECK(grey.accepted());
      CHECK(tells(grey, "DOCUMENT_COPY"));
      Thresholds off;
      off.document.chroma = {0, 0};
      CHECK_FALSE(tells(judged(paler(image, 0), type, Side::Front, off), "DOCUMENT_COPY"));
    }
  }
}

TEST_CASE("the back of a card may be black and white") {
  const auto flat = drawing::draw_flat_document({.seed = 1, .side = Side::Back});
  const auto back = judged(paler(on_table(flat, 1), 0), DocumentType::IdCard, Side::Back);
  CHECK_FALSE(tells(back, "DOCUMENT_COPY"));
}

// A photograph between the bars of a telephone's screen.
RgbImage screenshot(const RgbImage& photograph) {
  RgbImage screen(photograph.width, 2 * photograph.height);
  std::ranges::fill(screen.bytes, std::uint8_t{18});
  std::ranges::copy(photograph.bytes, screen.row(photograph.height / 2));
  return screen;
}

TEST_CASE("a screenshot is told, and a photograph is not") {
  for (const std::uint64_t seed : {1, 2}) {
    const RgbImage image = on_table(drawing::draw_flat_document({.seed = seed}), seed);
    const auto shot = judged(screenshot(image));
    CHECK(tells(shot, "DOCUMENT_COPY"));
    const auto copy = std::ranges::find(shot.issues, "DOCUMENT_COPY", &Issue::code);
    CHECK(copy->severity == Severity::Warning);
    CHECK(copy->value_milli > 450);
    CHECK(copy->threshold_milli == 250);
    Thresholds off;
    off.document.plain_rows = {1, 1};
    CHECK_FALSE(
        tells(judged(screenshot(image), DocumentType::IdCard, Side::Front, off), "DOCUMENT_COPY"));
  }
}

TEST_CASE("the front of a card that is cut out is recognized by its corners, face and print") {
  if (!finds_faces()) return;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto flat = drawing::draw_flat_document({.seed = seed});
    drawing::Scene scene;
    scene.seed = seed;
    scene.width = 1200;
    scene.height = 757;
    scene.filled = 1;
    scene.table = drawing::Table::Dark;
    CAPTURE(seed);
    const auto round = judged(drawing::photograph(flat.image, flat.width_mm, scene).image);
    CHECK(round.accepted());
    CHECK_FALSE(tells(round, "DOCUMENT_NOT_RECOGNIZED"));
    // A photograph that shows the same without the corners of a card.
    scene.corner_mm = 0;
    const auto square = judged(drawing::photograph(flat.image, flat.width_mm, scene).image);
    CHECK(tells(square, "DOCUMENT_NOT_RECOGNIZED"));
  }
}

TEST_CASE("a table on which a card lies is not the card") {
  if (!finds_faces()) return;
  // A white card on white: no side is seen. The picture has nearly the shape of an ID-2 document.
  drawing::FlatDocument flat = drawing::draw_flat_document({.seed = 2});
  drawing::Canvas table(1280, 960);
  table.paint([](double, double) { return drawing::Colour{236, 236, 234}; });
  RgbImage image = std::move(table).take();
  const auto photo = drawing::photograph(
      flat.image, flat.width_mm, {.seed = 2, .width = 1280, .height = 960, .filled = 0.5});
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      if (!encloses(photo.corners, {x + 0.5, y + 0.5})) continue;
      std::copy_n(photo.image.row(y) + std::size_t{x} * 3, 3, image.row(y) + std::size_t{x} * 3);
    }
  }
  const auto evaluation = judged(drawing::noisy(image, 2, 1));
  const auto size = std::ranges::find(evaluation.checks, "DOCUMENT_SIZE", &CheckOutcome::check);
  // The card has 7.5 pixels a millimetre, and the picture as a card 12.6.
  REQUIRE(size != evaluation.checks.end());
  CHECK(size->value_milli.value_or(0) < 9'000);
}

}  // namespace countersign::document_copies_test
