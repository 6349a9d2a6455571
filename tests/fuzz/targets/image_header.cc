// The header of a client's logo, as an operator sends it.
#include "core/inspection/decode/image_header.h"

#include "core/check.h"
#include "core/inspection/decode/image_format.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz {
namespace {

void run(std::string_view input) {
  const auto header = read_image_header(input);
  if (!header) return;
  check(header->width > 0 && header->height > 0, "a picture with a header has pixels");
  check(sniff_format(input) == header->format, "the format is that of the first bytes");
  check(!read_image_header(input.substr(0, input.size() - 1)),
        "a picture that lacks its last byte has no header");
}

const Target kTarget("image_header", run);

}  // namespace
}  // namespace countersign::fuzz
