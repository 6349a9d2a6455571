#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/inspection/decode/format_decoders.h"
#include "core/inspection/decode/orientation.h"

// libpng reports an error by longjmp. So every object with a destructor lives in decode_png(), and
// the functions that call setjmp have plain locals only.

namespace countersign {
namespace {

struct PngReading {
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::jmp_buf escape{};
  const unsigned char* bytes = nullptr;
  std::size_t bytes_left = 0;
  bool ended_early = false;
  bool animated = false;

  PngReading() = default;
  PngReading(const PngReading&) = delete;
  PngReading& operator=(const PngReading&) = delete;
  ~PngReading() { png_destroy_read_struct(&png, &info, nullptr); }
};

[[noreturn]] void on_error(png_structp png, png_const_charp) {
  std::longjmp(static_cast<PngReading*>(png_get_error_ptr(png))->escape, 1);
}

void on_warning(png_structp, png_const_charp) {}

void give_bytes(png_structp png, png_bytep to, std::size_t size) {
  auto& reading = *static_cast<PngReading*>(png_get_io_ptr(png));
  if (reading.bytes_left < size) {
    reading.ended_early = true;
    png_error(png, "the file ends early");
  }
  std::memcpy(to, reading.bytes, size);
  reading.bytes += size;
  reading.bytes_left -= size;
}

// Called for every chunk that libpng has no handler for.
int on_unknown_chunk(png_structp png, png_unknown_chunkp chunk) {
  auto& reading = *static_cast<PngReading*>(png_get_user_chunk_ptr(png));
  if (std::memcmp(chunk->name, "acTL", 4) == 0) reading.animated = true;
  return 1;  // handled: libpng does not keep it
}

// Text, profiles and palettes for other programs: never needed, sometimes decompression bombs.
constexpr std::array<png_byte, 40> kSkippedChunks = {
    't', 'E', 'X', 't', 0, 'z', 'T', 'X', 't', 0, 'i', 'T', 'X', 't', 0, 'i', 'C', 'C', 'P', 0,
    's', 'P', 'L', 'T', 0, 'h', 'I', 'S', 'T', 0, 'p', 'C', 'A', 'L', 0, 's', 'C', 'A', 'L', 0};

// Whether each chunk (PNG, section 5.3) lies within the file, as far as IEND. libpng makes room for
// as much as a chunk of Exif data says that it has, before it reads the chunk.
bool chunks_end_within(std::string_view bytes) {
  constexpr std::size_t kSignatureSize = 8;  // bytes (PNG, section 5.2)
  constexpr std::size_t kChunkFrame = 12;    // length, type and checksum
  bytes.remove_prefix(std::min(kSignatureSize, bytes.size()));
  while (bytes.size() >= kChunkFrame) {
    const std::size_t length =
        png_get_uint_32(reinterpret_cast<const unsigned char*>(bytes.data()));
    if (length > bytes.size() - kChunkFrame) return false;
    if (bytes.substr(4, 4) == "IEND") return true;
    bytes.remove_prefix(kChunkFrame + length);
  }
  return false;
}

// W3C PNG, third edition, section 5.6. REQUIRES: chunks_end_within().
bool begins_with_header(std::string_view bytes) {
  constexpr std::size_t kFirstType = 12;  // behind the signature and the first chunk's length
  return bytes.substr(kFirstType).starts_with("IHDR");
}

bool read_header(PngReading& reading, const InspectionLimits& limits) {
  if (setjmp(reading.escape) != 0) return false;
  // The caller checks the dimensions in the header; libpng's own limits would look like corruption.
  png_set_user_limits(reading.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(reading.png, limits.max_ancillary_bytes);
  png_set_keep_unknown_chunks(reading.png,
                              PNG_HANDLE_CHUNK_NEVER,
                              kSkippedChunks.data(),
                              static_cast<int>(kSkippedChunks.size() / 5));
  png_set_read_user_chunk_fn(reading.png, &reading, on_unknown_chunk);
  png_set_crc_action(reading.png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
  png_set_read_fn(reading.png, &reading, give_bytes);
  png_read_info(reading.png, reading.info);
  return true;
}

// Makes libpng convert any stored format to 8-bit RGB on white. Returns false if it cannot.
bool choose_colours(PngReading& reading, std::uint32_t width) {
  if (setjmp(reading.escape) != 0) return false;
  png_set_scale_16(reading.png);
  png_set_expand(reading.png);
  png_set_gray_to_rgb(reading.png);
  const png_color_16 white{0, 255, 255, 255, 255};
  png_set_background(reading.png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1.0);
  png_set_strip_alpha(reading.png);
  png_set_interlace_handling(reading.png);
  png_read_update_info(reading.png, reading.info);
  return png_get_rowbytes(reading.png, reading.info) == std::size_t{width} * 3;
}

bool read_rows(PngReading& reading, UprightRows& rows, std::uint8_t* row) {
  if (setjmp(reading.escape) != 0) return false;
  for (std::uint32_t y = 0; y < rows.stored_height(); ++y) {
    png_read_row(reading.png, row, nullptr);
    rows.put_row(y, row);
  }
  png_read_end(reading.png, nullptr);
  return true;
}

// Each of the seven Adam7 passes adds to the rows of the pass before.
bool read_interlaced(PngReading& reading, RgbImage& stored) {
  if (setjmp(reading.escape) != 0) return false;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; ++pass) {
    for (std::uint32_t y = 0; y < stored.height; ++y) {
      png_read_row(reading.png, stored.row(y), nullptr);
    }
  }
  png_read_end(reading.png, nullptr);
  return true;
}

Orientation orientation_of(PngReading& reading) {
  png_bytep exif = nullptr;
  png_uint_32 size = 0;
  if (png_get_eXIf_1(reading.png, reading.info, &size, &exif) == 0) return Orientation::Upright;
  return read_orientation({reinterpret_cast<const char*>(exif), size});
}

DecodeError error_of(const PngReading& reading) {
  return reading.ended_early ? DecodeError::Truncated : DecodeError::Corrupt;
}

}  // namespace

Result<RgbImage, DecodeError> decode_png(std::string_view bytes, const InspectionLimits& limits) {
  if (!chunks_end_within(bytes)) return DecodeError::Truncated;
  // libpng takes chunks before the header, which then says too late how large the picture is.
  if (!begins_with_header(bytes)) return DecodeError::Corrupt;
  PngReading reading;
  reading.bytes = reinterpret_cast<const unsigned char*>(bytes.data());
  reading.bytes_left = bytes.size();
  reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, on_error, on_warning);
  if (reading.png == nullptr) return DecodeError::OutOfMemory;
  reading.info = png_create_info_struct(reading.png);
  if (reading.info == nullptr) return DecodeError::OutOfMemory;
  if (!read_header(reading, limits)) return error_of(reading);

  const std::uint32_t width = png_get_image_width(reading.png, reading.info);
  const std::uint32_t height = png_get_image_height(reading.png, reading.info);
  if (const auto refused = refuse_dimensions(width, height, limits)) return *refused;
  if (reading.animated) return DecodeError::Animated;
  const Orientation orientation = orientation_of(reading);
  const bool interlaced = png_get_interlace_type(reading.png, reading.info) != PNG_INTERLACE_NONE;
  if (!choose_colours(reading, width)) return error_of(reading);

  if (interlaced) {
    RgbImage stored(width, height);
    if (!read_interlaced(reading, stored)) return error_of(reading);
    return upright(std::move(stored), orientation);
  }
  UprightRows rows(width, height, orientation);
  std::vector<std::uint8_t> row(std::size_t{width} * 3);
  if (!read_rows(reading, rows, row.data())) return error_of(reading);
  return std::move(rows).take();
}

}  // namespace countersign
