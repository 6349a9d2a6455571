#include "tests/core/inspection/matcher/face_pictures.h"

#include <algorithm>

#include "tests/drawing/camera/encode.h"
#include "tests/drawing/camera/photograph.h"
#include "tests/drawing/document.h"

namespace countersign::matcher {
namespace {

constexpr double kSearchedSide = 640;
constexpr double kMarkX = 60;
constexpr double kMarkY = 28;

// The number of the frame's pixels for each pixel that the detector sees.
double scale_of(const RgbImage& frame) {
  return std::max(1.0, std::max(frame.width, frame.height) / kSearchedSide);
}

}  // namespace

RgbImage document_photograph(Fields fields, const FacedDocument& plan) {
  drawing::DocumentPlan document;
  document.type = plan.type;
  document.seed = plan.seed;
  drawing::FlatDocument flat = drawing::draw_flat_document(document);
  // The detector sees the document across its whole width. The face is drawn beside the portrait,
  // which the inspector looks for.
  const double scale = flat.image.width / kSearchedSide;
  draw_face(flat.image, flat.image.width * 0.86, flat.image.height * 0.26, scale, fields);
  drawing::Scene scene;
  scene.seed = plan.seed;
  scene.width = plan.width;
  scene.height = plan.height;
  scene.degrees = plan.degrees;
  scene.slant_x = plan.fills ? 0 : 0.03;
  if (plan.fills) scene.filled = 1;
  return drawing::photograph(flat.image, flat.width_mm, scene).image;
}

void put_face(RgbImage& frame, Fields fields) {
  const double scale = scale_of(frame);
  draw_face(frame, kMarkX * scale, kMarkY * scale, scale, fields);
}

void put_second_face(RgbImage& frame, Fields fields) {
  const double scale = scale_of(frame);
  draw_face(frame, (kMarkX + 2 * kFaceSide) * scale, kMarkY * scale, scale, fields);
}

std::string as_file(const RgbImage& picture) {
  drawing::Encoding encoding;
  encoding.quality = 95;
  return drawing::encode(picture, encoding);
}

}  // namespace countersign::matcher
