#pragma once
#include <algorithm>
#include <string_view>

#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/decode/image_format.h"
#include "tests/fuzz/target.h"

// The code that the fuzzers of the three decoders share.
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
          "a file without a known signature is refused with UnknownFormat");
    return;
  }
  if (!decoded) {
    check(decoded.error() != DecodeError::UnknownFormat,
          "a file with a known signature is not refused with UnknownFormat");
    check(decoded.error() != DecodeError::OutOfMemory, "no file is refused with OutOfMemory");
    return;
  }
  const RgbImage& pixels = decoded->pixels;
  check(decoded->format == format,
        "the format of a decoded picture is that of the file's signature");
  check(pixels.width > 0 && pixels.height > 0,
        "the width and height of a decoded picture are above 0");
  check(pixels.width <= kDecoderLimits.max_side && pixels.height <= kDecoderLimits.max_side,
        "the width and height of a decoded picture are at most max_side");
  const std::uint64_t count = std::uint64_t{pixels.width} * pixels.height;
  check(count <= kDecoderLimits.max_pixels && pixels.bytes.size() == 3 * count,
        "a decoded picture has at most max_pixels pixels, of three bytes each");
  const auto again = decode_image(file, kDecoderLimits);
  check(again.has_value() && again->pixels == pixels,
        "a file that is decoded twice gives the same picture");
  constexpr std::uint64_t kEnough = 16;
  const auto smaller = decode_image(file, kDecoderLimits, {.enough_pixels = kEnough});
  check(smaller.has_value() && smaller->width == pixels.width && smaller->height == pixels.height,
        "a file that is decoded at any scale has one size");
  const RgbImage& fewer = smaller->pixels;
  const std::uint64_t left = std::uint64_t{fewer.width} * fewer.height;
  check(fewer.bytes.size() == 3 * left && left <= count && left >= std::min(count, kEnough),
        "a picture that is decoded at a smaller scale has enough pixels, and no more than before");
}

}  // namespace countersign::fuzz
