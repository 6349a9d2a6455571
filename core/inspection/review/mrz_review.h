#pragma once
#include <cstdint>
#include <vector>

#include "core/inspection/judgement.h"
#include "core/inspection/mrz/mrz_reading.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Whether a document of the declared type has an MRZ on the declared side.
enum class MrzExpected : std::uint8_t {
  Required,   // a passport's page: without an MRZ it is refused
  Usual,      // the back of a card: a missing MRZ is a WARNING, unless thresholds require it
  Elsewhere,  // the front of a card: an MRZ there means that the wrong side is shown
  Unknown,    // the declaration does not decide it
};
MrzExpected mrz_expected(const DocumentClaim& claim);

// Checks the reading against its check digits, the calendar and the claim. Pure. A Judgement has
// outcomes and measures only: nothing that was read, not even how long ago a document expired.
std::vector<Judgement> judge_mrz(const MrzReading& reading,
                                 const DocumentClaim& claim,
                                 const MrzThresholds& thresholds);

// The same checks when the picture is not fit to be read.
std::vector<Judgement> mrz_not_read(const DocumentClaim& claim);

}  // namespace countersign
