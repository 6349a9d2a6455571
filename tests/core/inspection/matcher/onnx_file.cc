#include "tests/core/inspection/matcher/onnx_file.h"

#include <bit>
#include <cstring>

namespace countersign::matcher {
namespace {

// The encoding is that of protobuf.dev/programming-guides/encoding, the field numbers those of
// onnx.proto.
void put_varint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}
void put_number(std::string& out, int field, std::int64_t value) {
  put_varint(out, static_cast<std::uint64_t>(field) << 3);
  put_varint(out, static_cast<std::uint64_t>(value));
}
void put_bytes(std::string& out, int field, std::string_view bytes) {
  put_varint(out, (static_cast<std::uint64_t>(field) << 3) | 2);
  put_varint(out, bytes.size());
  out += bytes;
}
void put_float(std::string& out, int field, float value) {
  put_varint(out, (static_cast<std::uint64_t>(field) << 3) | 5);
  const auto bits = std::bit_cast<std::uint32_t>(value);
  for (int i = 0; i < 4; ++i) out += static_cast<char>(bits >> (8 * i));
}

constexpr std::int64_t kFloat = 1;  // TensorProto.DataType
constexpr std::int64_t kInt64 = 7;

std::string value_info(std::string_view name, const OnnxFile::Dims& dims) {
  std::string shape;
  for (const std::int64_t dim : dims) {
    std::string dimension;
    put_number(dimension, 1, dim);
    put_bytes(shape, 1, dimension);
  }
  std::string tensor;
  put_number(tensor, 1, kFloat);
  put_bytes(tensor, 2, shape);
  std::string type;
  put_bytes(type, 1, tensor);
  std::string info;
  put_bytes(info, 1, name);
  put_bytes(info, 2, type);
  return info;
}

template <class T>
std::string tensor(std::string_view name,
                   const OnnxFile::Dims& dims,
                   std::int64_t type,
                   const std::vector<T>& values) {
  std::string out;
  for (const std::int64_t dim : dims) put_number(out, 1, dim);
  put_number(out, 2, type);
  put_bytes(out, 8, name);
  std::string raw(values.size() * sizeof(T), '\0');
  if (!raw.empty()) std::memcpy(raw.data(), values.data(), raw.size());
  put_bytes(out, 9, raw);
  return out;
}

std::string attribute_of(const OnnxFile::Attribute& attribute) {
  constexpr int kTypeField = 20;
  std::string out;
  put_bytes(out, 1, attribute.first);
  if (const auto* number = std::get_if<std::int64_t>(&attribute.second)) {
    put_number(out, 3, *number);
    put_number(out, kTypeField, 2);
  } else if (const auto* real = std::get_if<float>(&attribute.second)) {
    put_float(out, 2, *real);
    put_number(out, kTypeField, 1);
  } else {
    for (const std::int64_t each : std::get<OnnxFile::Dims>(attribute.second)) {
      put_number(out, 8, each);
    }
    put_number(out, kTypeField, 7);
  }
  return out;
}

}  // namespace

void OnnxFile::input(std::string_view name, const Dims& dims) {
  put_bytes(graph_, 11, value_info(name, dims));
}

void OnnxFile::output(std::string_view name, const Dims& dims) {
  put_bytes(graph_, 12, value_info(name, dims));
}

void OnnxFile::weights(std::string_view name, const Dims& dims, const std::vector<float>& values) {
  put_bytes(graph_, 5, tensor(name, dims, kFloat, values));
}

void OnnxFile::numbers(std::string_view name, const Dims& values) {
  put_bytes(graph_, 5, tensor(name, {static_cast<std::int64_t>(values.size())}, kInt64, values));
}

void OnnxFile::node(std::string_view operation,
                    const std::vector<std::string>& inputs,
                    std::string_view output,
                    const std::vector<Attribute>& attributes) {
  std::string node;
  for (const std::string& input : inputs) put_bytes(node, 1, input);
  put_bytes(node, 2, output);
  put_bytes(node, 3, output);
  put_bytes(node, 4, operation);
  for (const Attribute& attribute : attributes) put_bytes(node, 5, attribute_of(attribute));
  put_bytes(graph_, 1, node);
}

void OnnxFile::property(std::string_view name, std::string_view value) {
  std::string property;
  put_bytes(property, 1, name);
  put_bytes(property, 2, value);
  put_bytes(properties_, 14, property);
}

std::string OnnxFile::bytes() const {
  std::string opset;
  put_bytes(opset, 1, "");
  put_number(opset, 2, 9);
  std::string graph = graph_;
  put_bytes(graph, 2, "test");
  std::string model;
  put_number(model, 1, 7);
  put_bytes(model, 2, "countersign tests");
  put_bytes(model, 7, graph);
  put_bytes(model, 8, opset);
  return model + properties_;
}

}  // namespace countersign::matcher
