#pragma once
#include <cstdint>
#include <limits>
#include <string_view>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/image/rgb_image.h"
#include "core/result.h"
#include "core/terms.h"

namespace countersign {

enum class DecodeError : std::uint8_t {
  UnknownFormat,  // not JPEG, PNG or WebP by its first bytes
  Truncated,      // the file ends too early
  Corrupt,        // the file contradicts its format
  TooLarge,       // more pixels or a longer side than allowed, by its header
  TooComplex,     // more scans than allowed
  Animated,       // several pictures in one file
  OutOfMemory,    // the machine's failure, not the file's
};

// The pixels are those of the file's picture, or fewer (`DecodeScale`).
struct DecodedImage {
  ImageFormat format = ImageFormat::Jpeg;
  std::uint32_t width = 0;   // of the file's picture, upright
  std::uint32_t height = 0;  // the same
  RgbImage pixels;

  Picture picture() const { return {width, height, pixels}; }
};

// The pixels that the user of a picture needs. A JPEG of at least four times as many is decoded at
// the half of its width and height, or at a quarter, and so on, which takes a fraction of the time.
// So is one of more pixels than are decoded at once (pixel_limit.h), whatever its user needs. Other
// formats are always decoded in full.
struct DecodeScale {
  std::uint64_t enough_pixels = std::numeric_limits<std::uint64_t>::max();

  // By how much the width and the height of a picture of so many pixels are divided. libjpeg has
  // vector code for powers of two.
  constexpr unsigned divisor_for(std::uint64_t pixels) const {
    constexpr unsigned kMost = 8;  // the most by which libjpeg shrinks
    unsigned divisor = 1;
    while (divisor < kMost && pixels / (4ULL * divisor * divisor) >= enough_pixels) divisor *= 2;
    return divisor;
  }
};

// Decodes JPEG, PNG or WebP into 8-bit RGB, upright as its Exif orientation says. Grey becomes RGB,
// CMYK is converted, transparency is laid on white, 16 bits are reduced to 8. Checks the dimensions
// in the header against the limits before it allocates memory for the picture. A partial picture is
// an error, never a result. Thread-safe; stateless; does not throw.
Result<DecodedImage, DecodeError> decode_image(std::string_view bytes,
                                               const InspectionLimits& limits,
                                               DecodeScale scale = {});

}  // namespace countersign
