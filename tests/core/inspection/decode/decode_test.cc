#include "core/inspection/decode/decode.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/drawing/camera/encode.h"

namespace countersign::decode_test {

using crafted::PngKind;

RgbImage decoded(const std::string& file) {
  auto image = decode_image(file, {});
  REQUIRE(image.has_value());
  return std::move(*image).pixels;
}

// Whether all channels of all pixels differ by at most `tolerance`.
bool similar(const RgbImage& a, const RgbImage& b, int tolerance) {
  if (a.width != b.width || a.height != b.height) return false;
  for (std::size_t i = 0; i < a.bytes.size(); ++i) {
    if (std::abs(int{a.bytes[i]} - int{b.bytes[i]}) > tolerance) return false;
  }
  return true;
}

template <class Colour>
RgbImage mapped(const RgbImage& image, Colour colour) {
  RgbImage result = image;
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) colour(x, result.row(y) + 3 * x);
  }
  return result;
}

void to_grey(std::uint32_t, std::uint8_t* pixel) { pixel[0] = pixel[2] = pixel[1]; }

// The transparent left half becomes white.
void on_white(std::uint32_t x, std::uint8_t* pixel) {
  if (x < 48) pixel[0] = pixel[1] = pixel[2] = 255;
}

TEST_CASE("each format decodes to what was drawn") {
  const RgbImage image = crafted::quarters();
  for (const bool variant : {false, true}) {
    drawing::Encoding png;
    png.format = ImageFormat::Png;
    png.interlaced = variant;
    CHECK(decoded(drawing::encode(image, png)) == image);
  }
  drawing::Encoding webp;
  webp.format = ImageFormat::WebP;
  webp.lossless = true;
  CHECK(decoded(drawing::encode(image, webp)) == image);
  for (const bool progressive : {false, true}) {
    drawing::Encoding jpeg;
    jpeg.quality = 98;
    jpeg.progressive = progressive;
    CHECK(similar(decoded(drawing::encode(image, jpeg)), image, 90));  // chroma bleeds over edges
    const auto format = decode_image(drawing::encode(image, jpeg), {});
    REQUIRE(format.has_value());
    CHECK(format->format == ImageFormat::Jpeg);
  }
}

TEST_CASE("progressive and baseline JPEG of one picture are equal pixels") {
  drawing::Encoding baseline;
  drawing::Encoding progressive;
  progressive.progressive = true;
  const RgbImage image = crafted::quarters();
  CHECK(decoded(drawing::encode(image, baseline)) == decoded(drawing::encode(image, progressive)));
}

TEST_CASE("every kind of PNG becomes RGB") {
  const RgbImage image = crafted::quarters();
  const RgbImage grey = mapped(image, to_grey);
  for (const bool interlaced : {false, true}) {
    const auto png = [&](PngKind kind) {
      return decoded(crafted::png_of_kind(kind, image, interlaced));
    };
    CHECK(png(PngKind::Grey) == grey);
    CHECK(png(PngKind::Grey16) == grey);
    CHECK(png(PngKind::Rgb16) == image);
    CHECK(png(PngKind::Rgba) == mapped(image, on_white));
    CHECK(png(PngKind::GreyAlpha) == mapped(grey, on_white));
    CHECK(png(PngKind::Palette) == mapped(grey, [](std::uint32_t, std::uint8_t* pixel) {
            pixel[1] = static_cast<std::uint8_t>(255 - pixel[1]);
          }));
    CHECK(png(PngKind::PaletteTransparent) == mapped(grey, [](std::uint32_t, std::uint8_t* pixel) {
            pixel[0] = pixel[1] = pixel[2] = 255;
          }));
    CHECK(png(PngKind::OneBit) == mapped(grey, [](std::uint32_t, std::uint8_t* pixel) {
            pixel[0] = pixel[1] = pixel[2] = pixel[1] >= 128 ? 255 : 0;
          }));
  }
}

TEST_CASE("grey and CMYK JPEG become RGB") {
  const RgbImage image = crafted::quarters();
  CHECK(similar(decoded(crafted::jpeg_grey(image)), mapped(image, to_grey), 24));
  CHECK(similar(decoded(crafted::jpeg_cmyk(image)), image, 24));
}

TEST_CASE("a transparent WebP is laid on white") {
  const RgbImage image = crafted::quarters();
  CHECK(decoded(crafted::webp_rgba(image, 255)) == image);
  const RgbImage clear = decoded(crafted::webp_rgba(image, 0));
  CHECK(clear == mapped(image, [](std::uint32_t, std::uint8_t* pixel) {
          pixel[0] = pixel[1] = pixel[2] = 255;
        }));
  const RgbImage half = decoded(crafted::webp_rgba(image, 128));
  CHECK(similar(half,
                mapped(image,
                       [](std::uint32_t, std::uint8_t* pixel) {
                         for (int c = 0; c < 3; ++c) {
                           pixel[c] = static_cast<std::uint8_t>((pixel[c] * 128 + 255 * 127) / 255);
                         }
                       }),
                2));
}

