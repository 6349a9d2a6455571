// Replaces barcode_zxing.cc where Countersign is built without libzxing.
#include "core/inspection/barcode/barcode.h"

namespace countersign {

bool reads_barcodes() { return false; }

std::optional<std::string> read_pdf417(const LumaImage&, const Quadrilateral&) {
  return std::nullopt;
}

std::optional<std::string> read_flat_pdf417(const LumaImage&) { return std::nullopt; }

}  // namespace countersign
