#include "core/inspection/decode/image_header.h"

#include <cstddef>

#include "core/check.h"
#include "core/inspection/decode/image_format.h"
#include "core/inspection/decode/jpeg_markers.h"

namespace countersign {
namespace {

using namespace std::string_view_literals;

using Read = std::optional<ImageHeader>;

// Whole numbers in a file. REQUIRES: the file has the bytes.
std::uint32_t byte_at(std::string_view file, std::size_t at) {
  check(at < file.size(), "a byte that is read lies in the file");
  return static_cast<std::uint8_t>(file[at]);
}
std::uint32_t big_16(std::string_view file, std::size_t at) {
  return byte_at(file, at) << 8 | byte_at(file, at + 1);
}
std::uint32_t big_32(std::string_view file, std::size_t at) {
  return big_16(file, at) << 16 | big_16(file, at + 2);
}
std::uint32_t little_16(std::string_view file, std::size_t at) {
  return byte_at(file, at) | byte_at(file, at + 1) << 8;
}
std::uint32_t little_24(std::string_view file, std::size_t at) {
  return little_16(file, at) | byte_at(file, at + 2) << 16;
}
std::uint32_t little_32(std::string_view file, std::size_t at) {
  return little_24(file, at) | byte_at(file, at + 3) << 24;
}

bool has(std::string_view file, std::size_t at, std::size_t bytes) {
  return at <= file.size() && bytes <= file.size() - at;
}

Read sized(ImageFormat format, std::uint32_t width, std::uint32_t height, bool animated = false) {
  if (width == 0 || height == 0) return std::nullopt;
  return ImageHeader{format, width, height, animated};
}

struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

// Section 11.2.1: the header is the first chunk.
std::optional<Size> png_size(std::string_view file) {
  constexpr std::size_t kSignature = 8;            // bytes
  constexpr std::uint32_t kIhdr = 13;              // bytes of the header's data
  constexpr std::uint32_t kSideMax = 0x7FFF'FFFF;  // a side has 31 bits
  if (!has(file, kSignature, 4 + 4 + kIhdr) || big_32(file, kSignature) != kIhdr ||
      file.substr(kSignature + 4, 4) != "IHDR"sv) {
    return std::nullopt;
  }
  const Size size = {big_32(file, kSignature + 8), big_32(file, kSignature + 12)};
  if (size.width > kSideMax || size.height > kSideMax) return std::nullopt;
  return size;
}

// Section 5.3: a chunk is a length, a type of four letters, the data and a CRC.
Read read_png(std::string_view file) {
  constexpr std::size_t kSignature = 8;              // bytes
  constexpr std::size_t kAround = 12;                // bytes of a chunk beside its data
  constexpr std::uint32_t kLengthMax = 0x7FFF'FFFF;  // a length has 31 bits
  const auto size = png_size(file);
  if (!size) return std::nullopt;
  bool animated = false;
  bool has_pixels = false;
  for (std::size_t at = kSignature; has(file, at, kAround);) {
    const std::uint32_t length = big_32(file, at);
    const std::string_view type = file.substr(at + 4, 4);
    if (length > kLengthMax || !has(file, at, kAround + std::size_t{length})) break;
    at += kAround + std::size_t{length};
    animated = animated || type == "acTL"sv;
    has_pixels = has_pixels || type == "IDAT"sv;
    if (type != "IEND"sv) continue;
    if (at != file.size() || !has_pixels) break;
    return sized(ImageFormat::Png, size->width, size->height, animated);
  }
  return std::nullopt;
}

// Section B.1.1.2: any number of bytes 0xFF may stand before a marker; B.2.2: the frame's header.
Read read_jpeg(std::string_view file) {
  constexpr std::size_t kFrameHeader = 2 + kJpegFrameBytes;  // with its length
  if (!file.ends_with("\xFF\xD9"sv)) return std::nullopt;
  std::size_t at = 2;
  while (has(file, at, 2) && byte_at(file, at) == 0xFF) {
    const std::uint32_t marker = byte_at(file, at + 1);
    if (marker == 0xFF) {
      ++at;
      continue;
    }
    // From here a segment has a length, and none without one may come before the first frame.
    at += 2;
    if (!jpeg_marker_has_length(marker) || marker == kJpegStartOfScan || !has(file, at, 2)) {
      return std::nullopt;
    }
    const std::uint32_t length = big_16(file, at);
    if (length < 2 || !has(file, at, length)) return std::nullopt;
    if (jpeg_marker_begins_frame(marker)) {
      // The number of lines may be left to a later segment (DNL), which no browser reads.
      if (length < kFrameHeader) return std::nullopt;
      return sized(ImageFormat::Jpeg, big_16(file, at + 5), big_16(file, at + 3));
    }
    at += length;
  }
  return std::nullopt;
}

// RFC 6386, section 9.1: the header of a key frame.
Read read_vp8(std::string_view data) {
  constexpr std::uint32_t kSideMask = 0x3FFF;  // the two bits above are a scale
  if (!has(data, 0, 10) || (byte_at(data, 0) & 1) != 0 || data.substr(3, 3) != "\x9D\x01\x2A"sv) {
    return std::nullopt;
  }
  return sized(ImageFormat::WebP, little_16(data, 6) & kSideMask, little_16(data, 8) & kSideMask);
}

// RFC 9649, section 3.4: each side is its number of 14 bits and one.
Read read_vp8l(std::string_view data) {
  constexpr std::uint32_t kSideMask = 0x3FFF;  // 14 bits
  if (!has(data, 0, 5) || byte_at(data, 0) != 0x2F) return std::nullopt;
  const std::uint32_t bits = little_32(data, 1);
  return sized(ImageFormat::WebP, (bits & kSideMask) + 1, (bits >> 14 & kSideMask) + 1);
}

// RFC 9649, section 2.7: flags, then each side as a number of 24 bits and one.
Read read_vp8x(std::string_view data) {
  constexpr std::uint32_t kAnimation = 0x02;  // a flag
  if (!has(data, 0, 10)) return std::nullopt;
  return sized(ImageFormat::WebP,
               little_24(data, 4) + 1,
               little_24(data, 7) + 1,
               (byte_at(data, 0) & kAnimation) != 0);
}

// RFC 9649, section 2.4: a RIFF file whose first chunk says the rest.
constexpr std::size_t kBeforeChunk = 12;
constexpr std::size_t kChunkHeader = 8;

Read webp_chunk(std::string_view type, std::string_view data) {
  if (type == "VP8 "sv) return read_vp8(data);
  if (type == "VP8L"sv) return read_vp8l(data);
  return type == "VP8X"sv ? read_vp8x(data) : std::nullopt;
}

// Section 2.3: the file says its size.
Read read_webp(std::string_view file) {
  if (!has(file, 0, kBeforeChunk + kChunkHeader) || little_32(file, 4) != file.size() - 8) {
    return std::nullopt;
  }
  const std::uint32_t length = little_32(file, kBeforeChunk + 4);
  if (!has(file, kBeforeChunk + kChunkHeader, length)) return std::nullopt;
  return webp_chunk(file.substr(kBeforeChunk, 4), file.substr(kBeforeChunk + kChunkHeader, length));
}

}  // namespace

Read read_first_chunk(std::string_view beginning) {
  check(beginning.size() >= kFirstChunkBytes, "the first chunk of a picture has come");
  const auto format = sniff_format(beginning);
  if (format == ImageFormat::Png) {
    const auto size = png_size(beginning);
    return size ? sized(ImageFormat::Png, size->width, size->height) : std::nullopt;
  }
  if (format != ImageFormat::WebP) return std::nullopt;
  return webp_chunk(beginning.substr(kBeforeChunk, 4),
                    beginning.substr(kBeforeChunk + kChunkHeader));
}

std::optional<ImageHeader> read_image_header(std::string_view file) {
  const auto format = sniff_format(file);
  if (!format) return std::nullopt;
  switch (*format) {
    case ImageFormat::Jpeg:
      return read_jpeg(file);
    case ImageFormat::Png:
      return read_png(file);
    case ImageFormat::WebP:
      return read_webp(file);
  }
  check(false, "an image format is an enumerator of ImageFormat");
  return std::nullopt;
}

}  // namespace countersign
