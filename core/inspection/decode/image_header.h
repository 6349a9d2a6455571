#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/terms.h"

namespace countersign {

// The facts that the header of a picture's file declares. Nothing is decoded, so the pixels may
// still be damaged.
struct ImageHeader {
  ImageFormat format = ImageFormat::Png;
  std::uint32_t width = 0;   // in pixels, as stored: an Exif orientation is not applied
  std::uint32_t height = 0;  // the same
  bool animated = false;     // several pictures in one file
};

// Reads the header of a whole PNG (W3C PNG, third edition), JPEG (ITU-T T.81) or WebP (RFC 9649).
// Returns nullopt for anything else: a file that is cut off, that has bytes behind its end, or
// whose header contradicts its format. Pure; takes time in proportion to the number of chunks and
// no memory.
std::optional<ImageHeader> read_image_header(std::string_view file);

// Reads what the first bytes of a PNG or WebP declare. The file may be cut behind them, or have
// anything there. Returns nullopt for a JPEG. REQUIRES: kFirstChunkBytes of the file. Pure.
inline constexpr std::size_t kFirstChunkBytes = 30;
std::optional<ImageHeader> read_first_chunk(std::string_view beginning);

}  // namespace countersign
