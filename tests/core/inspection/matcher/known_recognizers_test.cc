#include "core/inspection/matcher/known_recognizers.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/core/inspection/matcher/small_models.h"
#include "tests/core/inspection/support/sha256.h"

namespace countersign::matcher::known_recognizers_test {

Sha256 hash_of_hex(std::string_view hex) {
  Digest digest{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] =
        static_cast<std::uint8_t>(std::stoul(std::string(hex.substr(2 * i, 2)), nullptr, 16));
  }
  return Sha256(digest);
}

TEST_CASE("the published files of SFace have the published level, and no other file has one") {
  // face_recognition_sface_2021dec.onnx of the OpenCV Zoo
  const std::string sface = "0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79";
  CHECK(published_likeness(hash_of_hex(sface)) == Bounds{0.300, 0.363});
  for (std::size_t i = 0; i < sface.size(); ++i) {
    std::string other = sface;
    other[i] = other[i] == '0' ? '1' : '0';
    CHECK_FALSE(published_likeness(hash_of_hex(other)).has_value());
  }
  const std::string small = small_recognizer();
  CHECK_FALSE(
      published_likeness(
          Sha256(test_sha256({reinterpret_cast<const std::uint8_t*>(small.data()), small.size()})))
          .has_value());
}

}  // namespace countersign::matcher::known_recognizers_test
