#include <doctest/doctest.h>
#include <sys/resource.h>

#include <fstream>
#include <string>

#include "core/inspection/decode/declared_picture.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/decode/image_format.h"
#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"

namespace countersign::broken_files_test {

constexpr auto kFormats = {ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP};

std::string file_of(ImageFormat format, bool variant = false) {
  drawing::Encoding encoding;
  encoding.format = format;
  encoding.progressive = variant;
  encoding.interlaced = variant;
  encoding.lossless = variant;
  return drawing::encode(crafted::quarters(320, 240), encoding);
}

DecodeError error_of(const std::string& file, const InspectionLimits& limits = {}) {
  const auto image = decode_image(file, limits);
  REQUIRE_FALSE(image.has_value());
  return image.error();
}

// The peak resident memory of this process, in bytes.
long peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

// The most memory that this process has ever asked for, touched or not, in bytes (proc(5)).
long peak_asked_for() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long kibibytes = 0;
    if (word == "VmPeak:" && status >> kibibytes) return kibibytes * 1024;
  }
  FAIL("no VmPeak");
  return 0;
}

TEST_CASE("a file that was cut anywhere behind its signature is truncated") {
  for (const ImageFormat format : kFormats) {
    for (const bool variant : {false, true}) {
      const std::string file = file_of(format, variant);
      for (const double share : {0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99}) {
        CAPTURE(name_of(format));
        CAPTURE(variant);
        CAPTURE(share);
        const std::string cut = drawing::truncated(file, share);
        if (!sniff_format(cut)) continue;
        CHECK(error_of(cut) == DecodeError::Truncated);
      }
      const std::size_t end = format == ImageFormat::Jpeg ? 3 : 2;  // a JPEG's marker says nothing
      CHECK(error_of(file.substr(0, file.size() - end)) == DecodeError::Truncated);
    }
  }
}

TEST_CASE("every prefix of a small file is refused, and none is decoded") {
  for (const ImageFormat format : kFormats) {
    drawing::Encoding encoding;
    encoding.format = format;
    const std::string file = drawing::encode(crafted::quarters(24, 16), encoding);
    // The one byte of padding at the end of a WebP file may be missing, and so may the marker at
    // the end of a JPEG.
    std::size_t longest = file.size() - 1;
    if (format == ImageFormat::WebP) longest = file.size() - 2;
    if (format == ImageFormat::Jpeg) longest = file.size() - 3;
    for (std::size_t size = 0; size <= longest; ++size) {
      CAPTURE(name_of(format));
      CAPTURE(size);
      CHECK_FALSE(decode_image(file.substr(0, size), {}).has_value());
    }
  }
}

