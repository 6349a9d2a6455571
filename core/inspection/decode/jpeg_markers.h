#pragma once
#include <cstddef>
#include <cstdint>

namespace countersign {

// The second bytes of a JPEG's markers: ITU-T T.81, table B.1.
constexpr std::uint32_t kJpegStartOfScan = 0xDA;

// The bytes of a frame's header that hold its size and the number of its components (B.2.2).
constexpr std::size_t kJpegFrameBytes = 6;

// SOF0 to SOF15 begin a frame; DHT, JPG and DAC lie between them.
constexpr bool jpeg_marker_begins_frame(std::uint32_t marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

// Takes a marker that begins a frame: SOF2, SOF6, SOF10 and SOF14 are progressive.
constexpr bool jpeg_frame_is_progressive(std::uint32_t marker) { return (marker & 3) == 2; }

// TEM and RST0 to RST7: there is no segment behind them.
constexpr bool jpeg_marker_stands_alone(std::uint32_t marker) {
  return marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
}

// Neither one that stands alone, nor SOI, nor EOI, nor reserved.
constexpr bool jpeg_marker_has_length(std::uint32_t marker) {
  return marker >= 0xC0 && !(marker >= 0xD0 && marker <= 0xD9);
}

}  // namespace countersign
