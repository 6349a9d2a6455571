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

// Judges a photograph of a document: finds its border, rectifies it, measures what is inside the
// border rather than what surrounds it, and reads its MRZ if the picture is fit to be read. Pure;
// the work is bounded by the decoder's limits and by constants.
//
// If `zone` is not null, it receives the MRZ reading when one is made.
//
// The judgements are in the order in which one explains the next: a picture that is too dark shows
// no border, and a document that is too far away is not sharp. If a trace is given, adds the places
// where things were seen.
std::vector<Judgement> review_document(const RgbImage& picture,
                                       const DocumentClaim& claim,
                                       const Thresholds& thresholds,
                                       Trace* trace = nullptr,
                                       MrzReading* zone = nullptr);

// The checks of a document's own data (bar code and MRZ) when the document was not read.
std::vector<Judgement> contents_not_read(const DocumentClaim& claim);

// The document found in a picture.
struct FoundDocument {
  Outline outline;    // in pixels of the picture
  bool page = false;  // of size ID-3 (a passport), else ID-1 (a card)
  double px_per_mm = 0;
  double margin_share = 0;  // nearest corner to the border, in shares of the side; below 0 outside

  // The corners, turned so that the longer sides are the upper and the lower one.
  Quadrilateral lying() const;
};

std::optional<FoundDocument> find_document(const RgbImage& picture,
                                           const std::optional<DocumentType>& declared,
                                           const DocumentThresholds& thresholds);

}  // namespace countersign
