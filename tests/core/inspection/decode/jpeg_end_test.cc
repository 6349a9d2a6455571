#include <doctest/doctest.h>

#include <string>

#include "core/inspection/decode/decode.h"
#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/drawing/camera/encode.h"

namespace countersign::jpeg_end_test {

using namespace std::string_literals;
using crafted::FlatJpeg;

constexpr FlatJpeg kFlatJpegs[] = {FlatJpeg::Colour,
                                   FlatJpeg::Grey,
                                   FlatJpeg::OneByOne,
                                   FlatJpeg::Restarts,
                                   FlatJpeg::Progressive};

std::string without_end(const std::string& file) {
  REQUIRE(file.ends_with("\xFF\xD9"));
  return file.substr(0, file.size() - 2);
}

bool is_whole(const std::string& file) { return decode_image(file, {}).has_value(); }

TEST_CASE("a JPEG that ends in one tone is whole, whatever stands in the place of its end") {
  for (const FlatJpeg kind : kFlatJpegs) {
    CAPTURE(static_cast<int>(kind));
    const std::string pixels = without_end(crafted::jpeg_ending_flat(kind));
    for (const std::string& end : {"\xFF\xD9"s,
                                   ""s,
                                   "\0\0"s,
                                   "\0\xFF\xD9"s,
                                   "\0\0\0\0\xFF\xD9"s,
                                   std::string(16, '\0') + "\xFF\xD9",
                                   std::string(16, '\xFF'),
                                   std::string(40, '\xFF') + "\xD9",
                                   std::string(15, '\xFF') + "SEFT\0\0\0\x10maker"s,
                                   "SEFHe\0\0\0SEFT"s}) {
      CAPTURE(end.size());
      CHECK(is_whole(pixels + end));
    }
  }
}

TEST_CASE("a JPEG that was cut is truncated, whatever its last bytes are filled with") {
  const auto photograph = drawing::encode(crafted::quarters(320, 240), {});
  for (const FlatJpeg kind : kFlatJpegs) {
    CAPTURE(static_cast<int>(kind));
    for (const std::string& file : {crafted::jpeg_ending_flat(kind), photograph}) {
      for (std::size_t percent = 4; percent < 100; percent += 3) {
        CAPTURE(percent);
        const std::string part = file.substr(0, file.size() * percent / 100);
        CHECK_FALSE(is_whole(part));
        CHECK_FALSE(is_whole(part + std::string(file.size() - part.size(), '\0')));
        CHECK_FALSE(is_whole(part + std::string(4096, '\xFF')));
      }
    }
  }
}

TEST_CASE(
    "a JPEG that is not progressive has each component, whether or not it says that it ends") {
  const std::string file = crafted::jpeg_ending_flat(FlatJpeg::OneByOne);
  const std::string cut = file.substr(0, file.rfind("\xFF\xDA"));
  CHECK_FALSE(is_whole(cut));
  CHECK_FALSE(is_whole(cut + "\xFF\xD9"));
}

TEST_CASE("a PNG begins with its header") {
  const std::string file = drawing::encode(crafted::quarters(32, 24), {.format = ImageFormat::Png});
  constexpr std::size_t kSignature = 8;
  CHECK(is_whole(file));
  for (const char* const type : {"tEXt", "prVt"}) {
    const std::string chunk = crafted::png_chunk(type, "a text");
    CHECK_FALSE(is_whole(file.substr(0, kSignature) + chunk + file.substr(kSignature)));
  }
}

}  // namespace countersign::jpeg_end_test
