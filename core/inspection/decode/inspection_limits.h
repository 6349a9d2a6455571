#pragma once
#include <cstdint>

namespace countersign {

// The demands that an image may make on the decoders. Each demand is known from a header, or during
// decoding before memory is allocated; an image that demands more is refused.
struct InspectionLimits {
  // The pixels of a picture that is decoded at once: 120 MB as RGB, more than telephones produce
  // by default. A JPEG may have more (pixel_limit.h).
  std::uint64_t max_pixels = 40'000'000;
  // The largest side that a WebP can have; a single row stays below 50 kB.
  std::uint32_t max_side = 16'384;
  // A progressive JPEG from a camera or a phone has about ten scans. Every scan may walk the whole
  // image, so a small file with 5000 scans costs minutes.
  int max_scans = 40;
  // Scans times pixels: nineteen scans of the largest picture, forty of a usual one.
  std::uint64_t max_scanned_pixels = 1'000'000'000;
  // The size of one ancillary PNG chunk, after decompression.
  std::uint32_t max_ancillary_bytes = 256 * 1024;
  bool operator==(const InspectionLimits&) const = default;
};

}  // namespace countersign
