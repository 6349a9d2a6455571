#pragma once
#include <vector>

#include "core/event/finding.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Returns the issues that the server would find in these pixels, errors first. Where the server may
// read a bar code that the guide cannot read, these are the issues that hold whatever it says. One
// thread only (guide_barcode.h).
std::vector<Issue> issues_to_tell(const Picture& picture,
                                  const DocumentClaim& claim,
                                  const Thresholds& thresholds);

}  // namespace countersign
