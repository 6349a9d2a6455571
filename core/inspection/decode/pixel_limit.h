#pragma once
#include <cstdint>

namespace countersign {

// How the pixels of a file are had, which decides how many there may be.
enum class PixelWay : std::uint8_t {
  Whole,  // PNG and WebP: all at once
  Scans,  // a JPEG of several scans, such as a progressive one: all coefficients at once, pixels
          // at a smaller scale
  Rows,   // any other JPEG: row by row, at a smaller scale
};

// The most pixels that a file may have, in a worker with the memory to decode `whole` pixels at
// once. A coefficient takes up to 8 bytes a pixel, beside the 12 of a decoded one; a JPEG that is
// decoded row by row takes no memory but that of the scale. With the default of 40 million these
// are 40, 52 and 240 million: a telephone's full setting makes JPEGs of 48, 50 or 200 million.
constexpr std::uint64_t most_pixels(std::uint64_t whole, PixelWay way) {
  switch (way) {
    case PixelWay::Whole:
      break;
    case PixelWay::Scans:
      return whole / 10 * 13;
    case PixelWay::Rows:
      return whole * 6;
  }
  return whole;
}

// The most that any file may have.
constexpr std::uint64_t most_pixels(std::uint64_t whole) {
  return most_pixels(whole, PixelWay::Rows);
}

}  // namespace countersign
