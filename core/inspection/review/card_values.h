#pragma once
#include "core/inspection/barcode/aamva.h"
#include "core/inspection/field_values.h"

namespace countersign {

// Returns what a North American card states in its bar code. A value that is no printable ASCII, or
// is too long, is left out, and so is a date that is none. Pure.
FieldValues values_of(const AamvaCard& card);

}  // namespace countersign
