#include "core/inspection/review/portrait_review.h"

#include <algorithm>
#include <utility>

namespace countersign {
namespace {

bool may_have_portrait(const DocumentClaim& claim) {
  return claim.side == Side::Front && claim.type != DocumentType::Other;
}

LumaImage upside_down(LumaImage image) {
  std::ranges::reverse(image.bytes);
  return image;
}

}  // namespace

PortraitReview review_portrait(const LumaImage& flat,
                               double px_per_mm,
                               const DocumentClaim& claim,
                               const FaceThresholds& thresholds) {
  if (!may_have_portrait(claim) || !finds_faces()) return {portrait_not_sought(claim)};
  const double smallest = thresholds.portrait_mm * px_per_mm;
  PortraitReview review;
  std::vector<Face> faces = find_faces(flat, smallest, thresholds.portrait_score);
  if (faces.empty()) {
    review.upside_down = true;
    faces = find_faces(upside_down(flat), smallest, thresholds.portrait_score);
    for (Face& face : faces) {
      face.x = static_cast<double>(flat.width) - face.x;
      face.y = static_cast<double>(flat.height) - face.y;
    }
  }
  Judgement judgement = wording(Check::DocumentPortrait);
  judgement.threshold = thresholds.portrait_score;
  if (faces.empty()) {
    judgement.status = claim.type ? CheckStatus::Failed : CheckStatus::Warning;
  } else {
    judgement.value = faces.front().score;
    review.face = faces.front();
  }
  review.judgements.push_back(std::move(judgement));
  return review;
}

std::vector<Judgement> portrait_not_sought(const DocumentClaim& claim) {
  if (!may_have_portrait(claim)) return {};
  return {not_performed(Check::DocumentPortrait)};
}

}  // namespace countersign
