// A PNG file, as a device sends it.
#include "tests/fuzz/picture.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) { check_decoder(ImageFormat::Png, input); }

const Target kTarget("png", run);

}  // namespace
}  // namespace countersign::fuzz
