#include "core/inspection/matcher/onnx_tensors.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace countersign::matcher {
namespace {

// protobuf.dev/programming-guides/encoding
constexpr std::uint64_t kVarint = 0;
constexpr std::uint64_t kFixed64 = 1;
constexpr std::uint64_t kBytes = 2;
constexpr std::uint64_t kFixed32 = 5;

struct Field {
  std::uint64_t number = 0;
  std::uint64_t value = 0;  // of a varint
  std::string_view bytes;   // of kBytes
};

// The fields of one message, one after another.
class Fields {
 public:
  explicit Fields(std::string_view message) : rest_(message) {}

  // Returns nullopt at the end; also if the bytes are not a message, and sound() is then false.
  std::optional<Field> next() {
    if (rest_.empty()) return std::nullopt;
    Field field;
    const std::uint64_t key = varint();
    field.number = key >> 3;
    switch (key & 7) {
      case kVarint:
        field.value = varint();
        break;
      case kFixed64:
        take(8);
        break;
      case kBytes:
        field.bytes = take(varint());
        break;
      case kFixed32:
        take(4);
        break;
      default:
        sound_ = false;
        break;
    }
    if (!sound_) return std::nullopt;
    return field;
  }
  bool sound() const { return sound_; }

 private:
  std::string_view take(std::uint64_t count) {
    if (!sound_ || count > rest_.size()) {
      sound_ = false;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  std::uint64_t varint() {
    constexpr unsigned kBits = 64;  // of the number, seven in a byte
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < kBits; shift += 7) {
      const std::string_view byte = take(1);
      if (byte.empty()) return 0;
      const auto seven = static_cast<std::uint64_t>(byte[0] & 0x7f);
      value |= seven << shift;
      if ((byte[0] & 0x80) == 0) return value;
    }
    sound_ = false;
    return 0;
  }

  std::string_view rest_;
  bool sound_ = true;
};

// TensorProto.DataType; 0 for types without a fixed size.
std::uint64_t bytes_of_type(std::uint64_t type) {
  switch (type) {
    case 2:  // UINT8, INT8, BOOL
    case 3:
    case 9:
      return 1;
    case 4:  // UINT16, INT16, FLOAT16
    case 5:
    case 10:
      return 2;
    case 1:  // FLOAT, INT32, UINT32
    case 6:
    case 12:
      return 4;
    case 7:  // INT64, DOUBLE, UINT64
    case 11:
    case 13:
      return 8;
    default:
      return 0;
  }
}

// Far more than a file can hold, and far below an overflow of 64 bits.
constexpr std::uint64_t kElementsMax = 1ull << 40;

bool multiply(std::uint64_t& elements, std::uint64_t dimension) {
  if (dimension > kElementsMax) return false;  // negative ones are such
  elements *= dimension;
  return elements <= kElementsMax;
}

// Multiplies by each of the dimensions, which are varints one behind the other. False if they are
// cut off or too many.
bool multiply_packed(std::uint64_t& elements, std::string_view dimensions) {
  std::uint64_t dimension = 0;
  unsigned shift = 0;
  for (const char byte : dimensions) {
    if (shift > 56) return false;
    dimension |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    shift += 7;
    if ((byte & 0x80) != 0) continue;
    if (!multiply(elements, dimension)) return false;
    dimension = 0;
    shift = 0;
  }
  return shift == 0;
}

bool tensor_is_whole(std::string_view tensor) {
  // The numbers of fields in onnx.proto, here and below.
  constexpr std::uint64_t kDims = 1;
  constexpr std::uint64_t kType = 2;
  constexpr std::uint64_t kFloats = 4;
  constexpr std::uint64_t kRaw = 9;
  constexpr std::uint64_t kLocation = 14;  // 1: in another file
  std::uint64_t elements = 1;
  std::uint64_t type = 0;
  std::optional<std::string_view> raw;
  std::optional<std::string_view> floats;
  Fields fields(tensor);
  while (const auto field = fields.next()) {
    if (field->number == kDims) {
      const bool fits = field->bytes.empty() ? multiply(elements, field->value)
                                             : multiply_packed(elements, field->bytes);
      if (!fits) return false;
    }
    if (field->number == kType) type = field->value;
    if (field->number == kFloats && !field->bytes.empty()) floats = field->bytes;
    if (field->number == kRaw) raw = field->bytes;
    if (field->number == kLocation && field->value != 0) return false;
  }
  if (!fields.sound()) return false;
  const std::uint64_t size = bytes_of_type(type);
  if (raw && size > 0 && raw->size() != elements * size) return false;
  return !floats || floats->size() == elements * 4;
}

// A tensor's path from the model: the graph, then an initializer or the attribute of a node.
bool attribute_is_whole(std::string_view attribute) {
  constexpr std::uint64_t kTensor = 5;  // of an AttributeProto
  Fields fields(attribute);
  while (const auto field = fields.next()) {
    if (field->number == kTensor && !tensor_is_whole(field->bytes)) return false;
  }
  return fields.sound();
}

bool node_is_whole(std::string_view node) {
  constexpr std::uint64_t kAttribute = 5;  // of a NodeProto
  Fields fields(node);
  while (const auto field = fields.next()) {
    if (field->number == kAttribute && !attribute_is_whole(field->bytes)) return false;
  }
  return fields.sound();
}

bool graph_is_whole(std::string_view graph) {
  constexpr std::uint64_t kNode = 1;         // of a GraphProto
  constexpr std::uint64_t kInitializer = 5;  // the same
  Fields fields(graph);
  while (const auto field = fields.next()) {
    if (field->number == kNode && !node_is_whole(field->bytes)) return false;
    if (field->number == kInitializer && !tensor_is_whole(field->bytes)) return false;
  }
  return fields.sound();
}

constexpr std::uint64_t kGraph = 7;  // of a model

void add_output_names(std::string_view graph, std::vector<std::string_view>& names) {
  constexpr std::uint64_t kOutput = 12;     // of a GraphProto
  constexpr std::uint64_t kNameOfInfo = 1;  // of a ValueInfoProto
  Fields fields(graph);
  while (const auto field = fields.next()) {
    if (field->number != kOutput) continue;
    Fields info(field->bytes);
    while (const auto part = info.next()) {
      if (part->number == kNameOfInfo) names.push_back(part->bytes);
    }
  }
}

// Returns the bytes of the first field of this number; empty without one.
std::string_view first_of(std::string_view message, std::uint64_t number) {
  Fields fields(message);
  while (const auto field = fields.next()) {
    if (field->number == number) return field->bytes;
  }
  return {};
}

// A dimension is a TensorShapeProto.Dimension: a number, or a name.
std::vector<std::int64_t> dims_of(std::string_view shape) {
  constexpr std::uint64_t kDimension = 1;  // of a TensorShapeProto
  constexpr std::uint64_t kValue = 1;      // of a Dimension
  constexpr std::size_t kDimsMax = 16;     // far more than a picture has
  std::vector<std::int64_t> dims;
  Fields fields(shape);
  while (const auto field = fields.next()) {
    if (field->number != kDimension) continue;
    if (dims.size() == kDimsMax) break;
    std::int64_t dim = 0;
    Fields parts(field->bytes);
    while (const auto part = parts.next()) {
      if (part->number == kValue) dim = static_cast<std::int64_t>(part->value);
    }
    dims.push_back(dim);
  }
  return dims;
}

ModelInput input_of(std::string_view info) {
  // The fields of a ValueInfoProto, of its TypeProto, and of the latter's tensor.
  constexpr std::uint64_t kInfoName = 1;
  constexpr std::uint64_t kInfoType = 2;
  constexpr std::uint64_t kTensorType = 1;
  constexpr std::uint64_t kShape = 2;
  const std::string_view tensor = first_of(first_of(info, kInfoType), kTensorType);
  return {first_of(info, kInfoName), dims_of(first_of(tensor, kShape))};
}

// Every model has few inputs, though earlier versions of ONNX list the weights among them.
constexpr std::size_t kInputsMax = 4096;

void add_inputs(std::string_view graph, std::vector<ModelInput>& inputs) {
  constexpr std::uint64_t kInput = 11;       // of a GraphProto
  constexpr std::uint64_t kInitializer = 5;  // the same
  constexpr std::uint64_t kTensorName = 8;   // of a TensorProto
  std::vector<std::string_view> given;
  Fields fields(graph);
  while (const auto field = fields.next()) {
    if (field->number == kInitializer) given.push_back(first_of(field->bytes, kTensorName));
    if (field->number == kInput && inputs.size() < kInputsMax) {
      inputs.push_back(input_of(field->bytes));
    }
  }
  std::ranges::sort(given);
  std::erase_if(inputs, [&](const ModelInput& input) {
    return std::ranges::binary_search(given, input.name);
  });
}

}  // namespace

bool tensors_are_whole(std::string_view model) {
  Fields fields(model);
  while (const auto field = fields.next()) {
    if (field->number == kGraph && !graph_is_whole(field->bytes)) return false;
  }
  return fields.sound();
}

std::vector<std::string_view> output_names(std::string_view model) {
  std::vector<std::string_view> names;
  Fields fields(model);
  while (const auto field = fields.next()) {
    if (field->number == kGraph) add_output_names(field->bytes, names);
  }
  return names;
}

std::vector<ModelInput> inputs_of(std::string_view model) {
  std::vector<ModelInput> inputs;
  Fields fields(model);
  while (const auto field = fields.next()) {
    if (field->number == kGraph) add_inputs(field->bytes, inputs);
  }
  return inputs;
}

std::optional<std::string_view> property_of(std::string_view model, std::string_view name) {
  constexpr std::uint64_t kProperty = 14;  // of a model
  constexpr std::uint64_t kKey = 1;        // of a StringStringEntryProto
  constexpr std::uint64_t kValue = 2;      // the same
  Fields fields(model);
  while (const auto field = fields.next()) {
    if (field->number == kProperty && first_of(field->bytes, kKey) == name) {
      return first_of(field->bytes, kValue);
    }
  }
  return std::nullopt;
}

}  // namespace countersign::matcher
