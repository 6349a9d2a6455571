#include "core/inspection/matcher/face_models.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/core/inspection/matcher/face_pictures.h"
#include "tests/core/inspection/matcher/model_files.h"
#include "tests/core/inspection/matcher/onnx_file.h"
#include "tests/core/inspection/support/sha256.h"

namespace countersign::matcher::face_models_test {

namespace fs = std::filesystem;

std::unique_ptr<FaceModels> loaded(const ModelFiles& files,
                                   const std::optional<fs::path>& detector = std::nullopt) {
  auto models =
      FaceModels::load({detector.value_or(files.detector()), files.recognizer()}, test_sha256);
  if (!models) FAIL(models.error());
  return std::move(*models);
}

RgbImage grey(std::uint32_t width, std::uint32_t height) {
  RgbImage picture(width, height);
  std::fill(picture.bytes.begin(), picture.bytes.end(), std::uint8_t{120});
  return picture;
}

Digest digest_of(const std::string& bytes) {
  return test_sha256({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  REQUIRE(from.size() == to.size());
  std::size_t count = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1)) {
    text.replace(at, from.size(), to);
    ++count;
  }
  REQUIRE(count > 0);
  return text;
}

// A one-layer recognizer with `numbers` outputs, each a mean of the picture times a factor.
std::string tiny_recognizer(std::int64_t numbers, float factor) {
  OnnxFile file;
  file.input("data", {1, 3, 112, 112});
  file.node("GlobalAveragePool", {"data"}, "means");
  file.node("Flatten", {"means"}, "flat", {{"axis", std::int64_t{1}}});
  file.weights(
      "w", {numbers, 3}, std::vector<float>(static_cast<std::size_t>(numbers) * 3, factor));
  file.weights("b", {numbers}, std::vector<float>(static_cast<std::size_t>(numbers), factor));
  file.node("Gemm", {"flat", "w", "b"}, "fc1", {{"transB", std::int64_t{1}}});
  file.output("fc1", {1, numbers});
  return file.bytes();
}

TEST_CASE("faces are found where they are, in pixels of the picture whatever its size") {
  const ModelFiles files;
  const fs::path of_2023 = files.write("finder23.onnx", small_detector_of_2023());
  for (const fs::path& detector : {files.detector(), of_2023}) {
    CAPTURE(detector);
    const auto models = loaded(files, detector);
    for (const auto& [each_width, height] :
         {std::pair{480u, 640u}, {640u, 480u}, {1500u, 2000u}, {200u, 300u}}) {
      const auto& width = each_width;
      CAPTURE(width);
      RgbImage picture = grey(width, height);
      CHECK(models->faces_of(picture, 0.9).empty());
      const double scale = std::max(1.0, std::max(width, height) / 640.0);
      draw_face(picture, 90 * scale, 40 * scale, scale, kAda);
      const auto faces = models->faces_of(picture, 0.9);
      REQUIRE(faces.size() == 1);
      CHECK(faces[0].score() > 0.9);
      CHECK(faces[0].width_px() == doctest::Approx(kFaceSide * scale).epsilon(0.01));
      CHECK(std::abs(faces[0].row[0] - (90 - kFaceSide / 2) * scale) < 9 * scale);
      CHECK(std::abs(faces[0].row[1] - (40 + kFaceBelowMark - kFaceSide / 2) * scale) < 9 * scale);
      if (width < 480) continue;
      draw_face(picture, 270 * scale, 200 * scale, scale, kAda);
      CHECK(models->faces_of(picture, 0.9).size() == 2);
    }
  }
}

TEST_CASE("equal faces are alike at any size and place, and others are not") {
  const ModelFiles files;
  const auto models = loaded(files);
  const auto feature = [&](double x, double scale, Fields fields) {
    RgbImage picture =
        grey(static_cast<std::uint32_t>(480 * scale), static_cast<std::uint32_t>(640 * scale));
    draw_face(picture, x * scale, 45 * scale, scale, fields);
    const auto faces = models->faces_of(picture, 0.9);
    REQUIRE(faces.size() == 1);
    return models->feature_of(picture, faces[0]);
  };
  const Feature ada = feature(70, 1, kAda);
  CHECK(ada.size() == 128);
  CHECK(models->likeness(ada, ada) == doctest::Approx(1.0));
  CHECK(models->likeness(ada, feature(203, 1, kAda)) > 0.7);
  CHECK(models->likeness(ada, feature(70, 3, kAda)) > 0.7);
  CHECK(models->likeness(ada, feature(70, 1, kAdaElsewhere)) > 0.5);
  CHECK(models->likeness(ada, feature(70, 1, kBob)) < -0.5);
}

TEST_CASE("YuNet of 2023 gives the same faces as that of 2022, one for each person") {
  const ModelFiles files;
  const auto earlier = loaded(files);
  const auto later = loaded(files, files.write("finder23.onnx", small_detector_of_2023()));
  RgbImage picture = grey(480, 640);
  draw_face(picture, 60, 40, 1, kAda);
  draw_face(picture, 300, 40, 1, kBob);
  draw_face(picture, 300, 300, 1, kAda);
  const auto of_2022 = earlier->faces_of(picture, 0.9);
  auto of_2023 = later->faces_of(picture, 0.9);
  REQUIRE(of_2022.size() == 3);
  REQUIRE(of_2023.size() == 3);
  for (const SeenFace& face : of_2022) {
    const auto near = [&](const SeenFace& other) {
      for (std::size_t i = 0; i < face.row.size(); ++i) {
        if (std::abs(face.row[i] - other.row[i]) > 0.5F) return false;
      }
      return true;
    };
    CHECK(std::erase_if(of_2023, near) == 1);
  }
}

TEST_CASE("of faces that overlap the surest is kept, however small the steps of their grids") {
  const ModelFiles files;
  for (const fs::path& detector :
       {files.detector(), files.write("finder23.onnx", small_detector_of_2023())}) {
    CAPTURE(detector);
    const auto models = loaded(files, detector);
    RgbImage picture = grey(480, 640);
    draw_face(picture, 200, 100, 1, kAda);
    CHECK(models->faces_of(picture, 0.1).size() == 1);  // its mark covers several cells
  }
}

TEST_CASE("the likeness of two unlike drawn faces tells a lenient recognizer") {
  const ModelFiles files;
  const auto models = loaded(files);
  CHECK(models->unlike_likeness() < 0.3);
  const auto lenient = FaceModels::load(
      {files.detector(), files.write("lenient.onnx", lenient_recognizer())}, test_sha256);
  REQUIRE(lenient.has_value());
  CHECK((*lenient)->unlike_likeness() > 0.363);
  CHECK((*lenient)->unlike_likeness() < 0.999);
}

TEST_CASE("features without a direction, or of another length, have no likeness") {
  const ModelFiles files;
  const auto models = loaded(files);
  CHECK(std::isnan(models->likeness({}, {})));
  CHECK(std::isnan(models->likeness({0, 0}, {1, 0})));
  CHECK(std::isnan(models->likeness({1, 0}, {1, 0, 0})));
  CHECK(models->likeness({2, 0}, {0, 3}) == doctest::Approx(0));
  CHECK(models->likeness({2, 0}, {-3, 0}) == doctest::Approx(-1));
}

TEST_CASE("the hashes are those of the files") {
  const ModelFiles files;
  const auto models = loaded(files);
  CHECK(models->detector_hash().value() == digest_of(small_detector()));
  CHECK(models->recognizer_hash().value() == digest_of(small_recognizer()));
}

TEST_CASE("a model that is none, or not the one that is asked for, is refused in one line") {
  const ModelFiles files;
  const auto refusal = [&](const fs::path& detector, const fs::path& recognizer) {
    const auto models = FaceModels::load({detector, recognizer}, test_sha256);
    REQUIRE_FALSE(models.has_value());
    CHECK(models.error().find('\n') == std::string::npos);
    CHECK(models.error().size() < 600);
    return models.error();
  };
  const auto says = [](const std::string& said, const fs::path& file, const std::string& why) {
    CAPTURE(said);
    CHECK(said.starts_with("the model " + file.string() + " "));
    CHECK(said.find(why) != std::string::npos);
  };
  const fs::path detector = files.detector();
  const fs::path recognizer = files.recognizer();
  const std::string detector_bytes = small_detector();
  const std::string recognizer_bytes = small_recognizer();

  const auto bad_detector = [&](const fs::path& file, const std::string& why) {
    CAPTURE(file);
    says(refusal(file, recognizer), file, why);
  };
  const auto bad_recognizer = [&](const fs::path& file, const std::string& why) {
    CAPTURE(file);
    says(refusal(detector, file), file, why);
  };
  for (const auto& bad :
       {std::function<void(const fs::path&, const std::string&)>(bad_detector),
        std::function<void(const fs::path&, const std::string&)>(bad_recognizer)}) {
    bad("/nonexistent/model.onnx", "No such file");
    bad(files.detector().parent_path(), "is not a regular file");
    bad(files.write("model.pb", detector_bytes), "a name that ends in .onnx");
    bad(files.write("empty.onnx", ""), "is not an ONNX model, or is damaged");
    bad(files.write("text.onnx", "This is a text, and no model."), "is not an ONNX model");
  }
  for (const double share : {0.02, 0.3, 0.7, 0.95, 0.999}) {
    CAPTURE(share);
    const auto cut = [&](const std::string& bytes) {
      return bytes.substr(0, static_cast<std::size_t>(share * static_cast<double>(bytes.size())));
    };
    bad_detector(files.write("cut.onnx", cut(detector_bytes)),
                 "is not an ONNX model, or is damaged");
    bad_recognizer(files.write("cut2.onnx", cut(recognizer_bytes)),
                   "is not an ONNX model, or is damaged");
  }
  bad_detector(recognizer, "is not a detector like YuNet");
  bad_recognizer(detector, "recognizer");
  bad_detector(files.write("names.onnx", replaced(detector_bytes, "iou", "xyz")),
               "it has neither the outputs loc, conf and iou nor cls_8");
  bad_detector(files.write("names23.onnx", replaced(small_detector_of_2023(), "kps_16", "kps_17")),
               "it has neither the outputs loc, conf and iou nor cls_8");
  bad_recognizer(files.write("few.onnx", tiny_recognizer(3, 0.01F)), "it gives 3 numbers");
  bad_recognizer(files.write("one.onnx", tiny_recognizer(128, 0.01F)), "finds all pictures alike");
  bad_recognizer(files.write("zero.onnx", tiny_recognizer(128, 0.0F)), "not numbers");
  bad_recognizer(files.write("nan.onnx", tiny_recognizer(128, std::nanf(""))), "not numbers");

  const fs::path huge = files.write("huge.onnx", "");
  fs::resize_file(huge, ModelSource::kMaxBytes + 1);  // a hole, which takes no space
  bad_detector(huge, "larger than the maximum for a model");
  bad_recognizer(huge, "larger than the maximum for a model");
}

TEST_CASE("a detector whose outputs have too few numbers is refused, not read beyond") {
  const ModelFiles files;
  OnnxFile file;
  file.input("input", {1, 3, 640, 640});
  for (const auto& [name, numbers] :
       {std::pair<std::string, std::int64_t>{"loc", 14}, {"conf", 2}, {"iou", 1}}) {
    file.node("AveragePool",
              {"input"},
              name + "_cells",
              {{"kernel_shape", OnnxFile::Dims{64, 64}}, {"strides", OnnxFile::Dims{64, 64}}});
    file.weights(name + "_w",
                 {numbers, 3, 1, 1},
                 std::vector<float>(static_cast<std::size_t>(numbers) * 3, 0.1F));
    file.node(
        "Conv", {name + "_cells", name + "_w"}, name, {{"kernel_shape", OnnxFile::Dims{1, 1}}});
    file.output(name, {1, numbers, 10, 10});
  }
  const fs::path small = files.write("small.onnx", file.bytes());
  const auto models = FaceModels::load({small, files.recognizer()}, test_sha256);
  REQUIRE_FALSE(models.has_value());
  CHECK(models.error().find("its output 'loc' has another size") != std::string::npos);
}

TEST_CASE("a detector of 2023 whose outputs have too few numbers is refused, not read beyond") {
  const ModelFiles files;
  for (const char* small : {"cls_8", "obj_32", "bbox_16", "kps_32"}) {
    CAPTURE(small);
    const fs::path path = files.write("small23.onnx", small_detector_of_2023(small));
    const auto models = FaceModels::load({path, files.recognizer()}, test_sha256);
    REQUIRE_FALSE(models.has_value());
    CHECK(models.error().find("its output '" + std::string(small) + "' has another size") !=
          std::string::npos);
  }
}

}  // namespace countersign::matcher::face_models_test
