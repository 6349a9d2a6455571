// A WEBP file, as a device sends it.
#include "tests/fuzz/picture.h"

namespace countersign::fuzz::webp_target {

void run(std::string_view input) { check_decoder(ImageFormat::WebP, input); }

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("webp", run, kLimits);

}  // namespace countersign::fuzz::webp_target
