#include "core/inspection/matcher/presentation_form.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/inspection/matcher/onnx_tensors.h"
#include "tests/core/inspection/matcher/onnx_file.h"
#include "tests/core/inspection/matcher/small_models.h"

namespace countersign::matcher::presentation_form_test {

PresentationForm form_of(const std::string& model) {
  const auto form = presentation_form_of(model);
  if (!form) FAIL(form.error());
  return *form;
}
std::string refusal_of(const std::string& model) {
  const auto form = presentation_form_of(model);
  REQUIRE_FALSE(form.has_value());
  return form.error();
}

std::string with_input(const OnnxFile::Dims& dims) {
  OnnxFile file;
  file.input("crop", dims);
  for (const auto& [name, value] : {std::pair{"scale", "2.7"},
                                    {"colours", "BGR"},
                                    {"values", "0..255"},
                                    {"output", "logits"},
                                    {"live", "12"}}) {
    file.property(std::string("countersign.") + name, value);
  }
  return file.bytes();
}

TEST_CASE("a model says by its input and its properties how it is to be used") {
  const PresentationForm small = form_of(small_presentation());
  CHECK(small.width == 80);
  CHECK(small.height == 80);
  CHECK(small.scale == 1);
  CHECK_FALSE(small.blue_first);
  CHECK(small.up_to_one);
  CHECK_FALSE(small.logits);
  CHECK(small.live == 1);
  const PresentationForm other = form_of(with_input({0, 3, 128, 96}));  // 0: any number of pictures
  CHECK(other.width == 96);
  CHECK(other.height == 128);
  CHECK(other.scale == doctest::Approx(2.7));
  CHECK(other.blue_first);
  CHECK_FALSE(other.up_to_one);
  CHECK(other.logits);
  CHECK(other.live == 12);
}

TEST_CASE("a property that is missing or makes no sense is named, with what it must be") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrong{
      {"scale", {"", "0.9", "8.001", "two", "nan", "1e1"}},
      {"colours", {"", "rgb", "YUV"}},
      {"values", {"", "0-1", "-1..1"}},
      {"output", {"", "softmax"}},
      {"live", {"", "-1", "64", "100", "1.0", "x"}}};
  for (const auto& [name, values] : wrong) {
    const std::string property = "countersign." + name;
    for (const std::string& value : values) {
      CAPTURE(property);
      CAPTURE(value);
      CHECK(refusal_of(small_presentation({{property, value}}))
                .starts_with("does not say how it is to be used: its property " + property +
                             " must be "));
    }
  }
}

TEST_CASE("a model whose input is not one picture of a stated size is no presentation model") {
  for (const OnnxFile::Dims& dims : {OnnxFile::Dims{1, 3, 80},
                                     {2, 3, 80, 80},
                                     {1, 1, 80, 80},
                                     {1, 80, 80, 3},
                                     {1, 3, 0, 80},
                                     {1, 3, 15, 80},
                                     {1, 3, 80, 513},
                                     {1, 3, -80, 80},
                                     {}}) {
    CAPTURE(dims.size());
    CHECK(refusal_of(with_input(dims)).starts_with("is not a presentation model: its input"));
  }
  OnnxFile two;
  two.input("one", {1, 3, 80, 80});
  two.input("other", {1, 3, 80, 80});
  CHECK(refusal_of(two.bytes()).starts_with("is not a presentation model: its input"));
  CHECK(refusal_of("").starts_with("is not a presentation model"));
  CHECK(refusal_of("no model at all").starts_with("is not a presentation model"));
}

TEST_CASE("weights that are listed among the inputs are not an input to give") {
  OnnxFile file;
  file.input("w", {2, 3});
  file.input("crop", {1, 3, 80, 64});
  file.weights("w", {2, 3}, std::vector<float>(6));
  const std::string model = file.bytes();
  const std::vector<ModelInput> inputs = inputs_of(model);
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].name == "crop");
  CHECK(inputs[0].dims == std::vector<std::int64_t>{1, 3, 80, 64});
}

