#include "core/inspection/render/picture_rendering.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "core/inspection/decode/decode.h"
#include "core/inspection/decode/orientation.h"
#include "core/inspection/render/jpeg_writer.h"
#include "core/inspection/render/picture_mark.h"
#include "core/inspection/render/smaller_picture.h"
#include "core/inspection/review/document_review.h"
#include "core/inspection/review/liveness_review.h"

namespace countersign {
namespace {

// Pixels that are enough for a rendering, of the usual shape of 4:3.
constexpr std::uint64_t kEnoughPixels =
    std::uint64_t{kRenderingMaxSide} * kRenderingMaxSide * 3 / 4;

// Where the engine sees something, in pixels of the file's size or, of a frame, of those decoded.
Trace seen_in(const DecodedImage& image, const RenderingRequest& request) {
  Trace trace;
  if (request.side) {
    const DocumentClaim claim{*request.side, request.type, UtcTime()};
    (void)review_document(image.picture(), claim, request.thresholds, &trace);
    return trace;
  }
  LivenessReview review(1, {}, request.thresholds, &trace);
  review.add(ImageFacts{}, image.pixels);
  return trace;
}

// The turn that makes the document upright, as its upper side lies in the picture.
Orientation turn_of(const Trace& seen) {
  const auto document = std::ranges::find(seen, "document", &TraceShape::name);
  if (document == seen.end() || document->corners.size() < 2) return Orientation::Upright;
  const std::int64_t right = std::int64_t{document->corners[1].x} - document->corners[0].x;
  const std::int64_t down = std::int64_t{document->corners[1].y} - document->corners[0].y;
  if (std::abs(right) >= std::abs(down)) {
    return right >= 0 ? Orientation::Upright : Orientation::HalfTurn;
  }
  return down > 0 ? Orientation::QuarterTurnLeft : Orientation::QuarterTurnRight;
}

// A picture that is shrunk and then turned, and where its places are afterwards.
struct Change {
  double scale_x = 1;
  double scale_y = 1;
  double width = 0;  // before the turn
  double height = 0;
  Orientation turn = Orientation::Upright;

  TracePoint moved(const TracePoint& point) const {
    const double x = point.x * scale_x;
    const double y = point.y * scale_y;
    if (turn == Orientation::HalfTurn) return rounded(width - x, height - y);
    if (turn == Orientation::QuarterTurnRight) return rounded(height - y, x);
    if (turn == Orientation::QuarterTurnLeft) return rounded(y, width - x);
    return rounded(x, y);
  }
  static TracePoint rounded(double x, double y) {
    return {static_cast<std::int32_t>(std::lround(x)), static_cast<std::int32_t>(std::lround(y))};
  }
};

void move_all(Trace& seen, const Change& change) {
  for (TraceShape& shape : seen) {
    for (TracePoint& corner : shape.corners) corner = change.moved(corner);
  }
}

}  // namespace

Result<std::optional<Rendering>, InspectionFailure> rendered(const RenderingRequest& request,
                                                             const InspectionLimits& limits) {
  auto image = decode_image(request.image, limits, {.enough_pixels = kEnoughPixels});
  if (!image && image.error() == DecodeError::OutOfMemory) return InspectionFailure::OutOfMemory;
  if (!image) return std::optional<Rendering>();
  Rendering rendering;
  rendering.seen = seen_in(*image, request);
  Change change;
  change.turn = turn_of(rendering.seen);
  const double width = request.side ? image->width : image->pixels.width;
  const double height = request.side ? image->height : image->pixels.height;
  RgbImage picture = at_most(std::move(image->pixels), kRenderingMaxSide);
  change.width = picture.width;
  change.height = picture.height;
  change.scale_x = change.width / width;
  change.scale_y = change.height / height;
  picture = upright(std::move(picture), change.turn);
  move_all(rendering.seen, change);
  lay_mark(picture, request.mark, rendering.seen);
  rendering.width = picture.width;
  rendering.height = picture.height;
  auto file = jpeg_of(picture, kRenderingMaxBytes);
  if (!file) return InspectionFailure::OutOfMemory;
  rendering.jpeg = std::move(*file);
  return std::optional<Rendering>(std::move(rendering));
}

}  // namespace countersign
