#include "core/inspection/image/perceptual.h"

#include <doctest/doctest.h>

#include "core/event/image_copy.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/engines/embedded_engine.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/document.h"

namespace countersign::perceptual_test {

RgbImage drawn(std::uint64_t seed, Side side = Side::Front) {
  return drawing::draw_document({.seed = seed, .side = side, .width = 960, .height = 660});
}

RgbImage encoded_anew(const RgbImage& image, int quality) {
  drawing::Encoding encoding;
  encoding.quality = quality;
  return decode_image(drawing::encode(image, encoding), {})->pixels;
}

TEST_CASE("a picture that is encoded anew or darkened keeps its hash, but for a few bits") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const RgbImage image = drawn(seed);
    const PerceptualHash hash = perceptual_hash(image);
    CHECK(differing_bits(hash, perceptual_hash(image)) == 0);
    CHECK(differing_bits(hash, perceptual_hash(encoded_anew(image, 80))) <= 4);
    CHECK(differing_bits(hash, perceptual_hash(encoded_anew(image, 50))) <= 6);
    CHECK(differing_bits(hash, perceptual_hash(drawing::darkened(image, 0.8))) <= 4);
  }
}

TEST_CASE("photographs of different documents, and of two sides, have different hashes") {
  const PerceptualHash hash = perceptual_hash(drawn(1));
  for (const std::uint64_t seed : {2U, 3U, 4U, 5U}) {
    CHECK(differing_bits(hash, perceptual_hash(drawn(seed))) > 20);
  }
  CHECK(differing_bits(hash, perceptual_hash(drawn(1, Side::Back))) > 20);
}

TEST_CASE("every picture has a hash, the smallest and the emptiest too") {
  for (const auto& [width, height] : {std::pair{1U, 1U}, {3U, 2U}, {65U, 1U}, {1U, 200U}}) {
    RgbImage image(width, height);
    const PerceptualHash black = perceptual_hash(image);
    CHECK(black == perceptual_hash(image));
    for (std::uint8_t& byte : image.bytes) byte = 255;
    perceptual_hash(image);
  }
}

TEST_CASE("the engine hashes what it was shown of a document") {
  const std::string file = drawing::encode(drawn(1), {});
  const auto found = EmbeddedEngine(test_sha256)
                         .evaluate_document({file, Side::Front, DocumentType::IdCard, UtcTime()});
  REQUIRE(found.has_value());
  REQUIRE(found->image.has_value());
  CHECK(found->image->perceptual == perceptual_hash(decode_image(file, {})->pixels));
}

}  // namespace countersign::perceptual_test
