#include "core/inspection/outline/card_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/inspection/image/rectify.h"
#include "core/inspection/outline/document_size.h"
#include "core/inspection/outline/edge_map.h"

namespace countersign {
namespace {

// "Chosen on the first real set" means the first set of real specimens in docs/inspection.md.

// The difference of log(aspect): some 8 %. A sheet of A4 is off by 0.11. Chosen on the first real
// set.
constexpr double kMaxCardAspectOff = 0.08;
// Focal lengths of telephones and webcams, in longer sides of the picture.
constexpr std::array<double, 3> kFocalLengths = {0.75, 1.0, 1.4};

// A card that fills a picture of this size has 15 pixels a millimetre.
constexpr std::size_t kMostPixels = 1600UL * 1200;
constexpr double kPxPerMm = 8;   // the scale at which documents are measured flat
constexpr double kAroundMm = 3;  // flattened around the card: kOffMm, kHalfStepMm and some room
// The diagonal of a corner that is rounded by 3.18 mm begins 0.93 mm further inside than that of a
// square one; half of that decides.
constexpr double kLeastCutMm = 0.45;
constexpr double kMostCutMm = 1.8;  // about twice that of a round corner: another cut is no card's
constexpr std::size_t kMinRoundCorners = 3;  // of four: a finger may hide one
// Where the border beside a corner is looked for, along the side: behind the rounding of 3.18 mm.
constexpr double kBesideMm = 8;
constexpr double kBesideWidthMm = 4;
// A side is within so much of where it was seen; what is further inside is print. Chosen on the
// first real set.
constexpr double kOffMm = 1.25;
constexpr double kStepMm = 0.125;          // a pixel at kPxPerMm
constexpr double kAlongStepMm = 0.25;      // two pixels
constexpr double kDiagonalHalfMm = 0.375;  // three pixels to either side of a corner's diagonal
constexpr double kHalfStepMm = 0.75;  // the means on both sides of a border are taken over this
constexpr double kFromMm = -kOffMm - kHalfStepMm;
// A border changes a profile by this share of what print beside it does. Chosen on the first real
// set.
constexpr double kMostOfChange = 0.6;

// Red, green and blue of a place, or the sums of those of several.
using Colour = std::array<double, 3>;

// A corner of the flat card: inwards along its two sides, in millimetres.
class Corner {
 public:
  Corner(const ColourPlanes& flat, bool right, bool bottom)
      : flat_(flat), right_(right), bottom_(bottom) {}

  void add_colour(double along_x, double along_y, Colour& sum) const {
    const LumaImage& size = flat_.front();
    const double width = static_cast<double>(size.width) / kPxPerMm;
    const double height = static_cast<double>(size.height) / kPxPerMm;
    const double x = right_ ? width - kAroundMm - along_x : kAroundMm + along_x;
    const double y = bottom_ ? height - kAroundMm - along_y : kAroundMm + along_y;
    const auto pixel = [](double mm, std::size_t pixels) {
      return static_cast<std::size_t>(
          std::clamp(mm * kPxPerMm, 0.0, static_cast<double>(pixels) - 1));
    };
    for (std::size_t plane = 0; plane < sum.size(); ++plane) {
      sum[plane] += flat_[plane].at(pixel(x, size.width), pixel(y, size.height));
    }
  }

