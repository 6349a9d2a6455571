#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace countersign::matcher {

// Writes an ONNX model (onnx.proto of IR version 7, operators of opset 9) in the wire format of
// Protocol Buffers, so that the tests can build their own small models.
class OnnxFile {
 public:
  using Dims = std::vector<std::int64_t>;
  using Attribute = std::pair<std::string_view, std::variant<std::int64_t, float, Dims>>;

  void input(std::string_view name, const Dims& dims);
  void output(std::string_view name, const Dims& dims);
  void weights(std::string_view name, const Dims& dims, const std::vector<float>& values);
  void numbers(std::string_view name, const Dims& values);
  void node(std::string_view operation,
            const std::vector<std::string>& inputs,
            std::string_view output,
            const std::vector<Attribute>& attributes = {});
  // Adds a metadata property.
  void property(std::string_view name, std::string_view value);

  std::string bytes() const;

 private:
  std::string graph_;
  std::string properties_;
};

}  // namespace countersign::matcher