TEST_CASE("a property is found by its whole name, and the first of a name counts") {
  OnnxFile file;
  file.property("countersign.scaled", "1");
  file.property("countersign.scale", "2");
  file.property("countersign.scale", "3");
  const std::string model = file.bytes();
  CHECK(property_of(model, "countersign.scale") == "2");
  CHECK_FALSE(property_of(model, "countersign").has_value());
  CHECK_FALSE(property_of("", "countersign.scale").has_value());
}

TEST_CASE("an output is a probability, or becomes one, or is none") {
  PresentationForm form;
  form.live = 1;
  const auto live = [&](const std::vector<float>& output) { return liveness_in(output, form); };
  const float nan = std::nanf("");
  const float infinite = std::numeric_limits<float>::infinity();
  CHECK(live({0.25F, 0.75F}) == doctest::Approx(0.75));
  CHECK(live({0.2F, 0.5F, 0.3F}) == doctest::Approx(0.5));
  for (const std::vector<float>& none : std::vector<std::vector<float>>{
           {}, {0.5F}, {0.5F, 0.6F}, {-0.1F, 1.1F}, {nan, 0.5F}, {0.5F, infinite}}) {
    CHECK_FALSE(live(none).has_value());
  }
  form.logits = true;
  CHECK(live({0, 0}) == doctest::Approx(0.5));
  CHECK(live({0, std::log(3.0F)}) == doctest::Approx(0.75));
  CHECK(live({-1000, 1000}) == doctest::Approx(1));
  CHECK(live({1000, -1000}) == doctest::Approx(0));
  CHECK_FALSE(live({nan, 0}).has_value());
  form.live = 0;
  CHECK(live({0}) == doctest::Approx(0.5));
  CHECK(live({std::log(3.0F)}) == doctest::Approx(0.75));
  CHECK(live({-1000}) == doctest::Approx(0));
  form.logits = false;
  CHECK(live({0.3F}) == doctest::Approx(0.3));
  CHECK_FALSE(live({1.3F}).has_value());
}

TEST_CASE("a crop is the box about its middle, and lies in the picture") {
  CHECK(presentation_crop({100, 100, 50, 60}, 1, 640, 480) == CropBox{100, 100, 51, 61});
  CHECK(presentation_crop({100, 100, 50, 60}, 2, 640, 480) == CropBox{75, 70, 101, 121});
  CHECK(presentation_crop({0, 0, 50, 60}, 2, 640, 480) == CropBox{0, 0, 101, 121});
  CHECK(presentation_crop({600, 430, 50, 60}, 2, 640, 480) == CropBox{539, 359, 101, 121});
  // No more than the picture, in the shape of the box.
  CHECK(presentation_crop({100, 100, 200, 240}, 4, 640, 480) == CropBox{0, 0, 400, 480});
  for (const FaceBox& face : {FaceBox{10, 10, 0, 60}, {10, 10, 60, -3}, {10, 10, 0.5, 60}}) {
    CHECK_FALSE(presentation_crop(face, 2, 640, 480).has_value());
  }
  CHECK_FALSE(presentation_crop({0, 0, 5, 5}, 2, 1, 480).has_value());
}

TEST_CASE("no box of a detector leads out of the picture") {
  for (const double scale : {1.0, 2.7, 8.0}) {
    for (double at = -1000; at <= 1000; at += 62.5) {
      for (const double side : {1.0, 3.3, 80.0, 479.0, 480.5, 1e6}) {
        const auto crop = presentation_crop({at, -at, side, side * 1.3}, scale, 640, 480);
        REQUIRE(crop.has_value());
        CHECK(crop->left >= 0);
        CHECK(crop->top >= 0);
        CHECK(crop->width >= 1);
        CHECK(crop->height >= 1);
        CHECK(crop->left + crop->width <= 640);
        CHECK(crop->top + crop->height <= 480);
      }
    }
  }
}

}  // namespace countersign::matcher::presentation_form_test
