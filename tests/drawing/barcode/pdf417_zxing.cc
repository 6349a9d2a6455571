// The only file that includes libzxing's writer.
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>

#include "tests/drawing/barcode/pdf417.h"

namespace countersign::drawing {
namespace {

constexpr int kErrorCorrection = 3;  // the least that AAMVA, annex D.3.4, asks for

}  // namespace

Modules pdf417(const std::string& contents) {
  const ZXing::BitMatrix symbol = ZXing::MultiFormatWriter(ZXing::BarcodeFormat::PDF417)
                                      .setMargin(0)
                                      .setEccLevel(kErrorCorrection)
                                      .encode(contents, 0, 0);
  Modules rows(static_cast<std::size_t>(symbol.height()));
  for (int y = 0; y < symbol.height(); ++y) {
    for (int x = 0; x < symbol.width(); ++x) {
      rows[static_cast<std::size_t>(y)].push_back(symbol.get(x, y));
    }
  }
  return rows;
}

}  // namespace countersign::drawing
