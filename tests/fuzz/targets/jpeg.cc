// A JPEG file, as a device sends it.
#include "tests/fuzz/picture.h"

namespace countersign::fuzz::jpeg_target {

void run(std::string_view input) { check_decoder(ImageFormat::Jpeg, input); }

constexpr TargetLimits kLimits{.allocation_mb = 16, .memory_mb = 1200, .seconds = 25};
const Target kTarget("jpeg", run, kLimits);

}  // namespace countersign::fuzz::jpeg_target
