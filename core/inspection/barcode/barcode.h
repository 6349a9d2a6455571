#pragma once
#include <optional>
#include <string>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"

namespace countersign {

// Whether this build can read bar codes (the option COUNTERSIGN_ZXING).
bool reads_barcodes();

// Returns the bytes of the PDF417 symbol (ISO/IEC 15438) on a card, upright or upside down; nullopt
// if none can be read. The symbol's own Reed-Solomon code corrects errors and proves the
// corrections. `lying` holds the card's corners in the photograph, with the longer sides above and
// below. The bytes are personal data: see aamva.h.
//
// Pure. The work is bounded: the card is rectified to a fixed size. REQUIRES: a photograph of at
// least two by two pixels.
std::optional<std::string> read_pdf417(const LumaImage& photograph, const Quadrilateral& lying);
// The same for a card seen straight from above, of any size.
std::optional<std::string> read_flat_pdf417(const LumaImage& flat);

}  // namespace countersign
