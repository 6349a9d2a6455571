#include "core/inspection/decode/declared_picture.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/drawing/camera/encode.h"

namespace countersign::declared_picture_test {

using namespace std::string_literals;
using drawing::Encoding;

// The reader's answer for a file that comes in pieces of so many bytes.
std::optional<DeclaredPicture> declared(std::string_view file, std::size_t piece) {
  DeclaredPictureReader reader;
  for (; file.size() > piece; file.remove_prefix(piece)) (void)reader.add(file.substr(0, piece));
  return reader.add(file);
}

// The same of a file that comes at once, byte by byte and otherwise, which is the same.
std::optional<DeclaredPicture> declared(const std::string& file) {
  const auto at_once = declared(file, file.size());
  for (const std::size_t piece : {1, 2, 3, 11, 4096}) {
    CAPTURE(piece);
    const auto again = declared(file, piece);
    REQUIRE(again.has_value() == at_once.has_value());
    if (!again) continue;
    CHECK(again->pixels == at_once->pixels);
    CHECK(again->longer_side == at_once->longer_side);
    CHECK(again->way == at_once->way);
  }
  return at_once;
}

std::string segment(char marker, const std::string& data) {
  const std::size_t length = data.size() + 2;
  return "\xFF"s + marker + static_cast<char>(length >> 8) + static_cast<char>(length) + data;
}

// A frame header of 640 x 480 pixels in three components.
std::string frame(char marker = '\xC0') {
  return segment(marker, "\x08\x01\xE0\x02\x80\x03\1\x22\0\2\x11\1\3\x11\1"s);
}
const std::string kTables = segment('\xE0', "JFIF\0 tables"s);
const std::string kScan = segment('\xDA', "\3\1\0\2\x11\3\x11\0\x3F\0"s);
const std::string kScanOfOne = segment('\xDA', "\1\1\0\0\x3F\0"s);

std::string jpeg(const std::string& segments) { return "\xFF\xD8"s + segments; }

TEST_CASE("the beginning of a picture declares its size, whatever its end is") {
  for (const Encoding& encoding : {Encoding{.format = ImageFormat::Png},
                                   Encoding{.format = ImageFormat::Png, .interlaced = true},
                                   Encoding{.format = ImageFormat::Jpeg},
                                   Encoding{.format = ImageFormat::Jpeg, .progressive = true},
                                   Encoding{.format = ImageFormat::Jpeg, .orientation = 6},
                                   Encoding{.format = ImageFormat::WebP},
                                   Encoding{.format = ImageFormat::WebP, .lossless = true}}) {
    CAPTURE(name_of(encoding.format));
    const std::string file = drawing::encode(RgbImage(37, 21), encoding);
    for (const std::string& other : {file, file + "<script>", file.substr(0, file.size() - 2)}) {
      const auto picture = declared(other);
      REQUIRE(picture);
      CHECK(picture->pixels == 37 * 21);
      CHECK(picture->longer_side == 37);
      const bool is_jpeg = encoding.format == ImageFormat::Jpeg;
      CHECK(picture->way == (!is_jpeg               ? PixelWay::Whole
                             : encoding.progressive ? PixelWay::Scans
                                                    : PixelWay::Rows));
    }
    for (std::size_t size = 0; size < 25; ++size) CHECK_FALSE(declared(file.substr(0, size)));
  }
}

TEST_CASE("the size of a JPEG is found behind anything that a camera writes before it") {
  const std::string map = segment('\xE1', std::string(65'533, '\xFF'));
  std::string maps;
  for (int i = 0; i < 20; ++i) maps += map;
  for (const std::string& before : {""s,
                                    kTables,
                                    maps,
                                    "\xFF\xFF\xFF"s,             // fills
                                    "what is no marker\xFF\0"s,  // libjpeg skips it
                                    "\xFF\x01\xFF\xD0\xFF\xD7"s,
                                    segment('\xFE', ""),
                                    "\xFF\xE2\0\0\xFF\xFE\0\1\xFF\xDC\0\0"s}) {  // no data
    const auto picture = declared(jpeg(kTables + before + frame() + before + kTables + kScan));
    REQUIRE(picture);
    CHECK(picture->pixels == 640 * 480);
    CHECK(picture->longer_side == 640);
    CHECK(picture->way == PixelWay::Rows);
  }
}

TEST_CASE("a JPEG of several scans is one that is progressive, or whose first scan has not all") {
  for (const char marker : {'\xC2', '\xC6', '\xCA', '\xCE'}) {
    CHECK(declared(jpeg(kTables + frame(marker)))->way == PixelWay::Scans);
  }
  CHECK(declared(jpeg(kTables + frame() + kScanOfOne))->way == PixelWay::Scans);
  CHECK(declared(jpeg(kTables + frame('\xC9') + kScan))->way == PixelWay::Rows);
}

TEST_CASE("a file without a frame and its scan, in this order, declares nothing") {
  for (const std::string& segments : {kTables + frame(),
                                      kTables + kScan + frame() + kScan,
                                      kTables + frame() + frame() + kScan,
                                      kTables + "\xFF\xD9"s + frame() + kScan,
                                      kTables + "\xFF\xD8"s + frame() + kScan,
                                      kTables + "\xFF\x02"s + frame() + kScan,
                                      kTables + segment('\xC0', "\x08\x01\xE0\x02\x80") + kScan,
                                      kTables + frame() + segment('\xDA', "")}) {
    CHECK_FALSE(declared(jpeg(segments)));
  }
  CHECK_FALSE(declared("<svg xmlns='http://www.w3.org/2000/svg' width='9'/>"s));
  CHECK(declared(crafted::png_claiming(0x7FFF'FFFF, 0x7FFF'FFFF)).has_value());
  CHECK_FALSE(declared(crafted::png_claiming(0xFFFF'FFFF, 1)));
}

TEST_CASE("the most pixels that fit are more where they need not all be had at once") {
  const auto fits = [](std::uint64_t pixels, PixelWay way, std::uint32_t side = 16'384) {
    return DeclaredPicture{pixels, side, way}.fits(40'000'000);
  };
  for (const auto& [way, most] : {std::pair{PixelWay::Whole, 40'000'000u},
                                  std::pair{PixelWay::Scans, 52'000'000u},
                                  std::pair{PixelWay::Rows, 240'000'000u}}) {
    CHECK(fits(most, way));
    CHECK_FALSE(fits(most + 1, way));
    CHECK_FALSE(fits(most, way, 16'385));
  }
}

}  // namespace countersign::declared_picture_test
