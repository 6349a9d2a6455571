#include <webp/decode.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "core/inspection/decode/format_decoders.h"
#include "core/inspection/decode/orientation.h"

// RFC 9649. A file is "RIFF", its size, "WEBP", then chunks: a name of four bytes, a size, that
// many bytes and one of padding when the size is odd.

namespace countersign {
namespace {

constexpr std::size_t kFileHeaderBytes = 12;  // "RIFF", the size, "WEBP" (RFC 9649, section 2.4)
constexpr std::size_t kChunkHeaderBytes = 8;  // a chunk's name and its size (section 2.3)

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

// Whether the file is shorter than its header says. The padding of the last chunk may be missing:
// some encoders omit it.
bool ends_early(std::string_view bytes) {
  const std::uint64_t claimed = std::uint64_t{little_endian(bytes, 4)} + kChunkHeaderBytes;
  return claimed > std::uint64_t{bytes.size()} + 1;
}

Orientation orientation_of(std::string_view bytes) {
  std::size_t at = kFileHeaderBytes;
  while (at + kChunkHeaderBytes <= bytes.size()) {
    const std::size_t size = little_endian(bytes, at + 4);
    const std::string_view rest = bytes.substr(at + kChunkHeaderBytes);
    if (size > rest.size()) return Orientation::Upright;
    if (bytes.substr(at, 4) == "EXIF") return read_orientation(rest.substr(0, size));
    at += kChunkHeaderBytes + size + size % 2;
  }
  return Orientation::Upright;
}

// Composites premultiplied colours on white, and drops the alpha bytes.
void flatten(RgbImage& image, std::size_t pixels) {
  const std::uint8_t* from = image.bytes.data();
  std::uint8_t* to = image.bytes.data();
  for (std::size_t i = 0; i < pixels; ++i) {
    const unsigned white = 255U - from[3];
    to[0] = static_cast<std::uint8_t>(from[0] + white);
    to[1] = static_cast<std::uint8_t>(from[1] + white);
    to[2] = static_cast<std::uint8_t>(from[2] + white);
    from += 4;
    to += 3;
  }
  image.bytes.resize(pixels * 3);
}

DecodeError error_of(VP8StatusCode status) {
  if (status == VP8_STATUS_OUT_OF_MEMORY) return DecodeError::OutOfMemory;
  if (status == VP8_STATUS_NOT_ENOUGH_DATA) return DecodeError::Truncated;
  return DecodeError::Corrupt;
}

}  // namespace

Result<RgbImage, DecodeError> decode_webp(std::string_view bytes, const InspectionLimits& limits) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) return DecodeError::Corrupt;
  const VP8StatusCode status = WebPGetFeatures(data, bytes.size(), &config.input);
  if (status != VP8_STATUS_OK) {
    return ends_early(bytes) ? DecodeError::Truncated : error_of(status);
  }
  if (config.input.has_animation != 0) return DecodeError::Animated;
  const auto width = static_cast<std::uint32_t>(config.input.width);
  const auto height = static_cast<std::uint32_t>(config.input.height);
  if (const auto refused = refuse_dimensions(width, height, limits)) return *refused;
  if (ends_early(bytes)) return DecodeError::Truncated;

  const bool transparent = config.input.has_alpha != 0;
  const std::size_t channels = transparent ? 4 : 3;
  const std::size_t pixels = std::size_t{width} * height;
  RgbImage stored;
  stored.width = width;
  stored.height = height;
  stored.bytes.resize(pixels * channels);
  config.output.colorspace = transparent ? MODE_rgbA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = stored.bytes.data();
  config.output.u.RGBA.stride = static_cast<int>(width * channels);
  config.output.u.RGBA.size = stored.bytes.size();
  const VP8StatusCode decoded = WebPDecode(data, bytes.size(), &config);
  WebPFreeDecBuffer(&config.output);
  if (decoded != VP8_STATUS_OK) return error_of(decoded);

  if (transparent) flatten(stored, pixels);
  return upright(std::move(stored), orientation_of(bytes));
}

}  // namespace countersign
