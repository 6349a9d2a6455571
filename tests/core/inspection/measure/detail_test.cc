#include "core/inspection/measure/detail.h"

#include <doctest/doctest.h>

#include <cmath>
#include <optional>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/measure/print.h"
#include "core/inspection/review/picture_quality.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"

namespace countersign::detail_test {

constexpr double kPxPerMm = 16;  // of the drawings

RgbImage flat_front() { return drawing::draw_flat_document({}).image; }
LumaImage luma_of(const RgbImage& image) { return shrunk_luma(image, 100'000'000); }
FineDetail detail_of(const RgbImage& image) { return fine_detail(luma_of(image), kPxPerMm, 0); }

TEST_CASE("a blur takes fine detail away in both directions alike") {
  const RgbImage image = flat_front();
  const FineDetail sharp = detail_of(image);
  const FineDetail soft = detail_of(drawing::blurred(image, 0.3 * kPxPerMm));
  REQUIRE(sharp.across.has_value());
  REQUIRE(sharp.down.has_value());
  CHECK(*sharp.across > 7);
  CHECK(*sharp.down > 7);
  CHECK(sharp.down_over_across().value() > 0.6);
  CHECK(soft.across.value_or(0) < 4);
  CHECK(soft.down.value_or(0) < 4);
  CHECK(soft.down_over_across().value() > 0.6);
}

TEST_CASE("motion along one axis takes its detail alone") {
  const RgbImage image = flat_front();
  for (const double mm : {1.8, 3.0}) {
    CHECK(detail_of(drawing::moved(image, mm * kPxPerMm, 0)).down_over_across().value() > 1.3);
    CHECK(detail_of(drawing::moved(image, mm * kPxPerMm, 90)).down_over_across().value() < 0.36);
  }
}

// Level lines across wide bars, at so many pixels from each other; a millimetre has 8.
RgbImage ruled(int period) {
  drawing::Canvas canvas(800, 500);
  canvas.paint([period](double x, double y) {
    const double bar = static_cast<int>(x / 40) % 2 == 0 ? 0 : 60;
    const double line = std::fmod(y, period) < period / 4.0 ? 60 : 0;
    return drawing::Colour{200 - bar - line, 200 - bar - line, 200 - bar - line};
  });
  return std::move(canvas).take();
}

Judgement judged_detail(const RgbImage& image) {
  const LumaImage flat = luma_of(image);
  PictureQuality quality = judge_document_quality(flat, 8, {});
  quality.sharpness = judge_focus(quality, std::nullopt, 8, false, {});
  return judge_detail(flat, quality, 8, false, {});
}

TEST_CASE("print whose edges are sharp is not refused for the detail that it has") {
  const Judgement by_itself = judged_detail(ruled(24));
  CHECK(by_itself.value.value_or(0) > 1.3);
  CHECK(by_itself.status == CheckStatus::Warning);
  // No document has as fine lines in one direction only.
  CHECK(judged_detail(ruled(12)).status == CheckStatus::Failed);
  // Nothing says how sharp the upright edges were.
  CHECK(judged_detail(drawing::moved(ruled(24), 24, 0)).status != CheckStatus::Warning);
}

TEST_CASE("neither light nor contrast changes the share of fine detail") {
  const RgbImage image = flat_front();
  const FineDetail dark = detail_of(drawing::darkened(image, 0.4));
  CHECK(*dark.across == doctest::Approx(*detail_of(image).across).epsilon(0.10));
}

TEST_CASE("where there are no shapes there is no detail to compare") {
  const FineDetail none = detail_of(RgbImage(800, 500));
  CHECK_FALSE(none.across.has_value());
  CHECK_FALSE(none.down.has_value());
  CHECK(none.down_over_across() == std::nullopt);
}

TEST_CASE("print is told from the borders of large fields") {
  CHECK(printed_share(luma_of(flat_front()), 80) > 0.08);
  drawing::Canvas tiles(800, 500);
  tiles.paint([](double x, double y) {
    const double luma = (static_cast<int>(x / 210) + static_cast<int>(y / 210)) % 2 == 0 ? 60 : 180;
    return drawing::Colour{luma, luma, luma};
  });
  CHECK(printed_share(luma_of(std::move(tiles).take()), 40) < 0.02);
  CHECK(printed_share(luma_of(RgbImage(800, 500)), 40) == 0);
  CHECK(printed_share(luma_of(RgbImage(30, 30)), 40) == 0);
}

}  // namespace countersign::detail_test
