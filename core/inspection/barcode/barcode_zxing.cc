// The only caller of libzxing's reader.
#include <ZXing/ReadBarcode.h>

#include <exception>
#include <new>

#include "core/inspection/barcode/barcode.h"
#include "core/inspection/barcode/flat_card.h"

namespace countersign {
namespace {

ZXing::DecodeHints hints() {
  ZXing::DecodeHints hints;
  hints.setFormats(ZXing::BarcodeFormat::PDF417);
  hints.setMaxNumberOfSymbols(1);
  // Upside-down symbols are found without it; no card has a symbol turned by 90 degrees.
  hints.setTryRotate(false);
  return hints;
}

}  // namespace

bool reads_barcodes() { return true; }

std::optional<std::string> read_pdf417(const LumaImage& photograph, const Quadrilateral& lying) {
  return read_flat_pdf417(flat_card(photograph, lying));
}

std::optional<std::string> read_flat_pdf417(const LumaImage& flat) {
  const ZXing::ImageView view(flat.bytes.data(),
                              static_cast<int>(flat.width),
                              static_cast<int>(flat.height),
                              ZXing::ImageFormat::Lum);
  try {
    const ZXing::Result found = ZXing::ReadBarcode(view, hints());
    if (!found.isValid()) return std::nullopt;
    return std::string(found.bytes().begin(), found.bytes().end());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    return std::nullopt;  // the symbol contradicts what it declares
  }
}

}  // namespace countersign
