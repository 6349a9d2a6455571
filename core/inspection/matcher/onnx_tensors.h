#pragma once
#include <string_view>

namespace countersign::matcher {

// Whether every tensor in the initializers and node attributes of an ONNX model (onnx.proto, in the
// wire format of Protocol Buffers) has as many bytes as its dimensions say, and has them in the
// file itself. Checks raw and float data, and nothing else of the model. OpenCV 4.6 does not check
// that, and reads beyond the end of what a damaged file holds. Pure; safe for any bytes, each of
// which it reads once.
bool tensors_are_whole(std::string_view model);

}  // namespace countersign::matcher
