// A picture of a bar code: one byte for half the number of modules in a row, then one bit for each
// module. ZXing reads pictures that a device may choose.
#include "core/inspection/barcode/barcode.h"

#include <algorithm>

#include "core/check.h"
#include "core/inspection/barcode/aamva.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::barcode_target {

constexpr std::size_t kRowsMax = 200;

void run(std::string_view input) {
  LumaImage picture;
  picture.width = 2 * (std::size_t{1} + take_number<std::uint8_t>(input));
  picture.height = std::clamp<std::size_t>(input.size() * 8 / picture.width, 2, kRowsMax);
  picture.bytes.assign(picture.width * picture.height, 255);
  for (std::size_t i = 0; i < std::min(picture.bytes.size(), input.size() * 8); ++i) {
    const bool dark = ((static_cast<std::uint8_t>(input[i / 8]) >> (7 - i % 8)) & 1) != 0;
    picture.bytes[i] = dark ? 0 : 255;
  }
  if (const auto read = read_flat_pdf417(picture)) (void)parse_aamva(*read);
}

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("barcode", run, kLimits);

}  // namespace countersign::fuzz::barcode_target
