#pragma once
#include <optional>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/rectify.h"

namespace countersign {

// Returns how softly the picture shows the border of a document: the standard deviation, in
// millimetres, of the Gaussian blur that would make an ideal step as soft, as edge_widths_px()
// measures it. Print may be soft itself. The border is not, so that its width is that of the camera
// alone: of its focus and its motion. Of two opposite sides the sharper one counts, since the other
// may cast a shadow. Of the two directions the worse one counts, so that motion along one axis
// shows. Returns nullopt if a direction has no side of which most is seen.
// REQUIRES: `flat` has the frame that `framed` says, of at least 2 mm.
std::optional<double> border_width_mm(const LumaImage& flat, const FramedDocument& framed);

}  // namespace countersign
