#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspection/decode/decode.h"
#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/render/picture_mark.h"
#include "core/inspection/render/rendered_jpeg.h"
#include "core/inspection/render/smaller_picture.h"
#include "tests/core/inspection/decode/crafted_files.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"
#include "tests/drawing/person/face.h"

// The rendering of a picture for a person who reviews a capture.
namespace countersign::rendering_test {

const std::vector<std::string> kMark = {
    "rvw_Zm9vYmFyYmF6cXV4", "2026-11-26 21:43:28Z", "5f0c1d52-7b1e-4e0e-9a67-2f0a4b6f5b11"};

Rendering drawn(std::string_view file,
                std::optional<Side> side = std::nullopt,
                std::vector<std::string> mark = {}) {
  auto found = EmbeddedEngine(test_sha256).render({.image = file, .side = side, .mark = mark});
  REQUIRE(found.has_value());
  REQUIRE(found->has_value());
  return std::move(**found);
}

RgbImage decoded(const std::string& file) {
  auto image = decode_image(file, {});
  REQUIRE(image.has_value());
  return std::move(image->pixels);
}

RgbImage grey(std::uint32_t width, std::uint32_t height) {
  RgbImage image(width, height);
  std::ranges::fill(image.bytes, 128);
  return image;
}

// The mean difference of two pictures of the same size.
double difference(const RgbImage& a, const RgbImage& b) {
  REQUIRE(a.bytes.size() == b.bytes.size());
  double sum = 0;
  for (std::size_t i = 0; i < a.bytes.size(); ++i) sum += std::abs(a.bytes[i] - b.bytes[i]);
  return sum / static_cast<double>(a.bytes.size());
}

const TraceShape* shape(const Rendering& rendering, std::string_view name) {
  const auto found = std::ranges::find(rendering.seen, name, &TraceShape::name);
  return found == rendering.seen.end() ? nullptr : &*found;
}

std::string document(DocumentType type, Side side, int orientation = 0) {
  drawing::DocumentPlan plan;
  plan.type = type;
  plan.side = side;
  return drawing::encode(drawing::draw_document(plan), {.orientation = orientation});
}

TEST_CASE("a rendering is upright, however the camera was held") {
  const RgbImage stored = crafted::quarters(96, 64);
  const RgbImage upright = decoded(drawn(drawing::encode(stored, {.quality = 100})).jpeg);
  CHECK(upright.width == 96);
  for (int orientation = 2; orientation <= 8; ++orientation) {
    CAPTURE(orientation);
    const std::string file = drawing::encode(stored, {.quality = 100, .orientation = orientation});
    const RgbImage shown = decoded(drawn(file).jpeg);
    CHECK(shown.width == (orientation >= 5 ? 64U : 96U));
    CHECK(difference(shown, decoded(file)) < 6);
  }
}

TEST_CASE("a rendering has at most 2400 pixels a side, and keeps its shape") {
  const auto size = [](std::uint32_t width, std::uint32_t height) {
    const Rendering shown = drawn(drawing::encode(grey(width, height), {}));
    const RgbImage pixels = decoded(shown.jpeg);
    CHECK(pixels.width == shown.width);
    CHECK(pixels.height == shown.height);
    return std::pair(shown.width, shown.height);
  };
  CHECK(size(640, 480) == std::pair(640U, 480U));
  CHECK(size(2400, 1800) == std::pair(2400U, 1800U));
  CHECK(size(3000, 2000) == std::pair(2400U, 1600U));
  CHECK(size(2000, 4000) == std::pair(1200U, 2400U));
  CHECK(size(6000, 4000) == std::pair(2400U, 1600U));  // decoded at half its size
  CHECK(size(16000, 2) == std::pair(2400U, 1U));
}

TEST_CASE("a smaller picture is the mean of what each pixel covers") {
  RgbImage picture(5, 1);
  for (std::uint8_t x = 0; x < 5; ++x) picture.row(0)[3 * x] = static_cast<std::uint8_t>(50 * x);
  const RgbImage smaller = at_most(picture, 2);
  REQUIRE(smaller.width == 2);
  CHECK(smaller.height == 1);
  CHECK(int{smaller.row(0)[0]} == 40);   // (0 + 50 + 100 / 2) / 2.5
  CHECK(int{smaller.row(0)[3]} == 160);  // (100 / 2 + 150 + 200) / 2.5
  CHECK(at_most(picture, 5) == picture);
}

TEST_CASE("the mark is seen on every part of a picture, on any ground, and hides nothing") {
  for (const std::uint8_t level : {0, 128, 255}) {
    CAPTURE(level);
    RgbImage plain(1600, 1200);
    std::ranges::fill(plain.bytes, level);
    const std::string file = drawing::encode(plain, {});
    const RgbImage bare = decoded(drawn(file).jpeg);
    const RgbImage marked = decoded(drawn(file, std::nullopt, kMark).jpeg);
    CHECK(difference(bare, marked) > 2);
    CHECK(difference(bare, marked) < 40);
    // However somebody cuts out a quarter of the width and the height, there is a mark in it.
    for (std::uint32_t top = 0; top < 1200; top += 300) {
      for (std::uint32_t left = 0; left < 1600; left += 400) {
        int most = 0;
        for (std::uint32_t y = top; y < top + 300; ++y) {
          for (std::uint32_t x = left; x < left + 400; ++x) {
            most = std::max(most, std::abs(marked.row(y)[3 * x] - bare.row(y)[3 * x]));
          }
        }
        CHECK(most > 30);
        CHECK(most < 160);  // half-transparent
      }
    }
  }
}

// The largest change of a pixel in a part of a grey picture of this width.
int most_changed(const RgbImage& marked, std::uint32_t left, std::uint32_t top) {
  int most = 0;
  for (std::uint32_t y = top; y < top + 300; ++y) {
    for (std::uint32_t x = left; x < left + 400; ++x) {
      most = std::max(most, std::abs(marked.row(y)[3 * x] - 128));
    }
  }
  return most;
}

TEST_CASE("the mark is light on print and faint on faces and coded lines, and nowhere left out") {
  const std::vector<TraceShape> seen = {
      {.name = "document", .corners = {{400, 0}, {1600, 0}, {1600, 1200}, {400, 1200}}},
      {.name = "portrait", .corners = {{800, 300}, {1200, 300}, {1200, 600}, {800, 600}}},
      {.name = "machine-readable zone",
       .corners = {{1600, 900}, {1600, 1200}, {400, 1200}, {400, 900}}},
      {.name = "glare", .corners = {{0, 0}, {400, 0}, {400, 300}, {0, 300}}}};
  RgbImage marked = grey(1600, 1200);
  lay_mark(marked, kMark, seen);
  for (const std::uint32_t outside : {0U, 300U, 600U, 900U}) {
    CHECK(most_changed(marked, 0, outside) > 40);
  }
  for (const std::uint32_t left : {400U, 1200U}) {
    CHECK(most_changed(marked, left, 300) > 15);
    CHECK(most_changed(marked, left, 300) < 30);
    CHECK(most_changed(marked, left, 900) > 5);
    CHECK(most_changed(marked, left, 900) < 15);
  }
  CHECK(most_changed(marked, 800, 300) > 5);
  CHECK(most_changed(marked, 800, 300) < 15);
}

TEST_CASE("another reviewer, time or session leaves another mark") {
  const std::string file = drawing::encode(grey(800, 600), {});
  const RgbImage one = decoded(drawn(file, std::nullopt, kMark).jpeg);
  for (std::size_t line = 0; line < kMark.size(); ++line) {
    std::vector<std::string> other = kMark;
    other[line].back() = other[line].back() == '7' ? '8' : '7';
    CHECK(difference(one, decoded(drawn(file, std::nullopt, other).jpeg)) > 0.02);
  }
  // A character that cannot be written becomes a question mark, of the same width.
  CHECK(decoded(drawn(file, std::nullopt, {"a\xff\x01z"}).jpeg) ==
        decoded(drawn(file, std::nullopt, {"a??z"}).jpeg));
}

TEST_CASE("nothing of a file's metadata is in its rendering") {
  const std::string secret = "latitude 52.5200";
  std::string file = drawing::encode(grey(200, 100), {.orientation = 6});
  const std::string comment =
      "\xff\xfe" + std::string{'\0', static_cast<char>(secret.size() + 2)} + secret;
  file.insert(2, comment);
  const Rendering shown = drawn(file);
  CHECK(shown.jpeg.find("latitude") == std::string::npos);
  CHECK(shown.jpeg.find("Exif") == std::string::npos);
  CHECK(is_rendered_jpeg(shown.jpeg, shown.width, shown.height));
  const std::string png = crafted::png_with_chunk(
      drawing::encode(grey(200, 100), {.format = ImageFormat::Png}), "tEXt", "Comment" + secret);
  CHECK(drawn(png).jpeg.find("latitude") == std::string::npos);
  CHECK(decoded(drawn(file.substr(0)).jpeg).width == 100);
}

TEST_CASE("a file that is not exactly a rendering of its size is not taken for one") {
  const Rendering shown = drawn(drawing::encode(crafted::quarters(96, 64), {}));
  const std::string& file = shown.jpeg;
  CHECK(is_rendered_jpeg(file, 96, 64));
  CHECK_FALSE(is_rendered_jpeg(file, 64, 96));
  CHECK_FALSE(is_rendered_jpeg("", 96, 64));
  CHECK_FALSE(is_rendered_jpeg(file + "x", 96, 64));
  CHECK_FALSE(is_rendered_jpeg(file + "\xff\xd9", 96, 64));
  CHECK_FALSE(is_rendered_jpeg(file.substr(0, file.size() - 2), 96, 64));
  CHECK_FALSE(is_rendered_jpeg(file.substr(0, file.size() - 3) + "\xff\xff\xd9", 96, 64));
  CHECK_FALSE(is_rendered_jpeg(drawing::encode(crafted::quarters(96, 64), {}), 96, 64));
  for (std::size_t i = 0; i < 623; ++i) {
    std::string bent = file;
    bent[i] = static_cast<char>(bent[i] ^ 1);
    CHECK_FALSE(is_rendered_jpeg(bent, 96, 64));
  }
  std::string commented = file;
  commented.insert(file.size() - 2, std::string("\xff\xfe\0\2", 4));
  CHECK_FALSE(is_rendered_jpeg(commented, 96, 64));
}

TEST_CASE("what was seen on a document is told in pixels of the rendering") {
  const Rendering shown = drawn(document(DocumentType::Passport, Side::Front), Side::Front);
  for (const char* name : {"document", "machine-readable zone", "portrait"}) {
    CAPTURE(name);
    const TraceShape* found = shape(shown, name);
    REQUIRE(found != nullptr);
    for (const TracePoint& corner : found->corners) {
      CHECK(corner.x > -100);
      CHECK(corner.x < static_cast<std::int32_t>(shown.width) + 100);
      CHECK(corner.y > -100);
      CHECK(corner.y < static_cast<std::int32_t>(shown.height) + 100);
    }
  }
  // The zone is below the portrait.
  CHECK(shape(shown, "machine-readable zone")->corners[0].y >
        shape(shown, "portrait")->corners[2].y);
}

TEST_CASE("a document that lies on its side or its head is turned by what its zone says") {
  const std::string straight = document(DocumentType::Passport, Side::Front);
  const Rendering upright = drawn(straight, Side::Front);
  // The Exif tag says how it is turned away from upright, and has no effect on the zone's turn.
  for (const int orientation : {3, 6, 8}) {
    CAPTURE(orientation);
    const Rendering turned =
        drawn(document(DocumentType::Passport, Side::Front, orientation), Side::Front);
    CHECK(turned.width == upright.width);
    CHECK(turned.height == upright.height);
    CHECK(difference(decoded(turned.jpeg), decoded(upright.jpeg)) < 6);
    const TraceShape* zone = shape(turned, "machine-readable zone");
    REQUIRE(zone != nullptr);
    const TraceShape* expected = shape(upright, "machine-readable zone");
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(std::abs(zone->corners[i].x - expected->corners[i].x) < 12);
      CHECK(std::abs(zone->corners[i].y - expected->corners[i].y) < 12);
    }
  }
}

