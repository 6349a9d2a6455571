// The only caller of libzxing's writer.
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>

#include "http/coding/qr_rows.h"

namespace countersign::http {
namespace {

constexpr int kQuietZone = 4;  // modules, ISO/IEC 18004 section 6.3.8
// Level M of libzxing's nine levels, which restores a symbol with 15 % of wrong bytes.
constexpr int kErrorCorrection = 4;

}  // namespace

std::vector<std::string> qr_rows(const std::string& text) {
  const ZXing::BitMatrix symbol = ZXing::MultiFormatWriter(ZXing::BarcodeFormat::QRCode)
                                      .setMargin(kQuietZone)
                                      .setEccLevel(kErrorCorrection)
                                      .encode(text, 0, 0);
  std::vector<std::string> rows(static_cast<std::size_t>(symbol.height()));
  for (int y = 0; y < symbol.height(); ++y) {
    for (int x = 0; x < symbol.width(); ++x) {
      rows[static_cast<std::size_t>(y)].push_back(symbol.get(x, y) ? '1' : '0');
    }
  }
  return rows;
}

}  // namespace countersign::http
