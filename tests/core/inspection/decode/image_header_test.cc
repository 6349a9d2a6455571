#include "core/inspection/decode/image_header.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/drawing/camera/encode.h"

namespace countersign::image_header_test {

using namespace std::string_literals;
using drawing::Encoding;

std::string picture(const Encoding& encoding) {
  RgbImage image(37, 21);
  return drawing::encode(image, encoding);
}

const std::vector<Encoding> kEncodings{
    {.format = ImageFormat::Png},
    {.format = ImageFormat::Png, .interlaced = true},
    {.format = ImageFormat::Jpeg},
    {.format = ImageFormat::Jpeg, .progressive = true},
    {.format = ImageFormat::Jpeg, .orientation = 6},
    {.format = ImageFormat::WebP},
    {.format = ImageFormat::WebP, .lossless = true},
};

// A chunk of PNG or of RIFF, whose CRC nobody here computes.
std::string png_chunk(const std::string& type, const std::string& data) {
  return "\0\0\0"s + static_cast<char>(data.size()) + type + data + "\0\0\0\0"s;
}
std::string png(const std::string& chunks) { return "\x89PNG\r\n\x1A\n"s + chunks; }
const std::string kIhdr = png_chunk("IHDR", "\0\0\0\x05\0\0\0\x03\x08\x02\0\0\0"s);
const std::string kIdat = png_chunk("IDAT", "x");
const std::string kIend = png_chunk("IEND", "");

std::string webp(const std::string& type, const std::string& data) {
  const std::string body = "WEBP"s + type + static_cast<char>(data.size()) + "\0\0\0"s + data;
  return "RIFF"s + static_cast<char>(body.size()) + "\0\0\0"s + body;
}

TEST_CASE("the header of a picture tells its format and size, however it was encoded") {
  for (const Encoding& encoding : kEncodings) {
    CAPTURE(name_of(encoding.format));
    const auto header = read_image_header(picture(encoding));
    REQUIRE(header);
    CHECK(header->format == encoding.format);
    CHECK(header->width == 37);
    CHECK(header->height == 21);
    CHECK_FALSE(header->animated);
  }
}

TEST_CASE("a picture that is cut off anywhere, or has bytes behind its end, has no header") {
  for (const Encoding& encoding : kEncodings) {
    CAPTURE(name_of(encoding.format));
    const std::string file = picture(encoding);
    for (std::size_t size = 0; size < file.size(); ++size) {
      CAPTURE(size);
      REQUIRE_FALSE(read_image_header(std::string_view(file).substr(0, size)));
    }
    CHECK_FALSE(read_image_header(file + "<script>"));
  }
}

TEST_CASE("several pictures in one file are an animation") {
  CHECK_FALSE(read_image_header(png(kIhdr + kIdat + kIend))->animated);
  const std::string control = png_chunk("acTL", "\0\0\0\x02\0\0\0\0"s);
  CHECK(read_image_header(png(kIhdr + control + kIdat + kIend))->animated);
  const auto still = read_image_header(webp("VP8X", "\x10\0\0\0\x04\0\0\x02\0\0"s));
  REQUIRE(still);
  CHECK(still->width == 5);
  CHECK(still->height == 3);
  CHECK_FALSE(still->animated);
  CHECK(read_image_header(webp("VP8X", "\x02\0\0\0\x04\0\0\x02\0\0"s))->animated);
}

TEST_CASE("what is no picture, or contradicts its format, has no header") {
  const std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
  const std::vector<std::string> files{
      "",
      svg,
      "GIF89a\x05\0\x03\0"s,
      png(""),
      png(kIhdr + kIend),  // without pixels
      png(kIhdr + kIdat),
      png(kIdat + kIhdr + kIend),
      png(png_chunk("IHDR", "\0\0\0\0\0\0\0\x03\x08\x02\0\0\0"s) + kIdat + kIend),      // no width
      png(png_chunk("IHDR", "\x80\0\0\x01\0\0\0\x03\x08\x02\0\0\0"s) + kIdat + kIend),  // 2^31
      png(kIhdr + "\xFF\xFF\xFF\xFFIDAT"s),
      "\xFF\xD8\xFF\xD9"s,                                            // no frame
      "\xFF\xD8\xFF\xC0\0\x05\x08\0\x03\xFF\xD9"s,                    // a short frame header
      "\xFF\xD8\xFF\xC0\0\x0B\x08\0\0\0\x05\x01\x01\x11\0\xFF\xD9"s,  // no lines
      "\xFF\xD8\xFF\xC0\xFF\xFF\x08\xFF\xD9"s,                        // longer than the file
      "\xFF\xD8\xFF\xDA\0\x02\xFF\xD9"s,                              // a scan without a frame
      "\xFF\xD8\xFF\xE0\0\x01\xFF\xD9"s,                  // a segment shorter than its length
      webp("VP8 ", "\x01\0\0\x9D\x01\x2A\x05\0\x03\0"s),  // not a key frame
      webp("VP8 ", "\0\0\0\x9D\x01\x2B\x05\0\x03\0"s),    // not its start code
      webp("VP8L", "\x2E\x04\x80\0\0"s),
      webp("ICCP", "\0\0\0\0\0\0\0\0\0\0"s),
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    CAPTURE(i);
    CHECK_FALSE(read_image_header(files[i]));
  }
}

}  // namespace countersign::image_header_test
