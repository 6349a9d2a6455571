#include "core/inspection/decode/image_format.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::image_format_test {

using namespace std::string_view_literals;

TEST_CASE("a format is told by its first bytes") {
  CHECK(sniff_format("\xFF\xD8\xFF\xE0 and more"sv) == ImageFormat::Jpeg);
  CHECK(sniff_format("\x89PNG\r\n\x1A\n and more"sv) == ImageFormat::Png);
  CHECK(sniff_format("RIFF\x10\0\0\0WEBPVP8 "sv) == ImageFormat::WebP);
}

TEST_CASE("twelve bytes are enough to tell any format") {
  CHECK(sniff_format("RIFF\x10\0\0\0WEBP"sv.substr(0, kSniffBytes)) == ImageFormat::WebP);
}

TEST_CASE("bytes of another kind have no image format") {
  const auto not_images = {""sv,
                           "\xFF\xD8"sv,
                           "\x89PNG\r\n\x1A"sv,
                           "\x89PNG\n\n\x1A\n"sv,
                           "RIFF\x10\0\0\0WEB"sv,
                           "RIFF\x10\0\0\0WAVEfmt "sv,
                           "GIF89a\x01\0\x01\0\0\0"sv,
                           "%PDF-1.7\n...."sv,
                           "<svg xmlns=\"http"sv,
                           "\0\0\0\x18"
                           "ftypheic"sv};
  for (const auto bytes : not_images) CHECK_FALSE(sniff_format(bytes).has_value());
}

TEST_CASE("each format has its own file extension") {
  CHECK(file_extension(ImageFormat::Jpeg) == "jpg");
  CHECK(file_extension(ImageFormat::Png) == "png");
  CHECK(file_extension(ImageFormat::WebP) == "webp");
}

}  // namespace countersign::image_format_test
