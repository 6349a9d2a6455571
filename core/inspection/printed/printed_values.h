#pragma once
#include "core/inspection/field_values.h"
#include "core/inspection/printed/data_comparison.h"

namespace countersign {

// Returns the values that stand in the print, for a client that requests them. The letters of a
// number are as stated but for the digits that are certainly others, because OCR cannot tell some
// letters apart; dates are as read. A value that was not found is left out. Pure.
FieldValues values_in_print(const StatedData& stated, const DataFindings& findings);

}  // namespace countersign
