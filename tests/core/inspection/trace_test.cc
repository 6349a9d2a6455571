#include "core/inspection/trace.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/image/homography.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/document.h"

namespace countersign::trace_test {

constexpr UtcTime kNow{1'795'219'200'000'000};  // 2026-11-21

drawing::Photograph passport() {
  drawing::Scene scene;
  scene.seed = 12;
  scene.width = 1600;
  scene.height = 1200;
  scene.filled = 0.82;  // far enough from the border
  scene.degrees = 6;
  scene.slant_x = 0.1;
  drawing::DocumentPlan plan;
  plan.seed = 12;
  plan.type = DocumentType::Passport;
  const drawing::FlatDocument flat = drawing::draw_flat_document(plan);
  drawing::Photograph photo = drawing::photograph(flat.image, flat.width_mm, scene);
  photo.image = drawing::noisy(photo.image, 2, 1);
  return photo;
}

// The picture three times as large, as a camera of 17 megapixels sees it.
drawing::Photograph three_times(const drawing::Photograph& photo) {
  drawing::Photograph larger;
  larger.image = RgbImage(3 * photo.image.width, 3 * photo.image.height);
  for (std::uint32_t y = 0; y < larger.image.height; ++y) {
    for (std::uint32_t x = 0; x < larger.image.width; ++x) {
      const std::uint8_t* from = photo.image.row(y / 3) + 3 * std::size_t{x / 3};
      std::copy_n(from, 3, larger.image.row(y) + 3 * std::size_t{x});
    }
  }
  larger.corners = scaled(photo.corners, 3, 3);
  return larger;
}

// How far the corner of a shape that is nearest to `corner` is from it.
double nearest_to(const PicturePoint& corner, const TraceShape& shape) {
  double nearest = 1e9;
  for (const TracePoint& seen : shape.corners) {
    nearest = std::min(nearest, std::hypot(seen.x - corner.x, seen.y - corner.y));
  }
  return nearest;
}

DocumentEvaluation traced(const RgbImage& image, bool trace = true) {
  const std::string file = drawing::encode(image, {});
  auto evaluation = EmbeddedEngine(test_sha256)
                        .evaluate_document(
                            {file, Side::Front, DocumentType::Passport, kNow, Thresholds{}, trace});
  REQUIRE(evaluation.has_value());
  return std::move(*evaluation);
}

const TraceShape* find(const Trace& trace, std::string_view name) {
  const auto found = std::ranges::find(trace, name, &TraceShape::name);
  return found == trace.end() ? nullptr : &*found;
}

// Maps each corner of the shape to its place on the flat document: 0 to 1 across and down.
std::vector<PicturePoint> on_document(const TraceShape& shape, const Quadrilateral& corners) {
  const auto map = Homography::between(corners, rectangle(1, 1));
  REQUIRE(map.has_value());
  std::vector<PicturePoint> points;
  for (const TracePoint& corner : shape.corners) points.push_back((*map)(corner.x, corner.y));
  return points;
}

TEST_CASE("the document and its zone are traced where they are in the picture") {
  const drawing::Photograph photo = passport();
  const DocumentEvaluation evaluation = traced(photo.image);
  CHECK(evaluation.accepted());
  const TraceShape* document = find(evaluation.trace, "document");
  REQUIRE(document != nullptr);
  REQUIRE(document->corners.size() == 4);
  for (const PicturePoint& corner : photo.corners) {
    CHECK(nearest_to(corner, *document) < 30);
  }
  const TraceShape* zone = find(evaluation.trace, "machine-readable zone");
  REQUIRE(zone != nullptr);
  for (const PicturePoint& point : on_document(*zone, photo.corners)) {
    CHECK(point.x > -0.02);
    CHECK(point.x < 1.02);
    CHECK(point.y > 0.7);
    CHECK(point.y < 1.02);
  }
}

double px_per_mm(const DocumentEvaluation& evaluation) {
  const auto found = std::ranges::find(evaluation.checks, "DOCUMENT_SIZE", &CheckOutcome::check);
  REQUIRE(found != evaluation.checks.end());
  return static_cast<double>(found->value_milli.value_or(-1)) / 1000;
}

TEST_CASE("a picture that is decoded at a smaller scale is measured in the pixels of its file") {
  const drawing::Photograph photo = passport();
  const drawing::Photograph larger = three_times(photo);
  const DocumentEvaluation evaluation = traced(larger.image);
  CHECK(evaluation.accepted());
  REQUIRE(evaluation.image.has_value());
  CHECK(evaluation.image->width == larger.image.width);
  CHECK(evaluation.image->height == larger.image.height);
  const double before = px_per_mm(traced(photo.image));
  CHECK(px_per_mm(evaluation) == doctest::Approx(3 * before).epsilon(0.02));
  for (const std::string_view name : {"document", "machine-readable zone", "portrait"}) {
    CAPTURE(name);
    const TraceShape* shape = find(evaluation.trace, name);
    REQUIRE(shape != nullptr);
    for (const PicturePoint& point : on_document(*shape, larger.corners)) {
      CHECK(point.x > -0.03);
      CHECK(point.x < 1.03);
      CHECK(point.y > -0.03);
      CHECK(point.y < 1.03);
    }
  }
  const TraceShape* document = find(evaluation.trace, "document");
  for (const PicturePoint& corner : larger.corners) CHECK(nearest_to(corner, *document) < 90);
}

TEST_CASE("the zone of a document that lies upside down is traced where it is seen") {
  drawing::Photograph photo = passport();
  RgbImage turned_over(photo.image.width, photo.image.height);
  const std::size_t pixels = turned_over.bytes.size() / 3;
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      turned_over.bytes[3 * i + c] = photo.image.bytes[3 * (pixels - 1 - i) + c];
    }
  }
  const DocumentEvaluation evaluation = traced(turned_over);
  const TraceShape* zone = find(evaluation.trace, "machine-readable zone");
  REQUIRE(zone != nullptr);
  for (const TracePoint& corner : zone->corners) {
    CHECK(corner.y < static_cast<std::int32_t>(turned_over.height) / 2);
  }
}

TEST_CASE("the reflection that refuses a document is traced where the lamp is") {
  const drawing::Photograph photo = passport();
  const drawing::Lamp lamp = {.share = 0.08, .x = 0.5, .y = 0.4};
  const RgbImage lit = drawing::with_glare(photo.image, lamp);
  const DocumentEvaluation evaluation = traced(lit);
  CHECK_FALSE(evaluation.accepted());
  const TraceShape* glare = find(evaluation.trace, "glare");
  REQUIRE(glare != nullptr);
  REQUIRE(glare->corners.size() == 4);
  const auto [left, right] = std::ranges::minmax(glare->corners, {}, &TracePoint::x);
  const auto [top, bottom] = std::ranges::minmax(glare->corners, {}, &TracePoint::y);
  CHECK(left.x < lamp.x * lit.width);
  CHECK(right.x > lamp.x * lit.width);
  CHECK(top.y < lamp.y * lit.height);
  CHECK(bottom.y > lamp.y * lit.height);
  CHECK(right.x - left.x < static_cast<std::int32_t>(lit.width) / 2);
}

TEST_CASE("nothing is traced that was not asked for, and nothing else changes") {
  const drawing::Photograph photo = passport();
  const DocumentEvaluation asked = traced(photo.image);
  const DocumentEvaluation plain = traced(photo.image, false);
  CHECK(plain.trace.empty());
  CHECK_FALSE(asked.trace.empty());
  CHECK(plain.checks == asked.checks);
  CHECK(plain.issues == asked.issues);
}

}  // namespace countersign::trace_test
