#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/inspection/image/rgb_image.h"

namespace countersign::matcher {

// Models that see invented faces: squares of sixteen fields, light or dark, below a small magenta
// mark. The models have the shape of YuNet and SFace, as OpenCV 4.6 runs them, and are real
// networks of a few thousand weights. They know nothing about people.

// Finds a face below every magenta mark. The box has kFaceSide pixels at the scale at which a
// detector searches, and the landmarks are where a recognizer expects them.
std::string small_detector();
// The same with the outputs of YuNet of 2023. The output `cut`, if any, has half of its numbers.
std::string small_detector_of_2023(std::string_view cut = {});
// Features are alike where light and dark fields are alike: the cosine is about the correlation of
// the sixteen fields.
std::string small_recognizer();
// The same with a number added to each of a feature, so that faces of little contrast are alike.
std::string lenient_recognizer();

// A model of presentation attacks that is as sure of a person as its crop is light: 0 for black, 1
// for white. It has two numbers, the second of which is the person's, and a crop of
// kPresentationSide pixels a side. Its properties are those of probabilities, RGB, 0..1 and the
// scale 1; `other` has other values for some of them, and an empty one leaves a property out.
std::string small_presentation(const std::vector<std::pair<std::string, std::string>>& other = {});
inline constexpr std::int64_t kPresentationSide = 80;

inline constexpr double kFaceSide = 80;
// From the middle of the mark down to the middle of the face.
inline constexpr double kFaceBelowMark = 64;
inline constexpr double kMarkSide = 20;

// The sixteen fields of a face; a field is light if its bit is set.
using Fields = std::uint16_t;

// Draws a face whose mark is centred at (mark_x, mark_y). `scale` is the number of this picture's
// pixels for each pixel that the detector sees.
void draw_face(RgbImage& picture, double mark_x, double mark_y, double scale, Fields fields);

}  // namespace countersign::matcher
