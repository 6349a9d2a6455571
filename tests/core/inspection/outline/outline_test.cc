#include "core/inspection/outline/outline.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/inspection/image/rectify.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"

namespace countersign::outline_test {

drawing::Photograph photo_of(const drawing::Scene& scene,
                             DocumentType type = DocumentType::IdCard,
                             Side side = Side::Front) {
  drawing::DocumentPlan plan;
  plan.seed = scene.seed;
  plan.type = type;
  plan.side = side;
  const drawing::FlatDocument flat = drawing::draw_flat_document(plan);
  drawing::Photograph photo = drawing::photograph(flat.image, flat.width_mm, scene);
  photo.image = drawing::noisy(photo.image, 2, scene.seed);
  return photo;
}

// The largest error of the four corners as a share of the picture's diagonal, whichever corner is
// called the first.
double worst_corner(const drawing::Photograph& photo, const Outline& outline) {
  double best = 1;
  for (unsigned quarters = 0; quarters < 4; ++quarters) {
    const Quadrilateral corners = turned(outline.corners, quarters);
    double worst = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      worst = std::max(worst, distance(photo.corners[i], corners[i]));
    }
    best = std::min(best, worst / std::hypot(photo.image.width, photo.image.height));
  }
  return best;
}

constexpr double kNear = 0.025;
// A straight line of the tiles beside the document may be taken for one of its edges.
constexpr double kNearOnTiles = 0.07;

TEST_CASE("the border of a document is found on every table, turned and slanted") {
  for (const drawing::Table table :
       {drawing::Table::Wood, drawing::Table::Dark, drawing::Table::Pale, drawing::Table::Tiles}) {
    for (const double degrees : {0.0, 4.0, -17.0, 90.0, 180.0}) {
      drawing::Scene scene;
      scene.seed = 5;
      scene.table = table;
      scene.degrees = degrees;
      scene.filled = degrees == 90 ? 0.56 : 0.68;
      scene.slant_x = 0.12;
      scene.slant_y = -0.08;
      for (const DocumentType type : {DocumentType::IdCard, DocumentType::Passport}) {
        const auto photo = photo_of(scene, type);
        const auto outline = find_outlines(photo.image, {}).best;
        CAPTURE(static_cast<int>(table));
        CAPTURE(degrees);
        REQUIRE(outline.has_value());
        CHECK(worst_corner(photo, *outline) <
              (table == drawing::Table::Tiles ? kNearOnTiles : kNear));
        CHECK(outline->score > 0.66);
        CHECK_FALSE(outline->cut);
      }
    }
  }
}

// The least uncovered share of the sides, with a disc of the table's colour over a place that is at
// this share of the document's right side.
double uncovered_with_disc_at(double share) {
  drawing::Scene scene;
  scene.seed = 5;
  scene.table = drawing::Table::Dark;
  drawing::Photograph photo = photo_of(scene);
  const PicturePoint from = photo.corners[1];
  const PicturePoint to = photo.corners[2];
  const PicturePoint at = {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
  const double radius = 0.15 * distance(from, to);
  drawing::Canvas canvas(photo.image);
  canvas.overlay([&](double x, double y) {
    return std::pair(drawing::Colour{60, 55, 52},
                     std::hypot(x - at.x, y - at.y) < radius ? 1.0 : 0.0);
  });
  const auto found = find_outlines(std::move(canvas).take(), {}).best;
  REQUIRE(found.has_value());
  CHECK(worst_corner(photo, *found) < kNear);
  return *std::ranges::min_element(found->uncovered);
}

TEST_CASE("what hides the middle of a side counts half of what hides a corner") {
  const double held = uncovered_with_disc_at(0.5);
  CHECK(held > 0.8);
  CHECK(held < 0.92);
  CHECK(uncovered_with_disc_at(0.15) < 0.78);
}

TEST_CASE("a strong slant is still a document") {
  drawing::Scene scene;
  scene.slant_x = 0.3;
  scene.slant_y = -0.3;
  scene.filled = 0.65;
  const auto photo = photo_of(scene);
  const auto outline = find_outlines(photo.image, {}).best;
  REQUIRE(outline.has_value());
  CHECK(worst_corner(photo, *outline) < kNear);
}

TEST_CASE("a table without a document has no border that counts") {
  for (const drawing::Table table :
       {drawing::Table::Wood, drawing::Table::Dark, drawing::Table::Pale}) {
    drawing::Scene scene;
    scene.table = table;
    const auto outline = find_outlines(drawing::noisy(drawing::empty_table(scene), 3, 1), {}).best;
    CHECK((!outline || outline->score < 0.5));
  }
}

TEST_CASE("pictures too small for a border have none") {
  CHECK_FALSE(find_outlines(RgbImage(1, 1), {}).best.has_value());
  CHECK_FALSE(find_outlines(RgbImage(16'000, 3), {}).best.has_value());
  CHECK_FALSE(find_outlines(RgbImage(59, 200), {}).best.has_value());
}

TEST_CASE("a homography takes the corners to the corners, and straight lines to straight lines") {
  const Quadrilateral from = rectangle(100, 50);
  const Quadrilateral to = {{{10, 12}, {90, 20}, {84, 70}, {6, 60}}};
  const auto map = Homography::between(from, to);
  REQUIRE(map.has_value());
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(distance((*map)(from[i].x, from[i].y), to[i]) < 1e-6);
  }
  const PicturePoint a = (*map)(0, 25);
  const PicturePoint b = (*map)(40, 25);
  const PicturePoint c = (*map)(100, 25);
  CHECK(std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) < 1e-6);
  CHECK_FALSE(Homography::between({{{0, 0}, {1, 1}, {2, 2}, {3, 3}}}, to).has_value());
}

TEST_CASE("a document that was slanted is flat again") {
  // A board of eight by four fields, each with its own brightness.
  RgbImage board(320, 160);
  for (std::uint32_t y = 0; y < board.height; ++y) {
    for (std::uint32_t x = 0; x < board.width; ++x) {
      const auto luma = static_cast<std::uint8_t>(20 + 25 * (x / 40) + 6 * (y / 40));
      std::fill_n(board.row(y) + 3UL * x, 3, luma);
    }
  }
  drawing::Scene scene;
  scene.width = 800;
  scene.height = 600;
  scene.degrees = 20;
  scene.slant_x = 0.25;
  scene.slant_y = 0.15;
  scene.filled = 0.7;
  scene.corner_mm = 0;
  const auto photo = drawing::photograph(board, 85.6, scene);
  const LumaImage flat = rectified(shrunk_luma(photo.image, 800UL * 600), photo.corners, 320, 160);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 8; ++column) {
      const int expected = static_cast<int>(20 + 25 * column + 6 * row);
      CHECK(std::abs(flat.at(40 * column + 20, 40 * row + 20) - expected) <= 2);
    }
  }
}

}  // namespace countersign::outline_test
