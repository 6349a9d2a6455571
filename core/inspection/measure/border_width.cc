#include "core/inspection/measure/border_width.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/inspection/image/gaussian.h"
#include "core/inspection/measure/sharpness.h"

namespace countersign {
namespace {

// A side is judged piece by piece: long enough to be seen through noise, and short enough for a
// side that is not quite straight.
constexpr double kPieceMm = 1;
constexpr double kCornerMm = 6;  // the corners are round
constexpr double kOffMm = 1.25;  // how far from its place a side is looked for
// The least contrast of a piece across two pixels, in luma. Chosen on real specimens, as the
// share after it.
constexpr double kMinContrast = 8;
// The share of the pieces of a side that must be seen.
constexpr double kSeenShare = 0.5;

// The flat picture at both widths of the Gaussian.
struct Planes {
  std::vector<float> fine;
  std::vector<float> coarse;
};

// Where a piece of a side is sought: from the pixel `first`, so many steps along the side and
// across it.
struct Piece {
  std::size_t first = 0;
  std::size_t along_step = 0;
  std::size_t along = 0;
  std::size_t across_step = 0;
  std::size_t across = 0;
};

double change_at(const std::vector<float>& plane, const Piece& piece, std::size_t across) {
  double sum = 0;
  for (std::size_t i = 0; i < piece.along; ++i) {
    const std::size_t at = piece.first + i * piece.along_step + across * piece.across_step;
    sum += static_cast<double>(plane[at + piece.across_step] - plane[at - piece.across_step]);
  }
  return sum / static_cast<double>(piece.along);
}

// The width of the strongest edge of a piece, in pixels.
std::optional<double> width_in(const Planes& planes, const Piece& piece) {
  double most = 0;
  std::size_t place = 0;
  for (std::size_t across = 0; across < piece.across; ++across) {
    const double change = std::abs(change_at(planes.fine, piece, across));
    if (change <= most) continue;
    most = change;
    place = across;
  }
  if (most < kMinContrast) return std::nullopt;
  const double coarse = std::abs(change_at(planes.coarse, piece, place));
  return edge_width_of_falloff(most / std::max(coarse, 1e-3));
}

// One side: of its pieces that are seen, the middle width.
std::optional<double> width_of_side(const Planes& planes, const Piece& first, std::size_t pieces) {
  std::vector<double> widths;
  for (std::size_t i = 0; i < pieces; ++i) {
    Piece piece = first;
    piece.first += i * piece.along * piece.along_step;
    if (const auto width = width_in(planes, piece)) widths.push_back(*width);
  }
  if (static_cast<double>(widths.size()) < kSeenShare * static_cast<double>(pieces) ||
      widths.empty()) {
    return std::nullopt;
  }
  const auto middle = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
  std::nth_element(widths.begin(), middle, widths.end());
  return *middle;
}

std::optional<double> sharper(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

std::optional<double> BorderWidths::softest() const {
  if (!across || !down) return std::nullopt;
  return std::max(*across, *down);
}

BorderWidths border_widths_mm(const LumaImage& flat, const FramedDocument& framed) {
  const auto px = [&](double mm) {
    return static_cast<std::size_t>(std::lround(mm * framed.px_per_mm));
  };
  const std::size_t corner = px(framed.around_mm + kCornerMm);
  const std::size_t along = px(kPieceMm);
  const std::size_t across = 2 * px(kOffMm) + 1;
  const std::size_t place = px(framed.around_mm) - px(kOffMm);
  if (flat.width <= 2 * corner + along || flat.height <= 2 * corner + along) return {};
  const Planes planes = {gaussian_blurred(flat, kFineEdgeSigma, kFineEdgeRadius),
                         gaussian_blurred(flat, kCoarseEdgeSigma, kCoarseEdgeRadius)};
  const std::size_t width = flat.width;
  const std::size_t columns = (width - 2 * corner) / along;
  const std::size_t rows = (flat.height - 2 * corner) / along;
  const auto upright = [&](std::size_t x) {
    return width_of_side(planes, {corner * width + x, width, along, 1, across}, rows);
  };
  const auto level = [&](std::size_t y) {
    return width_of_side(planes, {y * width + corner, 1, along, width, across}, columns);
  };
  const auto in_mm = [&](std::optional<double> width_px) {
    return width_px ? std::optional(*width_px / framed.px_per_mm) : std::nullopt;
  };
  return {in_mm(sharper(upright(place), upright(width - place - across))),
          in_mm(sharper(level(place), level(flat.height - place - across)))};
}

}  // namespace countersign
