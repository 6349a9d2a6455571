#include "core/inspection/matcher/known_recognizers.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace countersign::matcher {
namespace {

// 0.363 is what OpenCV publishes for the cosine of SFace (models/face_recognition_sface/sface.py of
// the OpenCV Zoo, and the tutorial "DNN-based Face Detection And Recognition"), measured on LFW.
// The lower level is a chosen margin without a measurement behind it.
constexpr Bounds kSface{0.300, 0.363};

// SHA-256 of the files that the OpenCV Zoo has or had in models/face_recognition_sface, by its
// pointers of Git LFS. The level is stated once for all of them, and so is their accuracy on LFW:
// 0.9940, quantized 0.9932, by blocks 0.9942.
constexpr std::array<std::string_view, 5> kSfaceFiles = {
    // face_recognition_sface.onnx, October 2021
    "a9279be00242f4240ba4de7b6b93837fdd5a17b98d2f278f63711d55b65b4312",
    // face_recognition_sface_2021dec.onnx
    "0ba9fbfa01b5270c96627c4ef784da859931e02f04419c829e83484087c34e79",
    // face_recognition_sface_2021dec_int8.onnx, of 2022 and of July 2024
    "2b0e941e6f16cc048c20aee0c8e31f569118f65d702914540f7bfdc14048d78a",
    "6ea795662a7996ac3c6b66face4f4af21a692fc01319696085307643ded02cd4",
    // face_recognition_sface_2021dec_int8bq.onnx
    "fb143eea07838aa532d1c95df5f69899974ea0140e1fba05e94204be13ed74ee",
};

}  // namespace

std::optional<Bounds> published_likeness(const Sha256& recognizer) {
  const std::string hash = to_hex(recognizer.value());
  if (std::ranges::count(kSfaceFiles, hash) == 0) return std::nullopt;
  return kSface;
}

}  // namespace countersign::matcher
