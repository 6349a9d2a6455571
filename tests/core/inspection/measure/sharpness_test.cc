#include "core/inspection/measure/sharpness.h"

#include <doctest/doctest.h>

#include "core/inspection/image/luma_image.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/canvas.h"

namespace countersign::sharpness_test {

constexpr std::size_t kAll = 1'000'000;

RgbImage squares(double contrast) {
  drawing::Canvas canvas(800, 600);
  canvas.paint([](double, double) { return drawing::Colour{120, 120, 120}; });
  const double luma = 120 + contrast;
  for (int i = 0; i < 12; ++i) {
    canvas.box({40.0 + 190 * (i % 4), 40.0 + 190 * (i / 4.0), 90, 90}, {luma, luma, luma});
  }
  return std::move(canvas).take();
}

EdgeWidths widths_px(const RgbImage& image) {
  const auto widths = edge_widths_px(shrunk_luma(image, kAll), kPrintSharpness);
  REQUIRE(widths.has_value());
  return *widths;
}

double width_px(const RgbImage& image) { return widths_px(image).softest; }

TEST_CASE("the width of edges is the sigma of the blur that made them") {
  for (const double sigma : {1.0, 2.0, 3.0, 4.0, 6.0}) {
    CHECK(width_px(drawing::blurred(squares(100), sigma)) == doctest::Approx(sigma).epsilon(0.15));
  }
  CHECK(width_px(squares(100)) < 0.9);
}

TEST_CASE("contrast does not change the width of edges") {
  for (const double contrast : {50.0, 75.0, 120.0}) {
    CHECK(width_px(drawing::blurred(squares(contrast), 3)) == doctest::Approx(3).epsilon(0.15));
  }
}

TEST_CASE("noise does not make a blurred picture sharp") {
  for (const double noise : {3.0, 6.0, 10.0}) {
    CHECK(width_px(drawing::noisy(drawing::blurred(squares(100), 4), noise, 1)) > 2.5);
  }
}

TEST_CASE("motion along any axis shows") {
  for (const double degrees : {0.0, 45.0, 90.0, 135.0}) {
    CHECK(width_px(drawing::moved(squares(100), 20, degrees)) > 3);
  }
}

TEST_CASE("only motion makes the edges of one direction softer than those of another") {
  const EdgeWidths soft = widths_px(drawing::blurred(squares(100), 3));
  CHECK(soft.softest < 1.2 * soft.sharpest);
  const EdgeWidths moved = widths_px(drawing::moved(drawing::blurred(squares(100), 1.5), 12, 0));
  CHECK(moved.softest > 2 * moved.sharpest);
  CHECK(moved.by_direction[kAlongX] == moved.softest);
  CHECK(moved.by_direction[kAlongY] == moved.sharpest);
  // Squares have no slanted edges.
  CHECK_FALSE(moved.by_direction[kDownToTheRight].has_value());
}

TEST_CASE("a picture without edges has no width of edges") {
  drawing::Canvas canvas(800, 600);
  canvas.paint([](double x, double) { return drawing::Colour{x / 4, x / 4, x / 4}; });
  const LumaImage slope = shrunk_luma(std::move(canvas).take(), kAll);
  CHECK_FALSE(edge_widths_px(slope, kPrintSharpness).has_value());
  const LumaImage tiny = shrunk_luma(RgbImage(5, 3), kAll);
  CHECK_FALSE(edge_widths_px(tiny, kPrintSharpness).has_value());
}

TEST_CASE("a shrunk picture keeps its brightness and its proportions") {
  RgbImage image(1000, 500);
  for (std::size_t i = 0; i < image.bytes.size(); ++i) {
    image.bytes[i] = i / 3 % 2 == 0 ? 0 : 200;
  }
  const LumaImage luma = shrunk_luma(image, 20'000);
  CHECK(luma.width == 200);
  CHECK(luma.height == 100);
  for (const std::uint8_t value : luma.bytes) {
    REQUIRE(value >= 78);
    REQUIRE(value <= 121);
  }
  const LumaImage same = shrunk_luma(image, 500'000);
  CHECK(same.width == 1000);
  CHECK(same.at(0, 0) == 0);
  CHECK(same.at(1, 0) == 200);
}

TEST_CASE("a picture of one column shrinks to one column") {
  const LumaImage luma = shrunk_luma(RgbImage(1, 10'000), 100);
  CHECK(luma.width == 1);
  CHECK(luma.height >= 100);
}

}  // namespace countersign::sharpness_test
