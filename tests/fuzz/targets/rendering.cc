// A picture that a reviewer looks at, drawn anew from a stranger's file; and what a worker that the
// file has taken over may send instead. The first byte chooses.
#include "core/check.h"
#include "core/inspection/decode/image_header.h"
#include "core/inspection/render/picture_rendering.h"
#include "core/inspection/render/rendered_jpeg.h"
#include "tests/fuzz/picture.h"
#include "tests/fuzz/target.h"

namespace countersign::fuzz::rendering_target {

void check_file(std::string_view input) {
  const auto width = take_number<std::uint32_t>(input);
  const auto height = take_number<std::uint32_t>(input);
  if (!is_rendered_jpeg(input, width, height)) return;
  const auto header = read_image_header(input);
  check(header && header->format == ImageFormat::Jpeg && header->width == width &&
            header->height == height,
        "a rendering is a JPEG of its size");
  check(!is_rendered_jpeg(input.substr(0, input.size() - 1), width, height),
        "a rendering that lacks its last byte is none");
  check(!is_rendered_jpeg(input, height, width + 1), "a rendering has one size");
}

void check_drawn(std::string_view file, std::optional<Side> side) {
  const auto drawn =
      rendered({.image = file, .side = side, .mark = {"anna", "\xff"}}, kDecoderLimits);
  check(drawn.has_value(), "no file within the limits is refused for lack of memory");
  const bool decodes = decode_image(file, kDecoderLimits).has_value();
  check(drawn->has_value() == decodes, "every picture that decodes is drawn, and no other file");
  if (!decodes) return;
  check(is_rendered_jpeg((*drawn)->jpeg, (*drawn)->width, (*drawn)->height),
        "a drawn picture is as the server expects it");
  check((*drawn)->width <= kRenderingMaxSide && (*drawn)->height <= kRenderingMaxSide,
        "a rendering is within its limits");
}

void run(std::string_view input) {
  switch (take_number<std::uint8_t>(input) % 4) {
    case 0:
      return check_file(input);
    case 1:
      return check_drawn(input, std::nullopt);
    case 2:
      return check_drawn(input, Side::Front);
    case 3:
      return check_drawn(input, Side::Back);
  }
}

constexpr TargetLimits kLimits{.allocation_mb = 64, .memory_mb = 1600, .seconds = 25};
const Target kTarget("rendering", run, kLimits);

}  // namespace countersign::fuzz::rendering_target
