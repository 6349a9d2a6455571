#include "core/inspection/guide/guide_barcode.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/inspection/barcode/aamva.h"
#include "core/inspection/barcode/barcode.h"
#include "core/inspection/barcode/flat_card.h"
#include "core/inspection/barcode/pdf417/reader.h"

namespace countersign {
namespace {

std::optional<SupposedBarcode> g_supposed;
BarcodeSight g_sight = BarcodeSight::NotSought;

// A header (AAMVA DL/ID Card Design Standard, D.12.3) with a subfile that the standard does not
// define, and no element.
constexpr const char* kAamva = "@\n\x1e\rANSI 000000100000ZZ";

std::optional<std::string> supposed(SupposedBarcode barcode) {
  switch (barcode) {
    case SupposedBarcode::None:
      return std::nullopt;
    case SupposedBarcode::OfAnyKind:
      return std::string();
    case SupposedBarcode::Aamva:
      return std::string(kAamva);
  }
  return std::nullopt;
}

}  // namespace

void seek_barcode() {
  g_supposed.reset();
  g_sight = BarcodeSight::NotSought;
}

BarcodeSight barcode_sight() { return g_sight; }

void suppose(SupposedBarcode barcode) { g_supposed = barcode; }

bool reads_barcodes() { return true; }

std::optional<std::string> read_pdf417(const LumaImage& photograph, const Quadrilateral& lying) {
  if (g_supposed) return supposed(*g_supposed);
  return read_flat_pdf417(flat_card(photograph, lying));
}

std::optional<std::string> read_flat_pdf417(const LumaImage& flat) {
  if (auto reading = pdf417::read(flat); reading && parse_aamva(reading->bytes)) {
    g_sight = BarcodeSight::Read;
    return std::move(reading->bytes);
  }
  g_sight = pdf417::may_be_read(flat) ? BarcodeSight::Unknown : BarcodeSight::Absent;
  return std::nullopt;
}

}  // namespace countersign
