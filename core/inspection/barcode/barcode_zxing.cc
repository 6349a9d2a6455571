// The only caller of libzxing's reader.
#include <ZXing/ReadBarcode.h>

#include <cmath>
#include <exception>
#include <new>

#include "core/inspection/barcode/barcode.h"
#include "core/inspection/image/rectify.h"

namespace countersign {
namespace {

constexpr double kCardWidthMm = 85.60;  // ISO/IEC 7810 ID-1
constexpr double kCardHeightMm = 53.98;
// The narrowest bars of a card are 0.17 mm (AAMVA, annex D.3): nearly three pixels.
constexpr double kPxPerMm = 16;

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
  const auto width = static_cast<std::size_t>(std::lround(kCardWidthMm * kPxPerMm));
  const auto height = static_cast<std::size_t>(std::lround(kCardHeightMm * kPxPerMm));
  return read_flat_pdf417(rectified(photograph, lying, width, height));
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
