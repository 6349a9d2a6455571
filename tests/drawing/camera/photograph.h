#pragma once
#include <cstdint>

#include "core/inspection/image/homography.h"
#include "core/inspection/image/rgb_image.h"

namespace countersign::drawing {

enum class Table : std::uint8_t { Wood, Dark, Pale, Tiles };

// How a camera looks at a document on a table.
struct Scene {
  std::uint64_t seed = 1;
  std::uint32_t width = 1280;
  std::uint32_t height = 860;
  Table table = Table::Wood;
  double filled = 0.88;  // share of the picture's width or height that the document fills
  double degrees = 0;    // clockwise rotation of the document
  double slant_x = 0;    // how much nearer its right side is than its left: 0.1 is much
  double slant_y = 0;    // the same for its bottom and its top
  double shift_x = 0;    // of the document's middle, as a share of the picture's width
  double shift_y = 0;
  double corner_mm = 3.18;  // the radius of the document's corners (ISO/IEC 7810)
  // How far a bend along the document moves what is in its middle up, as the camera sees it; its
  // left and right sides stay where they are.
  double bend_mm = 0;
};

struct Photograph {
  RgbImage image;
  Quadrilateral corners;  // of the document, in pixels of the picture
  double px_per_mm = 0;   // mean over the document
};

// The photograph of the flat document, `width_mm` wide, in the scene. Without grain, and in focus.
Photograph photograph(const RgbImage& flat, double width_mm, const Scene& scene);

// The table alone.
RgbImage empty_table(const Scene& scene);

}  // namespace countersign::drawing
