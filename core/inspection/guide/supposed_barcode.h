#pragma once
#include <cstdint>

// Replaces barcode_zxing.cc in the guide, which has no libzxing: the bar code of a picture is what
// it is supposed to be.
namespace countersign {

enum class SupposedBarcode : std::uint8_t {
  None,
  OfAnyKind,  // read, with contents that are not compared
  Aamva,      // of a North American card, with contents that decide nothing
};

// What the next calls of read_pdf417() return. One thread only.
void suppose(SupposedBarcode barcode);

}  // namespace countersign
