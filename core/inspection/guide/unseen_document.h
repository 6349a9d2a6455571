#pragma once
#include "core/inspection/image/homography.h"
#include "core/inspection/image/picture.h"
#include "core/inspection/thresholds/thresholds.h"

// Why no document is seen where one may be. Pure functions.
namespace countersign {

// Whether a document is in the middle of the picture that is too small to be found in all of it.
bool has_small_document(const Picture& picture, const DocumentThresholds& thresholds);

// Whether there are as many edges between these corners, in pixels of the picture, as in print.
// Print of which nothing can be read has them too.
bool is_printed(const Picture& picture, const Quadrilateral& corners);

// Whether something printed goes on beyond two opposite sides of the picture: a document from too
// near.
bool reaches_across(const Picture& picture);

}  // namespace countersign
