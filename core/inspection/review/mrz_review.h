#pragma once
#include <cstdint>
#include <vector>

#include "core/inspection/judgement.h"
#include "core/inspection/mrz/mrz_reader.h"
#include "core/inspection/review/document_claim.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// What a document of this kind has on this side.
enum class MrzExpected : std::uint8_t {
  Required,   // a passport's page: without it, it is refused
  Usual,      // the back of a card: missing, it is a remark, unless thresholds say more
  Elsewhere,  // the front of a card: there, the wrong side is shown
  Unknown,    // nothing was declared that says
};
MrzExpected mrz_expected(const DocumentClaim& claim);

// Whether it was read as print of OCR-B, whatever it says.
bool legible(const MrzReading& reading, const MrzThresholds& thresholds);

// Holds what was read against its check digits, the calendar and the claim. Pure. Outcomes and
// measures only: nothing that was read is in a judgement, not even how long ago a document expired.
std::vector<Judgement> judge_mrz(const MrzReading& reading,
                                 const DocumentClaim& claim,
                                 const MrzThresholds& thresholds);

// The same checks where the picture is not fit to be read.
std::vector<Judgement> mrz_not_read(const DocumentClaim& claim);

}  // namespace countersign