TEST_CASE("a large picture's places are those of its smaller rendering") {
  drawing::DocumentPlan plan;
  plan.type = DocumentType::Passport;
  plan.width = 3840;
  plan.height = 2580;
  const Rendering shown = drawn(drawing::encode(drawing::draw_document(plan), {}), Side::Front);
  CHECK(shown.width == 2400);
  const TraceShape* outline = shape(shown, "document");
  REQUIRE(outline != nullptr);
  CHECK(outline->corners[2].x > 1500);
  CHECK(outline->corners[2].x <= 2400);
}

TEST_CASE("the face of a frame is told in pixels of the rendering") {
  const std::string file = drawing::encode(drawing::draw_face_frame({}), {});
  const Rendering shown = drawn(file);
  if (const TraceShape* face = shape(shown, "face")) {
    CHECK(face->corners[0].x > 0);
    CHECK(face->corners[2].x < static_cast<std::int32_t>(shown.width));
  }
}

TEST_CASE("what does not decode is not rendered") {
  const EmbeddedEngine engine(test_sha256);
  const std::string good = document(DocumentType::Passport, Side::Front);
  for (const std::string& file : {std::string(),
                                  std::string("GIF89a"),
                                  good.substr(0, good.size() / 2),
                                  crafted::animated_webp(),
                                  crafted::png_claiming(100'000, 100'000),
                                  crafted::jpeg_claiming(0xFFFF, 0xFFFF),
                                  crafted::jpeg_with_scans(crafted::quarters(), 200)}) {
    const auto found = engine.render({.image = file});
    REQUIRE(found.has_value());
    CHECK_FALSE(found->has_value());
  }
}

}  // namespace countersign::rendering_test
