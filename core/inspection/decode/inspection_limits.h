#pragma once
#include <cstdint>

namespace countersign {

// What an image may ask of the decoders. All of it is known from headers, or
// while decoding and before memory is spent; what asks for more is refused.
struct InspectionLimits {
  // 120 MB as decoded RGB: above what telephones produce without asking for it.
  std::uint64_t max_pixels = 40'000'000;
  // The largest WebP there can be; a single row stays below 50 kB.
  std::uint32_t max_side = 16'384;
  // A progressive JPEG of a camera or a phone has about ten. Every scan may walk
  // the whole image, so a small file of 5000 costs minutes.
  int max_scans = 40;
  // Scans times pixels: twelve scans of the largest picture, forty of a usual one.
  std::uint64_t max_scanned_pixels = 500'000'000;
  // One ancillary PNG chunk, after decompression.
  std::uint32_t max_ancillary_bytes = 256 * 1024;
  bool operator==(const InspectionLimits&) const = default;
};

}  // namespace countersign
