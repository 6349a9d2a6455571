#pragma once
#include <span>
#include <string>

#include "core/inspection/image/rgb_image.h"
#include "core/inspection/trace.h"

namespace countersign {

// Lays the lines over the picture as one block, aslant, again and again: light letters with a dark
// rim, so that they are seen on any ground, and half-transparent, so that what lies beneath stays
// legible. A block is nowhere further away than its own size, whatever is cut out of the picture.
// Within what was seen, in pixels of the picture, the mark is lighter: on the document, so that its
// print can be judged, and faint on portrait, face and coded lines. It is nowhere left out. Bytes
// that are not printable ASCII are shown as question marks. Pure.
void lay_mark(RgbImage& picture,
              std::span<const std::string> lines,
              std::span<const TraceShape> seen = {});

}  // namespace countersign
