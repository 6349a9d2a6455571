#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/luma_image.h"
#include "core/inspection/image/rgb_image.h"

namespace countersign {

// Returns the flat document that the corners enclose, seen straight from above at the given size.
// Interpolates between four pixels; beyond the picture its border is repeated. REQUIRES: width and
// height > 0, and a picture of at least two by two pixels. Corners on one line give a grey picture.
LumaImage rectified(const LumaImage& picture,
                    const Quadrilateral& corners,
                    std::size_t width,
                    std::size_t height);
RgbImage rectified(const RgbImage& picture,
                   const Quadrilateral& corners,
                   std::uint32_t width,
                   std::uint32_t height);

// A flat document, and a frame of what lies around it.
struct FramedDocument {
  double width_mm = 0;
  double height_mm = 0;
  double around_mm = 0;  // the width of the frame
  double px_per_mm = 0;
};

// Returns the document that the corners enclose as rectified() does, with its frame. Returns
// nullopt if three of the corners lie on a line. REQUIRES: as rectified().
std::optional<LumaImage> rectified_with_frame(const LumaImage& picture,
                                              const Quadrilateral& corners,
                                              const FramedDocument& framed);

}  // namespace countersign
