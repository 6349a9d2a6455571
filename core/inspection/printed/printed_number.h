#pragma once
#include <string_view>
#include <vector>

#include "core/inspection/printed/field_finding.h"

namespace countersign {

// Looks for a document's number in the print of its pages. Letters and digits that OCR cannot tell
// apart count as one (O and 0, I and 1, B and 8, S and 5, Z and 2, G and 6); spaces, dots and
// hyphens do not count.
//
// The number differs if it is found nowhere, and one word, or several that stand side by side, has
// its length and its pattern of letters and digits, with one or two digits that are certainly
// others. A number of fewer than kNumberMin characters is not looked for. Pure.
inline constexpr std::size_t kNumberMin = 6;
FieldFinding compare_number(std::string_view number, const std::vector<PrintedText>& pages);

}  // namespace countersign
