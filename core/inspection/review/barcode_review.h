#pragma once
#include <vector>

#include "core/inspection/barcode/aamva.h"
#include "core/inspection/judgement.h"
#include "core/inspection/review/mrz_review.h"

namespace countersign {

// Cards have bar codes, on their backs.
bool barcode_expected(const DocumentClaim& claim);

Judgement barcode_was_read();

// Only a bar code by AAMVA says what can be compared: when the card expires, and whether it is a
// licence. Pure. As of a zone, nothing that was read is in a judgement.
std::vector<Judgement> judge_aamva(const AamvaCard& card, const DocumentClaim& claim);
// A bar code of any other contents, and no zone.
std::vector<Judgement> nothing_to_compare();

// The back of a licence with neither a bar code nor a zone that can be read. Of the other cards
// the zone is missed.
std::vector<Judgement> judge_no_barcode();

// The same checks where the picture is not fit to be read, or this build reads no bar codes.
std::vector<Judgement> barcode_not_read(const DocumentClaim& claim);

}  // namespace countersign
