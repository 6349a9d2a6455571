#pragma once
#include <cstdint>

namespace countersign {

// The value of DOCUMENT_RECOGNITION, in thousandths of a sign, where a face and print alone have
// shown a document. Engines before version 5 gave whole signs only, so an outcome of theirs never
// has this value, and the decisions of their sessions stay as they were made.
inline constexpr std::int64_t kFaceAndPrintMilli = 1500;

}  // namespace countersign
