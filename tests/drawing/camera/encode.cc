#include "tests/drawing/camera/encode.h"

// jpeglib.h needs the two headers before it.
// clang-format off
#include <cstddef>
#include <cstdio>
#include <jpeglib.h>
// clang-format on
#include <png.h>
#include <webp/encode.h>

#include <cstdlib>

#include "core/check.h"

namespace countersign::drawing {
namespace {

constexpr std::size_t kWebPHeaderBytes = 12;  // RIFF, size, WEBP

// A TIFF block with one entry: the orientation.
std::string exif_block(int orientation) {
  std::string tiff("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", 18);
  tiff += static_cast<char>(orientation);
  tiff.append(7, '\0');
  return tiff;
}

[[noreturn]] void on_jpeg_error(j_common_ptr) {
  check(false, "libjpeg encodes a drawing");
  std::abort();
}

std::string encode_jpeg(const RgbImage& image, const Encoding& encoding) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  errors.error_exit = on_jpeg_error;
  jpeg_create_compress(&jpeg);
  unsigned char* buffer = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &buffer, &size);
  jpeg.image_width = image.width;
  jpeg.image_height = image.height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, encoding.quality, TRUE);
  if (encoding.progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  if (encoding.orientation != 0) {
    const std::string exif = std::string("Exif\0\0", 6) + exif_block(encoding.orientation);
    jpeg_write_marker(&jpeg,
                      JPEG_APP0 + 1,
                      reinterpret_cast<const JOCTET*>(exif.data()),
                      static_cast<unsigned>(exif.size()));
  }
  while (jpeg.next_scanline < jpeg.image_height) {
    auto* row = const_cast<JSAMPROW>(image.row(jpeg.next_scanline));
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  std::string file(reinterpret_cast<char*>(buffer), size);
  std::free(buffer);
  return file;
}

[[noreturn]] void on_png_error(png_structp, png_const_charp) {
  check(false, "libpng encodes a drawing");
  std::abort();
}

void append_to_file(png_structp png, png_bytep bytes, std::size_t size) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<char*>(bytes), size);
}

std::string encode_png(const RgbImage& image, const Encoding& encoding) {
  std::string file;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, on_png_error, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &file, append_to_file, nullptr);
  png_set_compression_level(png, 3);
  png_set_IHDR(png,
               info,
               image.width,
               image.height,
               8,
               PNG_COLOR_TYPE_RGB,
               encoding.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  std::string exif = exif_block(encoding.orientation);
  if (encoding.orientation != 0) {
    png_set_eXIf_1(
        png, info, static_cast<png_uint_32>(exif.size()), reinterpret_cast<png_bytep>(exif.data()));
  }
  png_write_info(png, info);
  const int passes = png_set_interlace_handling(png);
  for (int pass = 0; pass < passes; ++pass) {
    for (std::uint32_t y = 0; y < image.height; ++y) png_write_row(png, image.row(y));
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return file;
}

std::string little_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

// Wraps a simple WebP file into the extended form, which may carry Exif.
std::string with_exif(const std::string& simple, const RgbImage& image, int orientation) {
  const char has_exif = 0x08;
  const std::string exif = exif_block(orientation);
  std::string body = "WEBPVP8X" + little_endian(10, 4) + has_exif + std::string(3, '\0') +
                     little_endian(image.width - 1, 3) + little_endian(image.height - 1, 3);
  body += simple.substr(kWebPHeaderBytes);
  body += "EXIF" + little_endian(static_cast<std::uint32_t>(exif.size()), 4) + exif;
  return "RIFF" + little_endian(static_cast<std::uint32_t>(body.size()), 4) + body;
}

std::string encode_webp(const RgbImage& image, const Encoding& encoding) {
  std::uint8_t* bytes = nullptr;
  const int width = static_cast<int>(image.width);
  const int height = static_cast<int>(image.height);
  const auto quality = static_cast<float>(encoding.quality);
  const std::size_t size =
      encoding.lossless
          ? WebPEncodeLosslessRGB(image.bytes.data(), width, height, 3 * width, &bytes)
          : WebPEncodeRGB(image.bytes.data(), width, height, 3 * width, quality, &bytes);
  check(size > 0, "libwebp encodes a drawing");
  std::string file(reinterpret_cast<char*>(bytes), size);
  WebPFree(bytes);
  if (encoding.orientation == 0) return file;
  return with_exif(file, image, encoding.orientation);
}

}  // namespace

std::string encode(const RgbImage& image, const Encoding& encoding) {
  switch (encoding.format) {
    case ImageFormat::Jpeg:
      return encode_jpeg(image, encoding);
    case ImageFormat::Png:
      return encode_png(image, encoding);
    case ImageFormat::WebP:
      return encode_webp(image, encoding);
  }
  check(false, "the format of a drawing is an enumerator of ImageFormat");
  return {};
}

}  // namespace countersign::drawing
