#pragma once
#include <cstddef>
#include <optional>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/judgement.h"
#include "core/inspection/outline/document_size.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/review/document_contents.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/zone/found_document.h"

namespace countersign {

// The size of the photograph in which a zone is sought: a card that fills 1600 x 1200 pixels has 15
// of them per millimetre.
inline constexpr std::size_t kPhotographPixels = 1600UL * 1200;
// The scale at which a flat document is judged.
inline constexpr double kFlatPxPerMm = 8;

// A document in a picture, what it says of itself, and whether its zone proves that it can be read.
struct LocatedDocument {
  std::optional<FoundDocument> found;
  DocumentContents contents;
  bool proven = false;
};

// Finds the document by its border, its zone, its bar code, or the portrait in a poor border.
// `photograph` is `picture` in grey, of kPhotographPixels at most.
LocatedDocument locate_document(const Picture& picture,
                                const LumaImage& photograph,
                                const DocumentClaim& claim,
                                const Thresholds& thresholds);

// Whether the place of a document is known well enough to judge the document.
Judgement judge_detection(const std::optional<FoundDocument>& found,
                          const DocumentThresholds& thresholds);

// The document's corners in the photograph, with the longer sides at the top and the bottom.
Quadrilateral corners_in(const LumaImage& photograph,
                         const Picture& picture,
                         const FoundDocument& document);

// The document seen flat, of kFlatPxPerMm.
LumaImage flattened(const LumaImage& photograph, const Quadrilateral& corners, DocumentSize size);

}  // namespace countersign
