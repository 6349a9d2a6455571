#include "core/inspection/measure/border_width.h"

#include <doctest/doctest.h>

#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/canvas.h"

namespace countersign::border_width_test {

constexpr double kPxPerMm = 8;
constexpr FramedDocument kCard = {85, 54, 2, kPxPerMm};

// A card without print on a table: `right` is the luma of the last third of the table.
RgbImage bare_card(double card, double table, double right) {
  drawing::Canvas canvas(89 * 8, 58 * 8);
  canvas.paint([&](double x, double) {
    const double luma = x < 60 * kPxPerMm ? table : right;
    return drawing::Colour{luma, luma, luma};
  });
  canvas.box({2 * kPxPerMm, 2 * kPxPerMm, 85 * kPxPerMm, 54 * kPxPerMm}, {card, card, card});
  return std::move(canvas).take();
}

RgbImage bare_card() { return bare_card(200, 100, 100); }

BorderWidths widths_mm(const RgbImage& image) {
  return border_widths_mm(shrunk_luma(image, 1'000'000), kCard);
}

std::optional<double> width_mm(const RgbImage& image) { return widths_mm(image).softest(); }

TEST_CASE("the width of a border is the sigma of the camera's blur") {
  for (const double sigma_mm : {0.12, 0.2, 0.3, 0.42}) {
    const auto width = width_mm(drawing::blurred(bare_card(), sigma_mm * kPxPerMm));
    REQUIRE(width.has_value());
    CHECK(*width == doctest::Approx(sigma_mm).epsilon(0.15));
  }
  CHECK(width_mm(bare_card()).value_or(1) < 0.1);
}

TEST_CASE("motion along either axis widens a border, and noise does not sharpen it") {
  for (const double degrees : {0.0, 45.0, 90.0, 135.0}) {
    const RgbImage moved = drawing::moved(bare_card(), 1.2 * kPxPerMm, degrees);
    CAPTURE(degrees);
    CHECK(width_mm(moved).value_or(0) > 0.2);
    CHECK(width_mm(drawing::noisy(moved, 8, 1)).value_or(0) > 0.2);
  }
}

TEST_CASE("motion along an axis leaves the border across the other axis sharp") {
  const BorderWidths along = widths_mm(drawing::moved(bare_card(), 1.2 * kPxPerMm, 0));
  CHECK(along.across.value_or(0) > 0.25);
  CHECK(along.down.value_or(1) < 0.1);
  const BorderWidths down = widths_mm(drawing::moved(bare_card(), 1.2 * kPxPerMm, 90));
  CHECK(down.across.value_or(1) < 0.1);
  CHECK(down.down.value_or(0) > 0.25);
}

TEST_CASE("the sharper one of two opposite sides counts") {
  drawing::Canvas canvas(bare_card());
  // A soft shadow along the lower side, in place of its edge.
  for (int y = 0; y < 20; ++y) {
    const double luma = 200 - 5.0 * y;
    canvas.box({0, 46 * kPxPerMm + 4 * y, 89 * kPxPerMm, 4}, {luma, luma, luma});
  }
  CHECK(width_mm(std::move(canvas).take()).value_or(1) < 0.1);
}

TEST_CASE("a border that is not seen in one direction has no width") {
  CHECK_FALSE(width_mm(bare_card(100, 100, 100)).has_value());
  // The table is as bright as the card but for a third of it.
  const BorderWidths third = widths_mm(bare_card(100, 100, 200));
  CHECK_FALSE(third.softest().has_value());
  CHECK(third.across.has_value());
  CHECK_FALSE(third.down.has_value());
  CHECK_FALSE(
      border_widths_mm(LumaImage{3, 3, std::vector<std::uint8_t>(9)}, kCard).softest().has_value());
}

}  // namespace countersign::border_width_test
