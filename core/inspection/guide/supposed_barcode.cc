#include "core/inspection/guide/supposed_barcode.h"

#include "core/inspection/barcode/barcode.h"

namespace countersign {
namespace {

SupposedBarcode g_supposed = SupposedBarcode::None;

// A header (AAMVA DL/ID Card Design Standard, D.12.3) with a subfile that the standard does not
// define, and no element.
constexpr const char* kAamva = "@\n\x1e\rANSI 000000100000ZZ";

}  // namespace

void suppose(SupposedBarcode barcode) { g_supposed = barcode; }

bool reads_barcodes() { return true; }

std::optional<std::string> read_pdf417(const LumaImage&, const Quadrilateral&) {
  switch (g_supposed) {
    case SupposedBarcode::None:
      return std::nullopt;
    case SupposedBarcode::OfAnyKind:
      return std::string();
    case SupposedBarcode::Aamva:
      return std::string(kAamva);
  }
  return std::nullopt;
}

std::optional<std::string> read_flat_pdf417(const LumaImage&) { return std::nullopt; }

}  // namespace countersign
