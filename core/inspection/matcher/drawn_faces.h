#pragma once
#include <array>

#include "core/inspection/image/rgb_image.h"

namespace countersign::matcher {

// Draws two faces of 112 by 112 pixels with their eyes, nose and mouth where a recognizer expects
// these, and unlike in everything else: skin, hair, beard, glasses, and the width of face, eyes and
// mouth. A recognizer that takes the two for one person would take many people for one. Pure.
std::array<RgbImage, 2> unlike_drawn_faces();

}  // namespace countersign::matcher
