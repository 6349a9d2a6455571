#include "core/inspection/matcher/presentation_network.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/matcher/face_models.h"
#include "tests/core/inspection/matcher/model_files.h"
#include "tests/core/inspection/matcher/onnx_file.h"
#include "tests/core/inspection/support/sha256.h"

namespace countersign::matcher::presentation_network_test {

namespace fs = std::filesystem;
using Properties = std::vector<std::pair<std::string, std::string>>;

Result<std::unique_ptr<PresentationNetwork>, std::string> load(const fs::path& path) {
  ModelSource source(path, test_sha256);
  if (auto why = source.read()) return std::move(*why);
  return PresentationNetwork::load(source);
}

// A picture of one colour, with a part of another.
RgbImage picture_with(std::array<std::uint8_t, 3> colour,
                      const CropBox& part,
                      std::array<std::uint8_t, 3> of_part) {
  RgbImage picture(400, 300);
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      const int dx = static_cast<int>(x) - part.left;
      const int dy = static_cast<int>(y) - part.top;
      const bool inside = dx >= 0 && dx < part.width && dy >= 0 && dy < part.height;
      std::ranges::copy(inside ? of_part : colour, picture.row(y) + std::size_t{x} * 3);
    }
  }
  return picture;
}

SeenFace face_at(float left, float top, float width, float height) {
  SeenFace face;
  face.row = {left, top, width, height};
  return face;
}

double liveness(const std::string& model, const RgbImage& picture, const SeenFace& face) {
  const ModelFiles files;
  const auto network = load(files.write("attacks.onnx", model));
  if (!network) FAIL(network.error());
  const auto live = (*network)->liveness_of(picture, face);
  REQUIRE(live.has_value());
  return *live;
}

TEST_CASE("the model sees the face's box, grown by its scale, and nothing else") {
  const RgbImage picture = picture_with({0, 0, 0}, {100, 80, 100, 100}, {255, 255, 255});
  const SeenFace face = face_at(101, 81, 97, 97);
  CHECK(liveness(small_presentation(), picture, face) == doctest::Approx(1).epsilon(0.01));
  CHECK(liveness(small_presentation({{"countersign.scale", "2"}}), picture, face) ==
        doctest::Approx(0.25).epsilon(0.08));
  CHECK(liveness(small_presentation(), picture, face_at(220, 150, 60, 60)) ==
        doctest::Approx(0).epsilon(0.01));
}

TEST_CASE("the place of a person in the output is what the model says") {
  const RgbImage grey = picture_with({51, 51, 51}, {}, {});
  const SeenFace face = face_at(50, 50, 90, 90);
  CHECK(liveness(small_presentation(), grey, face) == doctest::Approx(0.2).epsilon(0.01));
  CHECK(liveness(small_presentation({{"countersign.live", "0"}}), grey, face) ==
        doctest::Approx(0.8).epsilon(0.01));
  CHECK(liveness(small_presentation({{"countersign.output", "logits"}}), grey, face) ==
        doctest::Approx(1 / (1 + std::exp(0.6))).epsilon(0.01));
}

// One number, which is the picture's first colour.
std::string first_channel(const std::string& colours, const std::string& values) {
  OnnxFile file;
  file.input("crop", {1, 3, 32, 48});
  file.node("GlobalAveragePool", {"crop"}, "means");
  file.node("Flatten", {"means"}, "flat", {{"axis", std::int64_t{1}}});
  const float whole = values == "0..1" ? 1.0F : 1.0F / 255;
  file.weights("w", {1, 3}, {whole, 0.0F, 0.0F});
  file.weights("b", {1}, {0.0F});
  file.node("Gemm", {"flat", "w", "b"}, "live", {{"transB", std::int64_t{1}}});
  file.output("live", {1, 1});
  for (const auto& [name, value] : Properties{{"scale", "1"},
                                              {"colours", colours},
                                              {"values", values},
                                              {"output", "probabilities"},
                                              {"live", "0"}}) {
    file.property("countersign." + name, value);
  }
  return file.bytes();
}

