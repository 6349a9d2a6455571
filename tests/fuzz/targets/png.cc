// A PNG file, as a device sends it.
#include "tests/fuzz/picture.h"

namespace countersign::fuzz::png_target {

void run(std::string_view input) { check_decoder(ImageFormat::Png, input); }

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("png", run, kLimits);

}  // namespace countersign::fuzz::png_target
