#pragma once
#include <vector>

#include "core/inspection/barcode/aamva.h"
#include "core/inspection/judgement.h"
#include "core/inspection/review/mrz_review.h"

namespace countersign {

// Whether the claim is the back of a card: only cards have bar codes, on their backs.
bool barcode_expected(const DocumentClaim& claim);

Judgement barcode_was_read();

// Judges the type (licence or not) and the expiry: only an AAMVA bar code states them. Pure. As
// with the MRZ, no personal data from the bar code appears in a Judgement.
std::vector<Judgement> judge_aamva(const AamvaCard& card, const DocumentClaim& claim);
// For a bar code with other contents, without an MRZ.
std::vector<Judgement> nothing_to_compare();

// For the back of a licence without a readable bar code or MRZ. On other cards the missing MRZ is
// reported instead.
std::vector<Judgement> judge_no_barcode();

// The same checks when the picture is not fit to be read, or this build reads no bar codes.
std::vector<Judgement> barcode_not_read(const DocumentClaim& claim);

}  // namespace countersign
