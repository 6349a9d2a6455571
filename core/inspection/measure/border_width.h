#pragma once
#include <optional>

#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/rectify.h"

namespace countersign {

// How softly a picture shows the border of a document: the standard deviation, in millimetres, of
// the Gaussian blur that would make an ideal step as soft, as edge_widths_px() measures it. Print
// may be soft itself. The border is not, so that its width is that of the camera alone: of its
// focus and its motion. The sharper one of two opposite sides counts, since the other may cast a
// shadow. nullopt if neither is seen for the most part.
struct BorderWidths {
  std::optional<double> across;  // of the left and the right side
  std::optional<double> down;    // of the top and the bottom

  // The worse one, so that motion along one axis shows. nullopt if one of them is not known.
  std::optional<double> softest() const;
};

// REQUIRES: `flat` has the frame that `framed` says, of at least 2 mm.
BorderWidths border_widths_mm(const LumaImage& flat, const FramedDocument& framed);

}  // namespace countersign
