#include "core/inspection/trace.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/image/homography.h"
#include "tests/drawing/degrade.h"
#include "tests/drawing/document.h"
#include "tests/drawing/encode.h"
#include "tests/drawing/photograph.h"
#include "tests/inspection/sha256.h"

namespace countersign {
namespace {

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

}  // namespace

TEST_CASE("the document and its zone are traced where they are in the picture") {
  const drawing::Photograph photo = passport();
  const DocumentEvaluation evaluation = traced(photo.image);
  CHECK(evaluation.accepted());
  const TraceShape* document = find(evaluation.trace, "document");
  REQUIRE(document != nullptr);
  REQUIRE(document->corners.size() == 4);
  for (const PicturePoint& corner : photo.corners) {
    const double nearest = [&] {
      double best = 1e9;
      for (const TracePoint& seen : document->corners) {
        best = std::min(best, std::hypot(seen.x - corner.x, seen.y - corner.y));
      }
      return best;
    }();
    CHECK(nearest < 30);
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

}  // namespace countersign
