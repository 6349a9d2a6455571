#pragma once
#include <cstdint>
#include <string>

#include "core/inspection/image/rgb_image.h"

namespace countersign::matcher {

// Models that see invented faces: squares of sixteen fields, light or dark, under a small magenta
// mark. They are of the shape of YuNet and SFace, as OpenCV 4.6 runs them, and real networks of a
// few thousand weights. They know nothing of people.

// Finds a face under every magenta mark: a box of kFaceSide pixels at the size at which a detector
// searches, and its landmarks where a recognizer expects them.
std::string small_detector();
// Features are alike where fields are light and dark alike: the cosine is about the
// correlation of the sixteen.
std::string small_recognizer();

inline constexpr double kFaceSide = 80;
// From the middle of the mark down to that of the face.
inline constexpr double kFaceBelowMark = 64;
inline constexpr double kMarkSide = 20;

// The sixteen fields of a face, light where the bit is set.
using Fields = std::uint16_t;

// Draws a face whose mark has its middle there. `scale`: pixels of this picture for each of those
// that the detector will see.
void draw_face(RgbImage& picture, double mark_x, double mark_y, double scale, Fields fields);

}  // namespace countersign::matcher
