#pragma once
#include "core/inspection/measure/border_width.h"
#include "core/inspection/measure/sharpness.h"

namespace countersign {

// Returns whether the camera moved while it took a document, by some 0.9 mm or more. Motion widens
// the border and the print in one direction, and leaves another sharp. Print that is wider in one
// direction by itself has a sharp border. A camera that is out of focus widens all alike.
// `print` is of the document seen flat, in pixels, of which a millimetre has `px_per_mm`.
bool shows_motion(const EdgeWidths& print, const BorderWidths& border_mm, double px_per_mm);

}  // namespace countersign
