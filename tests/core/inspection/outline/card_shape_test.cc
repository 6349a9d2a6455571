#include "core/inspection/outline/card_shape.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/document.h"

namespace countersign::card_shape_test {

bool card_shaped(DocumentType type, double corner_mm, double slant) {
  const auto flat = drawing::draw_flat_document({.seed = 2, .side = Side::Back, .type = type});
  drawing::Scene scene;
  scene.width = 1600;
  scene.height = 1200;
  scene.table = drawing::Table::Dark;
  scene.corner_mm = corner_mm;
  scene.slant_x = slant;
  const auto photo = drawing::photograph(flat.image, flat.width_mm, scene);
  return has_card_shape(photo.image, photo.corners);
}

TEST_CASE("a card has its shape and round corners, seen straight and at a slant") {
  CHECK(card_shaped(DocumentType::IdCard, 3.18, 0));
  CHECK(card_shaped(DocumentType::IdCard, 3.18, 0.15));
}

TEST_CASE("square corners are those of paper, and a page has another shape") {
  CHECK_FALSE(card_shaped(DocumentType::IdCard, 0, 0));
  CHECK_FALSE(card_shaped(DocumentType::Passport, 3.18, 0));
}

// A card of 12 pixels a millimetre in the middle of a grey table, with corners of this radius.
struct PlainCard {
  drawing::Colour colour;
  double corner_mm = 3.18;
  double line_mm = 0;  // how far inside its border a grey line runs around; 0: none
};

bool plain_card_shaped(const PlainCard& card) {
  constexpr double kPxPerMm = 12;
  const Quadrilateral corners = {{{286, 276}, {1313, 276}, {1313, 924}, {286, 924}}};
  const double radius = card.corner_mm * kPxPerMm;
  drawing::Canvas canvas(1600, 1200);
  canvas.paint([&](double x, double y) {
    // How far inside the border, in pixels; below 0 outside.
    const double inside_x = std::min(x - corners[0].x, corners[1].x - x);
    const double inside_y = std::min(y - corners[0].y, corners[2].y - y);
    double inside = std::min(inside_x, inside_y);
    if (std::max(inside_x, inside_y) < radius) {
      inside = radius - std::hypot(radius - inside_x, radius - inside_y);
    }
    if (inside < 0) return drawing::Colour{128, 128, 128};
    const bool line = card.line_mm > 0 && std::abs(inside - card.line_mm * kPxPerMm) < 5;
    return line ? drawing::Colour{90, 90, 90} : card.colour;
  });
  return has_card_shape(std::move(canvas).take(), corners);
}

TEST_CASE("a card is told from a table of the same brightness by its colour") {
  const drawing::Colour blue = {20, 160, 210};
  CHECK(plain_card_shaped({.colour = blue}));
  CHECK_FALSE(plain_card_shaped({.colour = blue, .corner_mm = 0}));
}

TEST_CASE("a line that is printed along the border is not taken for it") {
  const drawing::Colour pale = {250, 250, 245};
  CHECK(plain_card_shaped({.colour = pale, .line_mm = 2.5}));
  CHECK_FALSE(plain_card_shaped({.colour = pale, .corner_mm = 0, .line_mm = 2.5}));
}

TEST_CASE("the aspect of a rectangle is found through its perspective") {
  // A rectangle of 2 x 1 that a camera of focal length 1000 sees turned about its upright axis.
  const auto at = [](double x, double y) {
    const double depth = 5 + 0.5 * x;
    return PicturePoint{800 + 1000 * 0.866 * x / depth, 600 + 1000 * y / depth};
  };
  const Quadrilateral corners = {at(-1, -0.5), at(1, -0.5), at(1, 0.5), at(-1, 0.5)};
  CHECK(true_aspect(corners, {800, 600}, 1000) == doctest::Approx(2).epsilon(0.01));
}

}  // namespace countersign::card_shape_test
