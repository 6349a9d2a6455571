// A JPEG file, which is what a device sends.
#include "tests/fuzz/picture.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) { check_decoder(ImageFormat::Jpeg, input); }

const Target kTarget("jpeg", run);

}  // namespace
}  // namespace countersign::fuzz
