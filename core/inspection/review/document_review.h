#pragma once
#include <optional>
#include <vector>

#include "core/inspection/image/rgb_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/outline/outline.h"
#include "core/inspection/review/mrz_review.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/trace.h"
#include "core/terms.h"

namespace countersign {

// Judges a photograph of a document: finds its border, sees it flat, measures what is on it rather
// than what is around it, and reads its machine-readable zone when it is fit to be read. Pure; the
// work is bounded by the limits of the decoder and by constants.
//
// `zone` is given what was read as a machine-readable zone, when there is one to give it to.
//
// The judgements are in the order in which one explains the next: a picture that
// is too dark shows no border, and what is too far away is not sharp. A trace that is given is told
// where things were seen.
std::vector<Judgement> review_document(const RgbImage& picture,
                                       const DocumentClaim& claim,
                                       const Thresholds& thresholds,
                                       Trace* trace = nullptr,
                                       MrzReading* zone = nullptr);

// The checks of what a document says of itself, of one that was not read.
std::vector<Judgement> contents_not_read(const DocumentClaim& claim);

// The document as it was found in a picture.
struct FoundDocument {
  Outline outline;    // in pixels of the picture
  bool page = false;  // of the size ID-3, as a passport's; else ID-1, a card
  double px_per_mm = 0;
  double margin_share = 0;  // of the picture's sides, to the nearest corner; below 0 outside

  // The corners so that the longer sides are the upper and the lower one.
  Quadrilateral lying() const;
};

std::optional<FoundDocument> find_document(const RgbImage& picture,
                                           const std::optional<DocumentType>& declared,
                                           const DocumentThresholds& thresholds);

}  // namespace countersign
