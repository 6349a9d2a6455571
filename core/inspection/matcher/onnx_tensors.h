#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace countersign::matcher {

// Whether every tensor in the initializers and node attributes of an ONNX model (onnx.proto, in the
// wire format of Protocol Buffers) has as many bytes as its dimensions say, and stores these bytes
// in the model file itself. Checks raw and float data, and no other part of the model. OpenCV 4.6
// does not check the sizes, and reads beyond the end of a damaged tensor. Pure; safe for any bytes,
// each of which it reads once.
bool tensors_are_whole(std::string_view model);

// Returns the names of the outputs that the model's graph declares, in their order; those before
// the damage if the model is damaged. Pure; safe for any bytes. The names are parts of `model`.
std::vector<std::string_view> output_names(std::string_view model);

// An input that has to be given to the model's graph.
struct ModelInput {
  std::string_view name;
  std::vector<std::int64_t> dims;  // 0: any, which the model states by a name or not at all
};
// Returns the inputs that the model's graph declares and that have no initializer, in their order;
// those before the damage if the model is damaged. Pure; safe for any bytes. The names are parts of
// `model`.
std::vector<ModelInput> inputs_of(std::string_view model);

// Returns the value of one of the model's metadata properties, a part of `model`: the first of the
// name, and nullopt without one. Pure; safe for any bytes.
std::optional<std::string_view> property_of(std::string_view model, std::string_view name);

}  // namespace countersign::matcher