TEST_CASE("a JPEG whose pixels are all there is whole without its end, and with a trailer there") {
  using namespace std::string_literals;
  for (const bool progressive : {false, true}) {
    for (const std::uint32_t width : {320U, 323U}) {
      drawing::Encoding encoding;
      encoding.progressive = progressive;
      const std::string file = drawing::encode(crafted::quarters(width, 240), encoding);
      const auto whole = decode_image(file, {});
      REQUIRE(whole.has_value());
      const std::string unended = file.substr(0, file.size() - 2);
      for (const std::string& trailer : {""s,
                                         "\xFF"s,
                                         "SEFT\0\0\0\x10maker"s,
                                         std::string(70'000, '\0'),
                                         "\xFF\xD8\xFF\xE0\0\x04zz\xFF\xDA"s,
                                         "\xFF\xE1\xFF\xFFonly the beginning"s}) {
        CAPTURE(progressive);
        CAPTURE(trailer.size());
        for (const std::string& end : {trailer, "\xFF\xD9" + trailer}) {
          const auto image = decode_image(unended + end, {});
          REQUIRE(image.has_value());
          CHECK(image->pixels.bytes == whole->pixels.bytes);
          CHECK(decode_image(unended + end, {}, {.enough_pixels = 100}).has_value());
        }
        CHECK_FALSE(decode_image(file.substr(0, file.size() * 9 / 10) + trailer, {}).has_value());
      }
    }
  }
}

TEST_CASE("a JPEG of several scans that lacks one is truncated, unless it says that it ends") {
  const std::string file = crafted::jpeg_with_scans(crafted::quarters(64, 48), 4);
  const std::string cut = file.substr(0, file.rfind("\xFF\xDA"));
  CHECK(error_of(cut) == DecodeError::Truncated);
  CHECK(decode_image(cut + "\xFF\xD9", {}).has_value());
}

TEST_CASE("bytes of another kind have no format") {
  for (const std::string file : {"", "GIF89a", "%PDF-1.7", "hello", "RIFF....WAVE"}) {
    CHECK(error_of(file) == DecodeError::UnknownFormat);
  }
}

TEST_CASE("a damaged file is corrupt") {
  std::string png = file_of(ImageFormat::Png);
  png[png.size() / 2] = static_cast<char>(png[png.size() / 2] ^ 0x55);
  CHECK(error_of(png) == DecodeError::Corrupt);
  std::string lossless = file_of(ImageFormat::WebP, true);
  lossless[30] = static_cast<char>(lossless[30] ^ 0x55);
  CHECK_FALSE(decode_image(lossless, {}).has_value());
}

TEST_CASE("a tiny file that claims absurd dimensions is refused before memory is spent") {
  const long before = peak_bytes();
  CHECK(error_of(crafted::png_claiming(30'000, 30'000)) == DecodeError::TooLarge);
  CHECK(error_of(crafted::png_claiming(0x7FFFFFFF, 0x7FFFFFFF)) == DecodeError::TooLarge);
  CHECK(error_of(crafted::jpeg_claiming(65'500, 65'500)) == DecodeError::TooLarge);
  CHECK(error_of(crafted::webp_claiming(16'383, 16'383)) == DecodeError::TooLarge);
  constexpr long kTolerance = 32L << 20;  // for other allocations; the pictures take 800 MB or more
  CHECK(peak_bytes() - before < kTolerance);
}

TEST_CASE("a telephone's full setting is decoded at a scale that fits") {
  struct Case {
    std::uint32_t width;
    std::uint32_t height;
    bool progressive;
    unsigned divisor;
  };
  for (const Case& each : {Case{8064, 6048, false, 2},
                           Case{8160, 6144, false, 2},
                           Case{8160, 6144, true, 2},
                           Case{16320, 12240, false, 4}}) {
    CAPTURE(each.width);
    CAPTURE(each.progressive);
    const auto image =
        decode_image(crafted::jpeg_of_one_tone(each.width, each.height, each.progressive), {});
    REQUIRE(image.has_value());
    CHECK(image->width == each.width);
    CHECK(image->height == each.height);
    CHECK(image->pixels.width == each.width / each.divisor);
    CHECK(image->pixels.height == each.height / each.divisor);
  }
}

TEST_CASE("a picture of more pixels than its way of decoding allows is too large") {
  InspectionLimits limits;
  limits.max_pixels = 1000;
  const auto refused = [&](std::uint32_t width, bool progressive) {
    const std::string file = crafted::jpeg_of_one_tone(width, 10, progressive);
    DeclaredPictureReader reader;
    const auto declared = reader.add(file);
    REQUIRE(declared.has_value());
    const auto image = decode_image(file, limits);
    CHECK(image.has_value() == declared->fits(limits.max_pixels));
    return !image && image.error() == DecodeError::TooLarge;
  };
  CHECK_FALSE(refused(600, false));
  CHECK(refused(601, false));
  CHECK_FALSE(refused(130, true));
  CHECK(refused(131, true));
}

TEST_CASE("a PNG whose Exif data claims a gigabyte is refused before memory is spent") {
  using namespace std::string_literals;
  constexpr std::size_t kBehindHeader = 33;
  std::string file = file_of(ImageFormat::Png);
  file.insert(kBehindHeader, "\x41\0\0\0"s + "eXIf" + "MM\0\x2a\0\0\0\x08"s);
  const long before = peak_asked_for();
  CHECK(error_of(file) == DecodeError::Truncated);
  CHECK(peak_asked_for() - before < (64L << 20));
}

TEST_CASE("the limits on pixels and on a side are each exact") {
  for (const ImageFormat format : kFormats) {
    const std::string file = file_of(format);  // 320 x 240
    InspectionLimits limits;
    limits.max_pixels = 320 * 240;
    limits.max_side = 320;
    CHECK(decode_image(file, limits).has_value());
    limits.max_pixels = format == ImageFormat::Jpeg ? 320 * 240 / 6 - 1 : 320 * 240 - 1;
    CHECK(error_of(file, limits) == DecodeError::TooLarge);
    limits.max_pixels = 320 * 240;
    limits.max_side = 319;
    CHECK(error_of(file, limits) == DecodeError::TooLarge);
  }
}

TEST_CASE("a picture without width or height is corrupt") {
  CHECK_FALSE(decode_image(crafted::png_claiming(0, 100), {}).has_value());
  CHECK_FALSE(decode_image(crafted::jpeg_claiming(0, 100), {}).has_value());
}

TEST_CASE("a JPEG of thousands of scans is too complex") {
  const RgbImage image = crafted::quarters(320, 240);
  CHECK(decode_image(crafted::jpeg_with_scans(image, 10), {}).has_value());
  CHECK(error_of(crafted::jpeg_with_scans(image, 5000)) == DecodeError::TooComplex);
}

TEST_CASE("scans count for more when the picture is large") {
  const RgbImage image = crafted::quarters(320, 240);
  InspectionLimits limits;
  limits.max_scanned_pixels = 320UL * 240 * 12;
  CHECK(decode_image(crafted::jpeg_with_scans(image, 12), limits).has_value());
  CHECK(error_of(crafted::jpeg_with_scans(image, 13), limits) == DecodeError::TooComplex);
}

TEST_CASE("animations are refused") {
  CHECK(error_of(crafted::animated_webp()) == DecodeError::Animated);
  const std::string png = file_of(ImageFormat::Png);
  const std::string two_frames("\0\0\0\x02\0\0\0\0", 8);
  CHECK(error_of(crafted::png_with_chunk(png, "acTL", two_frames)) == DecodeError::Animated);
}

TEST_CASE("text and profiles of a PNG are skipped, not unpacked") {
  const std::string png = file_of(ImageFormat::Png);
  const auto plain = decode_image(png, {});
  REQUIRE(plain.has_value());
  const std::string bomb = crafted::deflated_zeros(256);  // MiB
  REQUIRE(bomb.size() < 1 << 20);
  const long before = peak_bytes();
  for (const char* type : {"zTXt", "iCCP", "tEXt", "iTXt", "prVt"}) {
    const auto image =
        decode_image(crafted::png_with_chunk(png, type, std::string("name\0\0", 6) + bomb), {});
    REQUIRE(image.has_value());
    CHECK(image->pixels == plain->pixels);
  }
  CHECK(peak_bytes() - before < 64L << 20);
}

}  // namespace countersign::broken_files_test