TEST_CASE("a picture of a single pixel, row or column decodes") {
  for (const auto& [width, height] : {std::pair{1U, 1U}, {1U, 70U}, {70U, 1U}}) {
    const RgbImage image = crafted::quarters(width, height);
    for (const ImageFormat format : {ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP}) {
      drawing::Encoding encoding;
      encoding.format = format;
      const RgbImage pixels = decoded(drawing::encode(image, encoding));
      CHECK(pixels.width == width);
      CHECK(pixels.height == height);
    }
  }
}

// A picture of soft waves, in which the mean of a few pixels is near each of them.
RgbImage waves(std::uint32_t width, std::uint32_t height) {
  RgbImage image(width, height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      std::uint8_t* pixel = image.row(y) + 3 * std::size_t{x};
      pixel[0] = static_cast<std::uint8_t>(128 + 100 * std::sin(x / 40.0));
      pixel[1] = static_cast<std::uint8_t>(128 + 100 * std::sin(y / 30.0));
      pixel[2] = static_cast<std::uint8_t>(128 + 100 * std::sin((x + y) / 50.0));
    }
  }
  return image;
}

// The pixels in the middle of squares of so many pixels a side.
RgbImage every(std::uint32_t side, const RgbImage& image) {
  RgbImage chosen((image.width + side - 1) / side, (image.height + side - 1) / side);
  for (std::uint32_t y = 0; y < chosen.height; ++y) {
    const std::uint8_t* row = image.row(std::min(y * side + side / 2, image.height - 1));
    for (std::uint32_t x = 0; x < chosen.width; ++x) {
      const std::uint32_t column = std::min(x * side + side / 2, image.width - 1);
      std::copy_n(row + 3 * std::size_t{column}, 3, chosen.row(y) + 3 * std::size_t{x});
    }
  }
  return chosen;
}

TEST_CASE("a JPEG is decoded at the smallest scale that leaves enough pixels") {
  const RgbImage image = waves(203, 151);
  for (const bool progressive : {false, true}) {
    for (const int orientation : {1, 6}) {
      drawing::Encoding encoding;
      encoding.progressive = progressive;
      encoding.orientation = orientation;
      const std::string file = drawing::encode(image, encoding);
      const RgbImage whole = decoded(file);
      for (const unsigned divisor : {1U, 2U, 4U, 8U}) {
        // One pixel more than the next smaller scale would leave.
        const std::uint64_t enough = image.bytes.size() / 3 / (4UL * divisor * divisor) + 1;
        const auto smaller = decode_image(file, {}, {.enough_pixels = enough});
        CAPTURE(divisor);
        REQUIRE(smaller.has_value());
        CHECK(smaller->width == whole.width);
        CHECK(smaller->height == whole.height);
        CHECK(smaller->pixels.width == (whole.width + divisor - 1) / divisor);
        CHECK(smaller->pixels.height == (whole.height + divisor - 1) / divisor);
        CHECK(similar(smaller->pixels, every(divisor, whole), 24));
      }
    }
  }
}

TEST_CASE("a JPEG of any colours is whole or refused at a smaller scale too") {
  constexpr DecodeScale kSmall = {.enough_pixels = 16};
  const RgbImage image = waves(64, 48);
  for (const std::string& file : {crafted::jpeg_grey(image), crafted::jpeg_cmyk(image)}) {
    const auto smaller = decode_image(file, {}, kSmall);
    REQUIRE(smaller.has_value());
    CHECK(smaller->pixels.width == 8);
    CHECK(smaller->pixels.height == 6);
    CHECK(similar(smaller->pixels, every(8, decoded(file)), 24));
  }
  for (const bool progressive : {false, true}) {
    drawing::Encoding encoding;
    encoding.progressive = progressive;
    const std::string file = drawing::encode(waves(203, 151), encoding);
    for (const std::size_t bytes : {file.size() / 2, file.size() - 40}) {
      const auto cut = decode_image(file.substr(0, bytes), {}, kSmall);
      REQUIRE_FALSE(cut.has_value());
      CHECK(cut.error() == decode_image(file.substr(0, bytes), {}).error());
    }
  }
}

TEST_CASE("the formats without scales are decoded in full, however few pixels are enough") {
  for (const ImageFormat format : {ImageFormat::Png, ImageFormat::WebP}) {
    drawing::Encoding encoding;
    encoding.format = format;
    const auto image = decode_image(drawing::encode(waves(64, 40), encoding), {}, {1});
    REQUIRE(image.has_value());
    CHECK(image->pixels.width == 64);
    CHECK(image->pixels.height == 40);
  }
}

TEST_CASE("bytes behind the end of a JPEG are tolerated, since cameras append previews") {
  drawing::Encoding encoding;
  const std::string file = drawing::encode(crafted::quarters(), encoding);
  CHECK(decoded(file + file) == decoded(file));
}

}  // namespace countersign::decode_test
