#pragma once
#include <string_view>

namespace countersign::matcher {

// Whether every tensor of an ONNX model (onnx.proto, in the wire format of Protocol Buffers) has as
// many bytes as its dimensions say, in the file itself. OpenCV 4.6 takes that on trust, and reads
// beyond what a damaged file holds. Nothing else of the model is looked at. Pure; safe for any
// bytes, of which it reads each once.
bool tensors_are_whole(std::string_view model);

}  // namespace countersign::matcher