 private:
  const ColourPlanes& flat_;
  bool right_;
  bool bottom_;
};

// The outermost place where a profile changes by most of what it changes by anywhere: the border of
// the card. Print next to it may be as strong.
double border_in(const std::vector<Colour>& profile) {
  const auto half = static_cast<std::size_t>(kHalfStepMm / kStepMm);
  std::vector<double> changes;
  for (std::size_t i = half; i + half <= profile.size(); ++i) {
    Colour change{};
    for (std::size_t k = 0; k < half; ++k) {
      for (std::size_t plane = 0; plane < change.size(); ++plane) {
        change[plane] += profile[i + k][plane] - profile[i - 1 - k][plane];
      }
    }
    changes.push_back(std::abs(change[0]) + std::abs(change[1]) + std::abs(change[2]));
  }
  const double enough = kMostOfChange * *std::ranges::max_element(changes);
  std::size_t at = 0;
  while (changes[at] < enough) ++at;
  while (at + 1 < changes.size() && changes[at + 1] > changes[at]) ++at;
  return kFromMm + static_cast<double>(half + at) * kStepMm;
}

// Looks as far inwards as `to_mm`.
template <class ColourAt>
double border_along(double to_mm, ColourAt colour_at) {
  std::vector<Colour> profile;
  for (double mm = kFromMm; mm < to_mm + kHalfStepMm; mm += kStepMm) {
    profile.push_back(colour_at(mm));
  }
  return border_in(profile);
}

bool is_round(const Corner& corner) {
  const auto beside = [&](auto add_colour) {
    return border_along(kOffMm, [&](double inwards) {
      Colour sum{};
      for (double along = kBesideMm; along < kBesideMm + kBesideWidthMm; along += kAlongStepMm) {
        add_colour(inwards, along, sum);
      }
      return sum;
    });
  };
  const double side = beside(
      [&](double inwards, double along, Colour& sum) { corner.add_colour(inwards, along, sum); });
  const double end = beside(
      [&](double inwards, double along, Colour& sum) { corner.add_colour(along, inwards, sum); });
  const double diagonal = border_along(kOffMm + kMostCutMm, [&](double inwards) {
    Colour sum{};
    for (double off = -kDiagonalHalfMm; off <= kDiagonalHalfMm; off += kStepMm) {
      corner.add_colour(inwards + off, inwards - off, sum);
    }
    return sum;
  });
  const double cut = diagonal - std::max(side, end);
  return cut >= kLeastCutMm && cut <= kMostCutMm;
}

}  // namespace

double true_aspect(const Quadrilateral& corners, const PicturePoint& middle, double focal_px) {
  Quadrilateral centred = corners;
  for (PicturePoint& corner : centred) {
    corner.x = (corner.x - middle.x) / focal_px;
    corner.y = (corner.y - middle.y) / focal_px;
  }
  const auto map = Homography::between(rectangle(1, 1), centred);
  if (!map) return 0;
  // The columns of the map are the directions of the sides, in the camera's space.
  const std::array<std::array<double, 3>, 2> sides = map->directions();
  const auto length = [](const std::array<double, 3>& v) {
    return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  };
  const double down = length(sides[1]);
  return down > 0 ? length(sides[0]) / down : 0;
}

bool has_cut_round_corners(const LumaImage& flat, double px_per_mm) {
  // Chosen on the drawn set, not measured.
  constexpr double kRadiusMm = 3.18;
  constexpr double kBesideArcMm = 0.3;  // on both sides of the arc nothing is looked at
  constexpr double kRingMm = 0.7;
  constexpr double kLeastStep = 15;  // luma
  const auto side = static_cast<std::size_t>(kRadiusMm * px_per_mm);
  if (flat.width < 2 * side || flat.height < 2 * side) return false;
  std::size_t round = 0;
  for (const bool on_right : {false, true}) {
    for (const bool at_bottom : {false, true}) {
      std::array<double, 2> sums{};  // inside and outside of the arc
      std::array<std::size_t, 2> counts{};
      for (std::size_t y = 0; y < side; ++y) {
        for (std::size_t x = 0; x < side; ++x) {
          const double mm = std::hypot(kRadiusMm - (static_cast<double>(x) + 0.5) / px_per_mm,
                                       kRadiusMm - (static_cast<double>(y) + 0.5) / px_per_mm);
          const double off = std::abs(mm - kRadiusMm);
          if (off < kBesideArcMm || off > kBesideArcMm + kRingMm) continue;
          const std::size_t ring = mm > kRadiusMm ? 1 : 0;
          sums[ring] +=
              flat.at(on_right ? flat.width - 1 - x : x, at_bottom ? flat.height - 1 - y : y);
          ++counts[ring];
        }
      }
      if (counts[0] == 0 || counts[1] == 0) return false;
      const double step =
          sums[0] / static_cast<double>(counts[0]) - sums[1] / static_cast<double>(counts[1]);
      round += std::abs(step) >= kLeastStep ? 1 : 0;
    }
  }
  return round >= kMinRoundCorners;
}

bool has_card_shape(const Picture& picture, const Quadrilateral& lying) {
  const Millimetres card = millimetres_of(DocumentSize::Id1);
  const double width = picture.width;
  const double height = picture.height;
  const bool shape = std::ranges::any_of(kFocalLengths, [&](double focal) {
    const double aspect =
        true_aspect(lying, {width / 2, height / 2}, focal * std::max(width, height));
    return aspect > 0 &&
           std::abs(std::log(aspect / aspect_of(DocumentSize::Id1))) < kMaxCardAspectOff;
  });
  if (!shape) return false;
  ColourPlanes flat = sampled_planes(picture.pixels, kMostPixels);
  const Quadrilateral corners = scaled(lying,
                                       static_cast<double>(flat.front().width) / width,
                                       static_cast<double>(flat.front().height) / height);
  for (LumaImage& plane : flat) {
    auto rectified =
        rectified_with_frame(plane, corners, {card.width, card.height, kAroundMm, kPxPerMm});
    if (!rectified) return false;
    plane = std::move(*rectified);
  }
  std::size_t round = 0;
  for (const bool on_right : {false, true}) {
    for (const bool at_bottom : {false, true}) {
      round += is_round(Corner(flat, on_right, at_bottom)) ? 1 : 0;
    }
  }
  return round >= kMinRoundCorners;
}

}  // namespace countersign
