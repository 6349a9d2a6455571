#include "core/inspection/outline/card_shape.h"

#include <doctest/doctest.h>

#include "tests/drawing/document.h"
#include "tests/drawing/photograph.h"

namespace countersign {
namespace {

bool card_shaped(DocumentType type, double corner_mm, double slant) {
  const auto flat = drawing::draw_flat_document({.seed = 2, .side = Side::Back, .type = type});
  drawing::Scene scene;
  scene.width = 1600;
  scene.height = 1200;
  scene.table = drawing::Table::Dark;
  scene.corner_mm = corner_mm;
  scene.slant_x = slant;
  const auto photo = drawing::photograph(flat.image, flat.width_mm, scene);
  return has_card_shape(shrunk_luma(photo.image, 1600UL * 1200), photo.corners);
}

TEST_CASE("a card has its shape and round corners, seen straight and at a slant") {
  CHECK(card_shaped(DocumentType::IdCard, 3.18, 0));
  CHECK(card_shaped(DocumentType::IdCard, 3.18, 0.15));
}

TEST_CASE("square corners are those of paper, and a page has another shape") {
  CHECK_FALSE(card_shaped(DocumentType::IdCard, 0, 0));
  CHECK_FALSE(card_shaped(DocumentType::Passport, 3.18, 0));
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

}  // namespace
}  // namespace countersign
