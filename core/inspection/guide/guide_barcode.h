#pragma once
#include <cstdint>

// Replaces barcode_zxing.cc in the guide, which has no libzxing: the bar code of a picture is read
// by the guide's own reader, or it is what it is supposed to be.
namespace countersign {

enum class SupposedBarcode : std::uint8_t {
  None,
  OfAnyKind,  // read, with contents that are not compared
  Aamva,      // of a North American card, with contents that decide nothing
};

// The knowledge of a picture's bar code.
enum class BarcodeSight : std::uint8_t {
  NotSought,
  Read,     // an AAMVA bar code: libzxing reads the same
  Absent,   // nothing that libzxing would take for the beginning of one
  Unknown,  // libzxing may read one
};

// The next call of read_pdf417() reads. It returns nullopt unless the bar code is an AAMVA one.
// Earlier results are forgotten. One thread only.
void seek_barcode();
BarcodeSight barcode_sight();

// The next calls of read_pdf417() return this, whatever the picture shows. One thread only.
void suppose(SupposedBarcode barcode);

}  // namespace countersign
