#include "core/inspection/decode/orientation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/decode/decode.h"
#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/drawing/camera/encode.h"

namespace countersign::orientation_test {

// The stored corners in the places in which they are seen, for each value of the tag: top left, top
// right, bottom right, bottom left. From CIPA DC-008, which says at which side (top, right, bottom
// or left) the stored first row and the stored first column are seen.
struct SeenCorners {
  int orientation;
  const char* corners;
};
constexpr std::array<SeenCorners, 8> kSeen = {{
    {1, "ABCD"},  // row 0 is the top, column 0 the left
    {2, "BADC"},  // top, right
    {3, "CDAB"},  // bottom, right
    {4, "DCBA"},  // bottom, left
    {5, "ADCB"},  // left, top
    {6, "DABC"},  // right, top
    {7, "CBAD"},  // right, bottom
    {8, "BCDA"},  // left, bottom
}};

// 80 x 48, with a block of colour in each quarter: A top left, then clockwise.
RgbImage lettered() {
  RgbImage image(80, 48);
  for (std::uint32_t y = 0; y < 48; ++y) {
    for (std::uint32_t x = 0; x < 80; ++x) {
      std::uint8_t* pixel = image.row(y) + 3 * x;
      const bool right = x >= 40;
      const bool bottom = y >= 24;
      pixel[0] = pixel[1] = pixel[2] =
          static_cast<std::uint8_t>(bottom ? (right ? 160 : 220) : (right ? 90 : 30));
    }
  }
  return image;
}

char letter(const RgbImage& image, std::uint32_t x, std::uint32_t y) {
  const int level = image.row(y)[3 * x];
  if (level < 60) return 'A';
  if (level < 125) return 'B';
  return level < 190 ? 'C' : 'D';
}

std::string seen_corners(const RgbImage& image) {
  const std::uint32_t right = image.width - 3;
  const std::uint32_t bottom = image.height - 3;
  return {letter(image, 2, 2),
          letter(image, right, 2),
          letter(image, right, bottom),
          letter(image, 2, bottom)};
}

TEST_CASE("every orientation of every format is seen upright") {
  for (const ImageFormat format : {ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP}) {
    for (const auto& seen : kSeen) {
      for (const bool interlaced : {false, true}) {
        CAPTURE(name_of(format));
        CAPTURE(seen.orientation);
        drawing::Encoding encoding;
        encoding.format = format;
        encoding.interlaced = interlaced;
        encoding.orientation = seen.orientation;
        const auto image = decode_image(drawing::encode(lettered(), encoding), {});
        REQUIRE(image.has_value());
        CHECK(seen_corners(image->pixels) == seen.corners);
        CHECK(image->pixels.width == (seen.orientation >= 5 ? 48 : 80));
        CHECK(image->pixels.height == (seen.orientation >= 5 ? 80 : 48));
      }
    }
  }
}

// The stored pixel that is seen at (x, y) of the upright picture, of `width` by `height` pixels.
std::pair<std::uint32_t, std::uint32_t> stored_at(Orientation orientation,
                                                  std::uint32_t x,
                                                  std::uint32_t y,
                                                  std::uint32_t width,
                                                  std::uint32_t height) {
  const std::uint32_t from_right = width - 1 - x;
  const std::uint32_t from_bottom = height - 1 - y;
  switch (orientation) {
    case Orientation::Upright:
      return {x, y};
    case Orientation::MirroredHorizontally:
      return {from_right, y};
    case Orientation::HalfTurn:
      return {from_right, from_bottom};
    case Orientation::MirroredVertically:
      return {x, from_bottom};
    case Orientation::Transposed:
      return {y, x};
    case Orientation::QuarterTurnRight:
      return {y, from_right};
    case Orientation::Transversed:
      return {from_bottom, from_right};
    case Orientation::QuarterTurnLeft:
      return {from_bottom, x};
  }
  return {};
}

TEST_CASE("every pixel of a turned picture is where it belongs, whatever the order of the rows") {
  RgbImage stored(37, 150);
  for (std::size_t i = 0; i < stored.bytes.size(); ++i) {
    stored.bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 251);
  }
  for (int value = 1; value <= 8; ++value) {
    CAPTURE(value);
    const auto orientation = static_cast<Orientation>(value);
    const RgbImage seen = upright(stored, orientation);
    UprightRows backwards(stored.width, stored.height, orientation);
    for (std::uint32_t y = stored.height; y-- > 0;) backwards.put_row(y, stored.row(y));
    CHECK(std::move(backwards).take() == seen);
    REQUIRE(seen.width == (value >= 5 ? 150 : 37));
    bool equal = true;
    for (std::uint32_t y = 0; y < seen.height; ++y) {
      for (std::uint32_t x = 0; x < seen.width; ++x) {
        const auto [column, line] = stored_at(orientation, x, y, seen.width, seen.height);
        equal =
            equal &&
            std::equal(seen.row(y) + x * 3, seen.row(y) + x * 3 + 3, stored.row(line) + column * 3);
      }
    }
    CHECK(equal);
  }
}

std::string exif(bool little_endian, std::uint16_t tag, std::uint16_t type, std::uint16_t value) {
  std::string block = little_endian ? "II" : "MM";
  const auto number = [&](std::uint32_t n, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      block += static_cast<char>(n >> (8 * (little_endian ? i : bytes - 1 - i)) & 0xFF);
    }
  };
  number(42, 2);
  number(8, 4);
  number(1, 2);
  number(tag, 2);
  number(type, 2);
  number(1, 4);
  number(value, 2);
  number(0, 2);
  number(0, 4);
  return block;
}

TEST_CASE("an Exif block is read in either byte order, with or without its name") {
  for (const bool little_endian : {true, false}) {
    const std::string block = exif(little_endian, 0x0112, 3, 6);
    CHECK(read_orientation(block) == Orientation::QuarterTurnRight);
    CHECK(read_orientation(std::string("Exif\0\0", 6) + block) == Orientation::QuarterTurnRight);
  }
}

TEST_CASE("an Exif block that cannot be read means upright") {
  const std::string good = exif(true, 0x0112, 3, 6);
  for (std::size_t size = 0; size < 22; ++size) {
    CHECK(read_orientation(good.substr(0, size)) == Orientation::Upright);
  }
  CHECK(read_orientation(exif(true, 0x0113, 3, 6)) == Orientation::Upright);
  CHECK(read_orientation(exif(true, 0x0112, 4, 6)) == Orientation::Upright);
  CHECK(read_orientation(exif(true, 0x0112, 3, 0)) == Orientation::Upright);
  CHECK(read_orientation(exif(true, 0x0112, 3, 9)) == Orientation::Upright);
  std::string far_directory = good;
  far_directory.replace(4, 4, "\xFF\xFF\xFF\xFF");
  CHECK(read_orientation(far_directory) == Orientation::Upright);
  std::string many_entries = exif(true, 0x0113, 3, 6);
  many_entries.replace(8, 2, "\xFF\xFF");
  CHECK(read_orientation(many_entries) == Orientation::Upright);
  std::string other_order = good;
  other_order.replace(0, 2, "XX");
  CHECK(read_orientation(other_order) == Orientation::Upright);
}

}  // namespace countersign::orientation_test
