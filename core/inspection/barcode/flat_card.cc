#include "core/inspection/barcode/flat_card.h"

#include <cmath>
#include <cstddef>

#include "core/inspection/image/rectify.h"

namespace countersign {
namespace {

constexpr double kCardWidthMm = 85.60;   // ISO/IEC 7810 ID-1
constexpr double kCardHeightMm = 53.98;  // the same
// The narrowest bars of a card are 0.17 mm (AAMVA, annex D.3): nearly three pixels.
constexpr double kPxPerMm = 16;

}  // namespace

LumaImage flat_card(const LumaImage& photograph, const Quadrilateral& lying) {
  const auto width = static_cast<std::size_t>(std::lround(kCardWidthMm * kPxPerMm));
  const auto height = static_cast<std::size_t>(std::lround(kCardHeightMm * kPxPerMm));
  return rectified(photograph, lying, width, height);
}

}  // namespace countersign
