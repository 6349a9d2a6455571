// A JPEG file, as a device sends it.
#include "tests/fuzz/picture.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) { check_decoder(ImageFormat::Jpeg, input); }

const Target kTarget("jpeg", run);

}  // namespace
}  // namespace countersign::fuzz
