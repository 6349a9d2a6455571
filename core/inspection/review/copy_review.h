#pragma once
#include "core/inspection/image/picture.h"
#include "core/inspection/judgement.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/inspection/zone/found_document.h"

namespace countersign {

// Judges whether a picture seems to be of a black-and-white copy, or a screenshot: a front without
// colour, or many rows of one colour. The backs of cards may be black and white, and are judged by
// their rows alone. By default it is a warning at most. A copy in colour, a print of a photograph
// and a good display are not told. Pure.
Judgement judge_copy(const Picture& picture,
                     const FoundDocument& found,
                     const DocumentClaim& claim,
                     const DocumentThresholds& thresholds);

}  // namespace countersign
