#pragma once
#include "core/inspection/barcode/aamva.h"
#include "core/inspection/field_values.h"

namespace countersign {

// Returns what a North American card states in its bar code. The values leave out a text that is
// not printable ASCII or is too long, and a date that is not in the calendar. Pure.
FieldValues values_of(const AamvaCard& card);

}  // namespace countersign
