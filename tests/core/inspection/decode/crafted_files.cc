#include "tests/core/inspection/decode/crafted_files.h"

// jpeglib.h needs the two headers before it.
// clang-format off
#include <cstddef>
#include <cstdio>
#include <jpeglib.h>
// clang-format on
#include <png.h>
#include <webp/encode.h>
#include <zlib.h>

#include <cstdlib>
#include <vector>

#include "core/check.h"
#include "tests/drawing/camera/encode.h"

namespace countersign::crafted {
namespace {

std::string big_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

std::string little_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

std::uint8_t grey_of(const std::uint8_t* rgb) { return rgb[1]; }

struct PngShape {
  int colour;
  int depth;
  int channels;
};

PngShape shape_of(PngKind kind) {
  switch (kind) {
    case PngKind::Grey:
      return {PNG_COLOR_TYPE_GRAY, 8, 1};
    case PngKind::GreyAlpha:
      return {PNG_COLOR_TYPE_GRAY_ALPHA, 8, 2};
    case PngKind::Palette:
    case PngKind::PaletteTransparent:
      return {PNG_COLOR_TYPE_PALETTE, 8, 1};
    case PngKind::Rgba:
      return {PNG_COLOR_TYPE_RGB_ALPHA, 8, 4};
    case PngKind::Rgb16:
      return {PNG_COLOR_TYPE_RGB, 16, 3};
    case PngKind::Grey16:
      return {PNG_COLOR_TYPE_GRAY, 16, 1};
    case PngKind::OneBit:
      return {PNG_COLOR_TYPE_GRAY, 1, 1};
  }
  return {};
}

// One row in the format of the kind. Alpha is 0 on the left half and 255 on the right half.
std::vector<std::uint8_t> row_of(PngKind kind, const RgbImage& image, std::uint32_t y) {
  std::vector<std::uint8_t> row;
  const std::uint8_t* rgb = image.row(y);
  for (std::uint32_t x = 0; x < image.width; ++x, rgb += 3) {
    const std::uint8_t alpha = x < image.width / 2 ? 0 : 255;
    const std::uint8_t grey = grey_of(rgb);
    switch (kind) {
      case PngKind::Grey:
      case PngKind::Palette:
      case PngKind::PaletteTransparent:
        row.push_back(grey);
        break;
      case PngKind::GreyAlpha:
        row.insert(row.end(), {grey, alpha});
        break;
      case PngKind::Rgba:
        row.insert(row.end(), {rgb[0], rgb[1], rgb[2], alpha});
        break;
      case PngKind::Rgb16:
        row.insert(row.end(), {rgb[0], rgb[0], rgb[1], rgb[1], rgb[2], rgb[2]});
        break;
      case PngKind::Grey16:
        row.insert(row.end(), {grey, grey});
        break;
      case PngKind::OneBit:
        if (x % 8 == 0) row.push_back(0);
        if (grey >= 128) row.back() |= static_cast<std::uint8_t>(0x80 >> (x % 8));
        break;
    }
  }
  return row;
}

void append_to_file(png_structp png, png_bytep bytes, std::size_t size) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<char*>(bytes), size);
}

// Compresses rows of one colour space, with the configured scans.
class JpegWriter {
 public:
  JpegWriter(const RgbImage& image, int components, J_COLOR_SPACE space) {
    jpeg_.err = jpeg_std_error(&errors_);
    jpeg_create_compress(&jpeg_);
    jpeg_mem_dest(&jpeg_, &buffer_, &size_);
    jpeg_.image_width = image.width;
    jpeg_.image_height = image.height;
    jpeg_.input_components = components;
    jpeg_.in_color_space = space;
    jpeg_set_defaults(&jpeg_);
    jpeg_set_quality(&jpeg_, 95, TRUE);
  }
  JpegWriter(const JpegWriter&) = delete;
  JpegWriter& operator=(const JpegWriter&) = delete;
  ~JpegWriter() {
    jpeg_destroy_compress(&jpeg_);
    std::free(buffer_);
  }

  jpeg_compress_struct& settings() { return jpeg_; }

  std::string write(const std::vector<std::vector<std::uint8_t>>& rows) {
    jpeg_start_compress(&jpeg_, TRUE);
    for (const auto& row : rows) {
      auto* pointer = const_cast<JSAMPROW>(row.data());
      jpeg_write_scanlines(&jpeg_, &pointer, 1);
    }
    return finish();
  }
  // The same row so many times.
  std::string write_again(const std::vector<std::uint8_t>& row, std::uint32_t times) {
    jpeg_start_compress(&jpeg_, TRUE);
    auto* pointer = const_cast<JSAMPROW>(row.data());
    for (std::uint32_t i = 0; i < times; ++i) jpeg_write_scanlines(&jpeg_, &pointer, 1);
    return finish();
  }

 private:
  std::string finish() {
    jpeg_finish_compress(&jpeg_);
    return {reinterpret_cast<char*>(buffer_), size_};
  }

  jpeg_compress_struct jpeg_{};
  jpeg_error_mgr errors_{};
  unsigned char* buffer_ = nullptr;
  unsigned long size_ = 0;
};

constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kIhdrEnd = kSignatureBytes + 8 + 13 + 4;

}  // namespace

RgbImage quarters(std::uint32_t width, std::uint32_t height) {
  RgbImage image(width, height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      std::uint8_t* pixel = image.row(y) + 3 * x;
      pixel[0] = x < width / 2 ? 220 : 40;
      pixel[1] = y < height / 2 ? 200 : 60;
      pixel[2] = static_cast<std::uint8_t>(255 * (x + y) / (width + height));
    }
  }
  return image;
}

std::string png_of_kind(PngKind kind, const RgbImage& image, bool interlaced) {
  std::string file;
  const PngShape shape = shape_of(kind);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &file, append_to_file, nullptr);
  png_set_IHDR(png,
               info,
               image.width,
               image.height,
               shape.depth,
               shape.colour,
               interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_color> palette;
  for (int i = 0; i < 256; ++i) {
    const auto level = static_cast<png_byte>(i);
    palette.push_back({level, static_cast<png_byte>(255 - i), level});
  }
  if (shape.colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette.data(), 256);
  std::vector<png_byte> alphas(256, 0);
  if (kind == PngKind::PaletteTransparent) png_set_tRNS(png, info, alphas.data(), 256, nullptr);
  png_write_info(png, info);
  const int passes = png_set_interlace_handling(png);
  for (int pass = 0; pass < passes; ++pass) {
    for (std::uint32_t y = 0; y < image.height; ++y) {
      png_write_row(png, row_of(kind, image, y).data());
    }
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return file;
}

std::string jpeg_grey(const RgbImage& image) {
  JpegWriter writer(image, 1, JCS_GRAYSCALE);
  std::vector<std::vector<std::uint8_t>> rows(image.height);
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      rows[y].push_back(grey_of(image.row(y) + 3 * x));
    }
  }
  return writer.write(rows);
}

std::string jpeg_cmyk(const RgbImage& image) {
  JpegWriter writer(image, 4, JCS_CMYK);
  writer.settings().write_Adobe_marker = TRUE;
  std::vector<std::vector<std::uint8_t>> rows(image.height);
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const std::uint8_t* rgb = image.row(y) + 3 * x;
      rows[y].insert(rows[y].end(), {rgb[0], rgb[1], rgb[2], 255});
    }
  }
  return writer.write(rows);
}

std::string webp_rgba(const RgbImage& image, std::uint8_t alpha) {
  std::vector<std::uint8_t> rgba;
  for (std::size_t i = 0; i < image.bytes.size(); i += 3) {
    rgba.insert(rgba.end(), {image.bytes[i], image.bytes[i + 1], image.bytes[i + 2], alpha});
  }
  std::uint8_t* bytes = nullptr;
  const int width = static_cast<int>(image.width);
  const std::size_t size =
      WebPEncodeLosslessRGBA(rgba.data(), width, static_cast<int>(image.height), 4 * width, &bytes);
  std::string file(reinterpret_cast<char*>(bytes), size);
  WebPFree(bytes);
  return file;
}

std::string png_chunk(std::string_view type, std::string_view data) {
  std::string body(type);
  body += data;
  const uLong checksum =
      crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  std::string chunk = big_endian(static_cast<std::uint32_t>(data.size()), 4);
  chunk += body;
  chunk += big_endian(static_cast<std::uint32_t>(checksum), 4);
  return chunk;
}

std::string png_with_chunk(const std::string& file, std::string_view type, std::string_view data) {
  std::string result = file;
  return result.insert(kIhdrEnd, png_chunk(type, data));
}

std::string png_claiming(std::uint32_t width, std::uint32_t height) {
  const std::string one_bit_grey("\x01\0\0\0\0", 5);
  std::string file = "\x89PNG\r\n\x1A\n";
  file += png_chunk("IHDR", big_endian(width, 4) + big_endian(height, 4) + one_bit_grey);
  file += png_chunk("IDAT", std::string("\x78\x9C\x63\x00\x00\x00\x01\x00\x01", 9));
  file += png_chunk("IEND", "");
  return file;
}

std::string jpeg_claiming(std::uint16_t width, std::uint16_t height) {
  drawing::Encoding encoding;
  std::string file = drawing::encode(quarters(16, 16), encoding);
  // The frame header holds marker, length, precision, height and width.
  const std::size_t frame = file.find("\xFF\xC0");
  check(frame != std::string::npos, "the JPEG of the test has a frame header");
  return file.replace(frame + 5, 4, big_endian(height, 2) + big_endian(width, 2));
}

std::string webp_claiming(std::uint32_t width, std::uint32_t height) {
  // The lossless format: a signature, then width - 1 and height - 1 in 14 bits each.
  const std::uint32_t bits = (width - 1) | (height - 1) << 14;
  std::string data = "\x2F";
  data += little_endian(bits, 4);
  data += std::string(9, '\x07');
  std::string body = "WEBPVP8L";
  body += little_endian(static_cast<std::uint32_t>(data.size()), 4);
  body += data;
  std::string file = "RIFF";
  file += little_endian(static_cast<std::uint32_t>(body.size()), 4);
  file += body;
  return file;
}

