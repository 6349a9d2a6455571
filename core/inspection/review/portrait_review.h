#pragma once
#include <optional>
#include <vector>

#include "core/inspection/face/face_detector.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/review/mrz_review.h"
#include "core/inspection/thresholds/face_thresholds.h"

namespace countersign {

// Judges whether there is a portrait where the declared type has one: on the page of a passport and
// on the front of every card. If no type was declared, a missing portrait is a WARNING; if another
// type was declared, none is expected and nothing is judged. `flat` is the document seen from
// above, upright or upside down. Pure.
struct PortraitReview {
  std::vector<Judgement> judgements;
  std::optional<Face> face{};  // in pixels of the flat document
  bool upside_down = false;    // the face, and with it the document
};
PortraitReview review_portrait(const LumaImage& flat,
                               double px_per_mm,
                               const DocumentClaim& claim,
                               const FaceThresholds& thresholds);

// The same check when it cannot be made.
std::vector<Judgement> portrait_not_sought(const DocumentClaim& claim);

}  // namespace countersign
