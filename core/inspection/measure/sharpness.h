#pragma once
#include <array>
#include <cstddef>
#include <optional>

#include "core/inspection/image/luma_image.h"

namespace countersign {

// Gradients are compared at these two widths of a Gaussian, in pixels. The first removes the noise
// of single pixels. The second differs enough from the first to measure the falloff, and is small
// enough to keep neighbouring strokes of print apart.
inline constexpr double kFineEdgeSigma = 1.0;
inline constexpr double kCoarseEdgeSigma = 2.0;
inline constexpr std::size_t kFineEdgeRadius = 3;
inline constexpr std::size_t kCoarseEdgeRadius = 6;

// Returns the width of an edge, in pixels, whose gradient is `falloff` times as steep at the fine
// width as at the coarse one. Under a Gaussian of width a, the gradient of a step of width s is
// proportional to 1 / sqrt(s^2 + a^2); the ratio at two widths gives s.
double edge_width_of_falloff(double falloff);

struct SharpnessRules {
  // A contrast across two pixels below this is not an edge.
  double min_edge_contrast = 0;
  // With fewer edges than this the sharpness cannot be judged.
  std::size_t min_edges = 0;
};
// Print with 14 levels of contrast is the faintest that counts; a single short line of text has
// more than 150 edge pixels.
inline constexpr SharpnessRules kPrintSharpness = {10.0, 150};

// In which direction the brightness changes across an edge.
inline constexpr std::size_t kAlongX = 0;
inline constexpr std::size_t kDownToTheRight = 1;
inline constexpr std::size_t kAlongY = 2;
inline constexpr std::size_t kDownToTheLeft = 3;
inline constexpr std::size_t kEdgeDirections = 4;

// The width of the strong edges of a picture: the standard deviation, in pixels, of the Gaussian
// blur that would make an ideal step as soft. It is measured in each of four directions of edges:
// upright, level, both diagonals. Motion along one axis leaves the edges parallel to it sharp.
struct EdgeWidths {
  double softest = 0;   // of the direction with the widest edges
  double sharpest = 0;  // of that with the narrowest
  // By the direction of the edges. nullopt where too few edges are seen.
  std::array<std::optional<double>, kEdgeDirections> by_direction{};
};

// Returns nullopt if there are no edges.
//
// An edge's width follows from how much its gradient falls when the picture is blurred once more;
// contrast and brightness do not change that. The variance of the Laplacian is not used: noise
// raises it above that of any sharp picture, and it varies twentyfold with the contrast of the
// print.
std::optional<EdgeWidths> edge_widths_px(const LumaImage& luma, const SharpnessRules& rules);

}  // namespace countersign
