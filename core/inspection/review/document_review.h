#pragma once
#include <optional>
#include <vector>

#include "core/inspection/image/picture.h"
#include "core/inspection/judgement.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/review/document_contents.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/trace.h"
#include "core/inspection/zone/found_document.h"

namespace countersign {

// Judges a photograph of a document. Looks for the MRZ first, anywhere in the picture, and for the
// border; rectifies the document that either shows, measures what is inside it rather than what
// surrounds it, and judges what was read. An MRZ whose check digits are right proves that the
// picture is fit to be read, whatever the framing, the size and the fine detail measure. Pure; the
// work is bounded by the decoder's limits and by constants.
//
// If `read` is not null, it receives what the document states, as far as it was read.
//
// The judgements are in the order in which one explains the next: a picture that is too dark shows
// no border, and a document that is too far away is not sharp. If a trace is given, adds the places
// where things were seen, in pixels of the picture.
std::vector<Judgement> review_document(const Picture& picture,
                                       const DocumentClaim& claim,
                                       const Thresholds& thresholds,
                                       Trace* trace = nullptr,
                                       DocumentContents* read = nullptr);

// The findings on a document that need no reading of its contents.
struct DocumentGlance {
  std::optional<FoundDocument> found;  // whether or not the detection is refused
  std::vector<Judgement> judgements;   // in the order of review_document()
};

// Looks at one of the many pictures of a preview: finds the border, or if none is seen the MRZ, and
// makes those judgements of review_document() that need no contents. Where there is a border, they
// are made without the latitude that a proven MRZ gives. Pure; takes a fraction of a review's time.
DocumentGlance glance_at_document(const Picture& picture,
                                  const DocumentClaim& claim,
                                  const Thresholds& thresholds);

}  // namespace countersign