std::string jpeg_of_one_tone(std::uint32_t width, std::uint32_t height, bool progressive) {
  RgbImage size;
  size.width = width;
  size.height = height;
  JpegWriter writer(size, 3, JCS_RGB);
  if (progressive) jpeg_simple_progression(&writer.settings());
  const std::vector<std::uint8_t> row(std::size_t{width} * 3, 0x90);
  return writer.write_again(row, height);
}

std::string jpeg_ending_flat(FlatJpeg kind) {
  constexpr std::uint32_t kWidth = 320;
  const bool grey = kind == FlatJpeg::Grey;
  RgbImage size;
  size.width = kWidth;
  size.height = 400;
  JpegWriter writer(size, grey ? 1 : 3, grey ? JCS_GRAYSCALE : JCS_RGB);
  jpeg_compress_struct& settings = writer.settings();
  settings.optimize_coding = TRUE;
  if (kind == FlatJpeg::Progressive) jpeg_simple_progression(&settings);
  static constexpr jpeg_scan_info kOneByOne[] = {
      {1, {0}, 0, 63, 0, 0}, {1, {1}, 0, 63, 0, 0}, {1, {2}, 0, 63, 0, 0}};
  if (kind == FlatJpeg::OneByOne) {
    settings.scan_info = kOneByOne;
    settings.num_scans = 3;
  }
  if (kind == FlatJpeg::Restarts) settings.restart_in_rows = 1;
  std::vector<std::vector<std::uint8_t>> rows(size.height);
  unsigned noise = 1;
  for (std::size_t y = 0; y < rows.size(); ++y) {
    rows[y].assign(std::size_t{kWidth} * (grey ? 1 : 3), 0x80);
    if (y >= 100) continue;
    for (std::uint8_t& value : rows[y]) {
      noise = noise * 1'103'515'245 + 12'345;
      value = static_cast<std::uint8_t>(noise >> 24);
    }
  }
  return writer.write(rows);
}

std::string jpeg_with_scans(const RgbImage& image, int scans) {
  JpegWriter writer(image, 3, JCS_RGB);
  // The script of a whole picture, in which the last scan but one is repeated.
  std::vector<jpeg_scan_info> script;
  script.push_back({3, {0, 1, 2, 0}, 0, 0, 0, 0});
  for (int component = 0; component < 3; ++component) {
    script.push_back({1, {component, 0, 0, 0}, 1, 63, 0, 0});
  }
  writer.settings().scan_info = script.data();
  writer.settings().num_scans = static_cast<int>(script.size());
  std::vector<std::vector<std::uint8_t>> rows;
  for (std::uint32_t y = 0; y < image.height; ++y) {
    rows.emplace_back(image.row(y), image.row(y) + std::size_t{image.width} * 3);
  }
  std::string file = writer.write(rows);
  const std::string start_of_scan = "\xFF\xDA";
  const std::size_t last = file.rfind(start_of_scan);
  const std::size_t first = file.rfind(start_of_scan, last - 1);
  // The tables of the last scan may stand before it.
  const std::size_t end = std::min(last, file.find("\xFF\xC4", first));
  const std::string scan = file.substr(first, end - first);
  std::string repeated;
  for (int i = static_cast<int>(script.size()); i < scans; ++i) repeated += scan;
  return file.insert(end, repeated);
}

std::string deflated_zeros(int mebibytes) {
  const std::vector<Bytef> zeros(1 << 20);
  std::vector<Bytef> out(1 << 20);
  z_stream stream{};
  check(deflateInit(&stream, Z_BEST_COMPRESSION) == Z_OK, "zlib initializes a compressor");
  std::string file;
  for (int i = 1; i <= mebibytes; ++i) {
    stream.next_in = const_cast<Bytef*>(zeros.data());
    stream.avail_in = static_cast<uInt>(zeros.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, i == mebibytes ? Z_FINISH : Z_NO_FLUSH);
    file.append(reinterpret_cast<char*>(out.data()), out.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return file;
}

std::string animated_webp() {
  // VP8X with the animation flag, then ANIM with background colour and number of repetitions.
  std::string body = "WEBPVP8X";
  body += little_endian(10, 4) + '\x02' + std::string(3, '\0');
  body += little_endian(15, 3) + little_endian(15, 3);
  body += "ANIM" + little_endian(6, 4) + std::string(6, '\0');
  const std::string still = webp_rgba(quarters(16, 16), 255).substr(12);
  std::string frame = little_endian(0, 3) + little_endian(0, 3);
  frame += little_endian(15, 3) + little_endian(15, 3) + little_endian(100, 3) + '\0';
  frame += still;
  const std::string chunk =
      "ANMF" + little_endian(static_cast<std::uint32_t>(frame.size()), 4) + frame;
  body += chunk + chunk;
  return "RIFF" + little_endian(static_cast<std::uint32_t>(body.size()), 4) + body;
}

}  // namespace countersign::crafted
