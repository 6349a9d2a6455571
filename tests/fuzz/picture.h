#pragma once
#include <string_view>

#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/decode/image_format.h"
#include "tests/fuzz/target.h"

// What the fuzzers of the three decoders share.
namespace countersign::fuzz {

// The worker's limits, but for smaller pictures: a telephone's picture would take a second each.
inline constexpr InspectionLimits kDecoderLimits{.max_pixels = 1 << 18,
                                                 .max_scanned_pixels = 1 << 21};

// Checks that decoding gives a picture or an error, the same picture again, and keeps the limits.
inline void check_decoder(ImageFormat format, std::string_view file) {
  const auto sniffed = sniff_format(file.substr(0, kSniffBytes));
  const auto decoded = decode_image(file, kDecoderLimits);
  if (sniffed != format) {
    check(sniffed.has_value() || decoded.error() == DecodeError::UnknownFormat,
          "what has no signature has no format");
    return;
  }
  if (!decoded) {
    check(decoded.error() != DecodeError::UnknownFormat, "a format that is known");
    check(decoded.error() != DecodeError::OutOfMemory, "no file exhausts the machine");
    return;
  }
  const RgbImage& pixels = decoded->pixels;
  check(decoded->format == format, "the format is that of the signature");
  check(pixels.width > 0 && pixels.height > 0, "a picture has pixels");
  check(pixels.width <= kDecoderLimits.max_side && pixels.height <= kDecoderLimits.max_side,
        "a side is bounded");
  const std::uint64_t count = std::uint64_t{pixels.width} * pixels.height;
  check(count <= kDecoderLimits.max_pixels && pixels.bytes.size() == 3 * count,
        "pixels are bounded, and all there");
  const auto again = decode_image(file, kDecoderLimits);
  check(again.has_value() && again->pixels == pixels, "a file shows one picture");
}

}  // namespace countersign::fuzz
