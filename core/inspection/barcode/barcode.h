#pragma once
#include <optional>
#include <string>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"

namespace countersign {

// Whether this build can read bar codes: the option COUNTERSIGN_ZXING.
bool reads_barcodes();

// The bytes of the PDF417 symbol (ISO/IEC 15438) on a card, either way up; nothing when there is
// none that can be read. Errors are corrected by the symbol's own Reed-Solomon code, which proves
// what it corrects. `lying` are the card's corners in the photograph, the longer sides above and
// below. What is read is about a person: see aamva.h.
//
// Pure, and bounded by the size of the card in the photograph. REQUIRES: a photograph of at least
// two by two pixels.
std::optional<std::string> read_pdf417(const LumaImage& photograph, const Quadrilateral& lying);
// The same of a card seen straight from above, of any size.
std::optional<std::string> read_flat_pdf417(const LumaImage& flat);

}  // namespace countersign
