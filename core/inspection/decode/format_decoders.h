#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/inspection/decode/decode.h"
#include "core/inspection/decode/pixel_limit.h"

namespace countersign {

// One decoder per format, each in its own file with the library that it uses. They may throw
// std::bad_alloc; `decode_image` turns that into an error.
Result<DecodedImage, DecodeError> decode_jpeg(std::string_view bytes,
                                              const InspectionLimits& limits,
                                              DecodeScale scale);
Result<RgbImage, DecodeError> decode_png(std::string_view bytes, const InspectionLimits& limits);
Result<RgbImage, DecodeError> decode_webp(std::string_view bytes, const InspectionLimits& limits);

// Checks the dimensions in a header against the limits. A picture without pixels is corrupt.
inline std::optional<DecodeError> refuse_dimensions(std::uint32_t width,
                                                    std::uint32_t height,
                                                    const InspectionLimits& limits,
                                                    PixelWay way = PixelWay::Whole) {
  if (width == 0 || height == 0) return DecodeError::Corrupt;
  if (width > limits.max_side || height > limits.max_side) return DecodeError::TooLarge;
  const std::uint64_t pixels = std::uint64_t{width} * height;
  if (pixels > most_pixels(limits.max_pixels, way)) return DecodeError::TooLarge;
  return std::nullopt;
}

}  // namespace countersign
