// A WEBP file, as a device sends it.
#include "tests/fuzz/picture.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) { check_decoder(ImageFormat::WebP, input); }

const Target kTarget("webp", run);

}  // namespace
}  // namespace countersign::fuzz
