#include "core/inspection/outline/card_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/inspection/image/rectify.h"
#include "core/inspection/outline/document_size.h"

namespace countersign {
namespace {

constexpr double kMaxCardAspectOff = 0.08;  // of log(aspect)
// Focal lengths of telephones and webcams, in longer sides of the picture.
constexpr std::array<double, 3> kFocalLengths = {0.75, 1.0, 1.4};

constexpr double kPxPerMm = 8;
constexpr double kAroundMm = 3;  // flattened around the card
// The diagonal of a corner that is rounded by 3.18 mm begins 0.93 mm further inside than that of a
// square one; half of that decides.
constexpr double kLeastCutMm = 0.45;
constexpr std::size_t kMinRoundCorners = 3;
// Where the border beside a corner is looked for.
constexpr double kBesideMm = 8;
constexpr double kBesideWidthMm = 4;
constexpr double kFromMm = -2.5;
constexpr double kToMm = 4;
constexpr double kStepMm = 0.125;
constexpr double kHalfStepMm = 0.75;  // the means on both sides of a border are taken over this

// A corner of the flat card: inwards along its two sides, in millimetres.
class Corner {
 public:
  Corner(const LumaImage& flat, bool right, bool bottom)
      : flat_(flat), right_(right), bottom_(bottom) {}

  double luma(double along_x, double along_y) const {
    const double width = static_cast<double>(flat_.width) / kPxPerMm;
    const double height = static_cast<double>(flat_.height) / kPxPerMm;
    const double x = right_ ? width - kAroundMm - along_x : kAroundMm + along_x;
    const double y = bottom_ ? height - kAroundMm - along_y : kAroundMm + along_y;
    const auto pixel = [](double mm, std::size_t size) {
      return static_cast<std::size_t>(
          std::clamp(mm * kPxPerMm, 0.0, static_cast<double>(size) - 1));
    };
    return flat_.at(pixel(x, flat_.width), pixel(y, flat_.height));
  }

 private:
  const LumaImage& flat_;
  bool right_;
  bool bottom_;
};

// Where a profile changes most.
double border_in(const std::vector<double>& profile) {
  const auto half = static_cast<std::size_t>(kHalfStepMm / kStepMm);
  double most = -1;
  std::size_t at = half;
  for (std::size_t i = half; i + half <= profile.size(); ++i) {
    double change = 0;
    for (std::size_t k = 0; k < half; ++k) change += profile[i + k] - profile[i - 1 - k];
    if (std::abs(change) <= most) continue;
    most = std::abs(change);
    at = i;
  }
  return kFromMm + static_cast<double>(at) * kStepMm;
}

template <class Luma>
double border_along(Luma luma_at) {
  std::vector<double> profile;
  for (double mm = kFromMm; mm < kToMm; mm += kStepMm) profile.push_back(luma_at(mm));
  return border_in(profile);
}

bool is_round(const Corner& corner) {
  const auto beside = [&](auto luma) {
    return border_along([&](double inwards) {
      double sum = 0;
      for (double along = kBesideMm; along < kBesideMm + kBesideWidthMm; along += 0.25) {
        sum += luma(inwards, along);
      }
      return sum / (kBesideWidthMm / 0.25);
    });
  };
  const double side =
      beside([&](double inwards, double along) { return corner.luma(inwards, along); });
  const double end =
      beside([&](double inwards, double along) { return corner.luma(along, inwards); });
  const double diagonal = border_along([&](double inwards) {
    double sum = 0;
    for (double off = -0.375; off <= 0.375; off += 0.125) {
      sum += corner.luma(inwards + off, inwards - off);
    }
    return sum / 7;
  });
  return diagonal - std::max(side, end) >= kLeastCutMm;
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

bool has_card_shape(const LumaImage& photograph, const Quadrilateral& lying) {
  const Millimetres card = millimetres_of(DocumentSize::Id1);
  const auto width = static_cast<double>(photograph.width);
  const auto height = static_cast<double>(photograph.height);
  const bool shape = std::ranges::any_of(kFocalLengths, [&](double focal) {
    const double aspect =
        true_aspect(lying, {width / 2, height / 2}, focal * std::max(width, height));
    return aspect > 0 &&
           std::abs(std::log(aspect / aspect_of(DocumentSize::Id1))) < kMaxCardAspectOff;
  });
  if (!shape) return false;
  const auto flat =
      rectified_with_frame(photograph, lying, {card.width, card.height, kAroundMm, kPxPerMm});
  if (!flat) return false;
  std::size_t round = 0;
  for (const bool on_right : {false, true}) {
    for (const bool at_bottom : {false, true}) {
      round += is_round(Corner(*flat, on_right, at_bottom)) ? 1 : 0;
    }
  }
  return round >= kMinRoundCorners;
}

}  // namespace countersign
