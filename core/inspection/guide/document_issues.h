#pragma once
#include <vector>

#include "core/event/finding.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Returns the issues that the server would find in these pixels, errors first: those that hold
// whatever a bar code says. One thread only (supposed_barcode.h).
std::vector<Issue> issues_to_tell(const Picture& picture,
                                  const DocumentClaim& claim,
                                  const Thresholds& thresholds);

}  // namespace countersign
