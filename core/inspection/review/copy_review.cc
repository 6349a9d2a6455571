#include "core/inspection/review/copy_review.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/inspection/image/rectify.h"
#include "core/inspection/measure/colour.h"

namespace countersign {
namespace {

constexpr double kColourPxPerMm = 2;  // the scale at which the colour of a document is measured

double document_chroma(const Picture& picture, const FoundDocument& found) {
  const Millimetres mm = millimetres_of(found.size);
  const RgbImage& pixels = picture.pixels;
  const Quadrilateral corners = scaled(found.lying(),
                                       static_cast<double>(pixels.width) / picture.width,
                                       static_cast<double>(pixels.height) / picture.height);
  return chroma_of(rectified(pixels,
                             corners,
                             static_cast<std::uint32_t>(std::lround(mm.width * kColourPxPerMm)),
                             static_cast<std::uint32_t>(std::lround(mm.height * kColourPxPerMm))));
}

}  // namespace

Judgement judge_copy(const Picture& picture,
                     const FoundDocument& found,
                     const DocumentClaim& claim,
                     const DocumentThresholds& thresholds) {
  Judgement rows = refuse_above(
      wording(Check::DocumentCopy), plain_rows_share(picture.pixels), thresholds.plain_rows);
  const bool has_area = std::min(picture.pixels.width, picture.pixels.height) > 1;
  if (claim.side != Side::Front || !has_area) return rows;
  Judgement colour = refuse_below(
      wording(Check::DocumentCopy), document_chroma(picture, found), thresholds.chroma);
  return worse(rows, colour) && rows.status != CheckStatus::Passed ? rows : colour;
}

}  // namespace countersign
