#include "core/inspection/matcher/onnx_tensors.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/core/inspection/matcher/onnx_file.h"
#include "tests/core/inspection/matcher/small_models.h"

namespace countersign::matcher::onnx_tensors_test {

std::string with_tensor(const OnnxFile::Dims& dims, std::size_t numbers) {
  OnnxFile file;
  file.weights("w", dims, std::vector<float>(numbers, 1.0F));
  return file.bytes();
}

TEST_CASE("models with all of their numbers are whole") {
  CHECK(tensors_are_whole(small_detector()));
  CHECK(tensors_are_whole(small_recognizer()));
  CHECK(tensors_are_whole(with_tensor({2, 3, 4}, 24)));
  CHECK(tensors_are_whole(with_tensor({}, 1)));
  CHECK(tensors_are_whole(with_tensor({0}, 0)));
}

TEST_CASE("the names of a model's outputs are read, those before the damage of a damaged one") {
  using Names = std::vector<std::string_view>;
  const std::string model = small_detector();
  CHECK(output_names(model) == Names{"loc", "conf", "iou"});
  CHECK(output_names(small_recognizer()) == Names{"fc1"});
  CHECK(output_names(small_detector_of_2023()).size() == 12);
  CHECK(output_names("").empty());
  CHECK(output_names("This is a text, and no model.").empty());
  for (std::size_t length = 0; length < model.size(); length += 101) {
    CHECK(output_names(model.substr(0, length)).size() <= 3);
  }
}

TEST_CASE("a tensor with other dimensions than numbers is not whole") {
  CHECK_FALSE(tensors_are_whole(with_tensor({2, 3, 4}, 23)));
  CHECK_FALSE(tensors_are_whole(with_tensor({2, 3, 4}, 25)));
  CHECK_FALSE(tensors_are_whole(with_tensor({-2, -12}, 24)));
  CHECK_FALSE(tensors_are_whole(with_tensor({1ll << 33, 1ll << 33}, 4)));  // 0 in 64 bits
  CHECK_FALSE(tensors_are_whole(with_tensor({1ll << 62, 4}, 0)));
}

TEST_CASE("numbers of a node, packed or in another file, are looked at too") {
  const auto bytes_field = [](int field, const std::string& bytes) {
    REQUIRE(bytes.size() < 128);
    return std::string{static_cast<char>(field << 3 | 2), static_cast<char>(bytes.size())} + bytes;
  };
  const auto of_node = [&](const std::string& tensor) {
    return bytes_field(7, bytes_field(1, bytes_field(5, bytes_field(5, tensor))));
  };
  const std::string dims = bytes_field(1, "\x02\x03");  // packed: 2 by 3
  const std::string of_float{"\x10\x01"};
  const auto raw = [&](std::size_t count) { return bytes_field(9, std::string(count, 'x')); };
  const auto floats = [&](std::size_t count) { return bytes_field(4, std::string(count, 'x')); };
  CHECK(tensors_are_whole(of_node(dims + of_float + raw(24))));
  CHECK_FALSE(tensors_are_whole(of_node(dims + of_float + raw(23))));
  CHECK(tensors_are_whole(of_node(raw(24) + of_float + dims)));
  CHECK(tensors_are_whole(of_node(dims + of_float + floats(24))));
  CHECK_FALSE(tensors_are_whole(of_node(dims + of_float + floats(20))));
  CHECK_FALSE(tensors_are_whole(of_node(bytes_field(1, "\x82") + of_float + raw(24))));
  CHECK_FALSE(tensors_are_whole(of_node(dims + of_float + raw(24) + "\x70\x01")));
}

TEST_CASE("any bytes are read safely, and a model that is cut anywhere is not whole") {
  const std::string model = small_recognizer();
  for (std::size_t length = 1; length + 20 < model.size(); length += 37) {
    CAPTURE(length);
    CHECK_FALSE(tensors_are_whole(model.substr(0, length)));
  }
  std::uint32_t dice = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = model.substr(0, 400);
    for (int i = 0; i < 8; ++i) {
      dice = dice * 1664525 + 1013904223;
      bytes[(dice >> 8) % bytes.size()] = static_cast<char>(dice >> 24);
    }
    (void)tensors_are_whole(bytes);
  }
}

}  // namespace countersign::matcher::onnx_tensors_test
