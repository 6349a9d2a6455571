#pragma once
#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/picture.h"

namespace countersign {

// Whether the corners in a picture are those of a card of size ID-1 (ISO/IEC 7810): its shape,
// with the perspective of a usual camera undone, and corners that are rounded by 3.18 mm, which a
// sheet of paper, a screen or a book does not have. `lying` has the longer sides above and below. A
// blue card may lie on a grey table of the same brightness, so that all three colours count.
bool has_card_shape(const Picture& picture, const Quadrilateral& lying);

// Whether a flat card of `px_per_mm` that fills its picture has round corners: what lies outside of
// them differs from the card within half a millimetre, in three of four.
bool has_cut_round_corners(const LumaImage& flat, double px_per_mm);

// Width over height of the rectangle that a camera sees as these corners, if its focal length is
// `focal_px` and its axis meets the picture in `middle` (Zhang and He, Whiteboard scanning and
// image enhancement, 2007, section 4.2).
double true_aspect(const Quadrilateral& corners, const PicturePoint& middle, double focal_px);

}  // namespace countersign