TEST_CASE("colours come in the order and the range that the model asks for") {
  const RgbImage red = picture_with({204, 0, 51}, {}, {});
  const SeenFace face = face_at(50, 50, 90, 90);
  for (const char* values : {"0..1", "0..255"}) {
    CAPTURE(values);
    CHECK(liveness(first_channel("RGB", values), red, face) == doctest::Approx(0.8).epsilon(0.01));
    CHECK(liveness(first_channel("BGR", values), red, face) == doctest::Approx(0.2).epsilon(0.01));
  }
}

TEST_CASE("a model of presentation attacks that cannot be used is refused in one line") {
  const ModelFiles files;
  const auto refused = [&](const fs::path& path, const std::string& why) {
    CAPTURE(path);
    const auto models = FaceModels::load({files.detector(), files.recognizer(), path}, test_sha256);
    REQUIRE_FALSE(models.has_value());
    CAPTURE(models.error());
    CHECK(models.error().starts_with("the model " + path.string() + " "));
    CHECK(models.error().find(why) != std::string::npos);
    CHECK(models.error().find('\n') == std::string::npos);
  };
  const auto with_numbers = [](std::int64_t numbers, float weight, float bias) {
    OnnxFile file;
    file.input("crop", {1, 3, 80, 80});
    file.node("GlobalAveragePool", {"crop"}, "means");
    file.node("Flatten", {"means"}, "flat", {{"axis", std::int64_t{1}}});
    const auto count = static_cast<std::size_t>(numbers);
    file.weights("w", {numbers, 3}, std::vector<float>(count * 3, weight));
    file.weights("b", {numbers}, std::vector<float>(count, bias));
    file.node("Gemm", {"flat", "w", "b"}, "live", {{"transB", std::int64_t{1}}});
    file.output("live", {1, numbers});
    for (const auto& [name, value] : Properties{{"scale", "1"},
                                                {"colours", "RGB"},
                                                {"values", "0..1"},
                                                {"output", "probabilities"},
                                                {"live", "1"}}) {
      file.property("countersign." + name, value);
    }
    return file.bytes();
  };
  refused("/nonexistent/attacks.onnx", "No such file");
  refused(files.write("attacks.pb", small_presentation()), "a name that ends in .onnx");
  refused(files.write("cut.onnx", small_presentation().substr(0, 200)), "is damaged");
  refused(files.detector(), "is not a presentation model: its input");
  refused(files.recognizer(), "does not say how it is to be used: its property countersign.scale");
  refused(files.write("scale.onnx", small_presentation({{"countersign.scale", ""}})),
          "its property countersign.scale must be a number from 1 to 8");
  refused(files.write("place.onnx", small_presentation({{"countersign.live", "2"}})),
          "gives 2 numbers, and its property countersign.live names the place 2");
  refused(files.write("one.onnx", with_numbers(1, 0.1F, 0)), "gives 1 numbers");
  refused(files.write("many.onnx", with_numbers(65, 0.1F, 0)), "it gives 65 numbers");
  refused(files.write("sum.onnx", with_numbers(2, 0.3F, 0.1F)), "gives no probabilities");
  refused(files.write("nan.onnx", with_numbers(2, std::nanf(""), 0)), "not numbers");
  refused(files.write("same.onnx", with_numbers(2, 0, 0.5F)), "finds all pictures alike");
}

TEST_CASE("without a model of presentation attacks there is no probability and no hash of it") {
  const ModelFiles files;
  const auto without = FaceModels::load({files.detector(), files.recognizer()}, test_sha256);
  REQUIRE(without.has_value());
  CHECK_FALSE((*without)->presentation_hash().has_value());
  const RgbImage grey = picture_with({51, 51, 51}, {}, {});
  CHECK_FALSE((*without)->liveness_of(grey, face_at(50, 50, 90, 90)).has_value());
  const auto with =
      FaceModels::load({files.detector(), files.recognizer(), files.presentation()}, test_sha256);
  REQUIRE(with.has_value());
  const std::string bytes = small_presentation();
  CHECK((*with)->presentation_hash().value().value() ==
        test_sha256({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
  CHECK((*with)->liveness_of(grey, face_at(50, 50, 90, 90)).value() ==
        doctest::Approx(0.2).epsilon(0.01));
  CHECK_FALSE((*with)->liveness_of(grey, face_at(50, 50, 0, 90)).has_value());
}

}  // namespace countersign::matcher::presentation_network_test
