#include "core/inspection/face/head_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/inspection/image/bilinear_row.h"

namespace countersign {
namespace {

// The cuts for the turn: the face alone, always at the same sizes, so that scores are comparable.
// The score of a filter depends on where the borders of the detector's cells fall. They fall
// elsewhere at each size, so the mean of two sizes is less uncertain than the signal of one.
// In pixels; beside a face of 110 a window has room on every side. On 43 photographed faces the
// signal of the first such cut went along with the turn of their landmarks (correlation 0.91).
constexpr std::size_t kCutPx = 200;
constexpr double kFaceInCutPx = 110;
constexpr std::array kFacesInCutPx = {kFaceInCutPx, 1.25 * kFaceInCutPx};
// The cut for the tilt. The sizes of face that are tried in it are about those of the cut above but
// for the largest, which is a third of the work.
constexpr std::size_t kTiltCutPx = 168;
constexpr double kFaceInTiltCutPx = 92;
// The cut for measuring the size: leaves room for a window two cells off in each direction.
constexpr std::size_t kNarrowCutPx = 112;
constexpr double kFinest = 1.5;    // picture pixels per cut pixel; beyond, the picture is shrunk
constexpr double kShrunkTo = 1.2;  // the same of a shrunk picture, which is not shrunk again

// The angles that are tried: a step more than the 30 degrees to which the filters find heads. On 43
// photographed faces the tilt in cuts as large as those for the turn was off by 2.6 degrees in the
// mean. A fit that is better by 1 counts e^3 times as much.
constexpr int kMostDegrees = 36;
constexpr int kDegreesStep = 12;
constexpr double kTurnSharpness = 3;

// The sizes that are tried around the detected one, in steps of a factor: four are more than a step
// of the detector, which is a fifth. A fit that is better by 1 counts e^10 times as much. Chosen on
// drawn heads, not measured.
constexpr int kMostSizes = 4;
constexpr double kSizeStep = 1.07;
constexpr double kSizeSharpness = 10;

// Returns the picture around the face, rotated by `degrees` clockwise, so that a head tilted by
// that much stands upright. One pixel of the result is `scale` pixels of the picture.
LumaImage cut(
    const LumaImage& picture, const Face& face, double degrees, std::size_t side, double scale) {
  LumaImage result{side, side, std::vector<std::uint8_t>(side * side)};
  const double middle = static_cast<double>(side) / 2;
  const double cosine = std::cos(degrees * std::numbers::pi / 180) * scale;
  const double sine = std::sin(degrees * std::numbers::pi / 180) * scale;
  BilinearRow places(side, picture.width, picture.height, 1);
  for (std::size_t row = 0; row < side; ++row) {
    const double v = static_cast<double>(row) + 0.5 - middle;
    places.set([ =, x = face.x, y = face.y ](int column) __attribute__((always_inline)) {
      const double u = column + 0.5 - middle;
      return PicturePoint{x + u * cosine - v * sine, y + u * sine + v * cosine};
    });
    std::uint8_t* out = result.bytes.data() + row * side;
    for (std::size_t column = 0; column < side; ++column) {
      out[column] = places.at(column, picture.bytes.data());
    }
  }
  return result;
}

LumaImage mirrored(const LumaImage& picture) {
  LumaImage result = picture;
  for (std::size_t y = 0; y < result.height; ++y) {
    std::reverse(result.bytes.begin() + static_cast<std::ptrdiff_t>(y * result.width),
                 result.bytes.begin() + static_cast<std::ptrdiff_t>((y + 1) * result.width));
  }
  return result;
}

// Each filter differs a little from its own mirror image. Averaging over both directions cancels
// that. Here the picture is mirrored, and not the filters: with mirrored filters and the cut for
// the tilt, more good recordings were refused.
double turn_of(const LumaImage& upright) {
  const auto signal = [](const LumaImage& image) {
    const FilterScores scores = best_scores(image);
    return scores.turned_other_way - scores.turned_one_way;
  };
  return (signal(upright) - signal(mirrored(upright))) / 2;
}

// Returns the mean over the sizes of the cut.
double turn_of(const LumaImage& picture, const Face& face, double degrees) {
  double sum = 0;
  for (const double size : kFacesInCutPx) {
    sum += turn_of(cut(picture, face, degrees, kCutPx, face.side / size));
  }
  return sum / static_cast<double>(kFacesInCutPx.size());
}

// Returns the mean of the angles, weighted by how well the front filter fits at each.
double tilt_of(const LumaImage& picture, const Face& face) {
  double weights = 0;
  double sum = 0;
  for (int degrees = -kMostDegrees; degrees <= kMostDegrees; degrees += kDegreesStep) {
    const double fit =
        best_front_score(cut(picture, face, degrees, kTiltCutPx, face.side / kFaceInTiltCutPx));
    const double weight = std::exp(kTurnSharpness * fit);
    weights += weight;
    sum += weight * degrees;
  }
  return sum / weights;
}

// Returns the mean of the sizes, weighted by how well a filter fits at each: the detector's steps
// are coarse.
double side_of(const LumaImage& picture, const Face& face, double degrees) {
  double weights = 0;
  double sum = 0;
  for (int step = -kMostSizes; step <= kMostSizes; ++step) {
    const double side = face.side * std::pow(kSizeStep, step);
    const double fit =
        window_score(cut(picture, face, degrees, kNarrowCutPx, side / kFaceWindowPx));
    const double weight = std::exp(kSizeSharpness * fit);
    weights += weight;
    sum += weight * step;
  }
  return face.side * std::pow(kSizeStep, sum / weights);
}

}  // namespace

HeadPose head_pose(const LumaImage& picture, const Face& face) {
  const double scale = face.side / kFaceInCutPx;
  if (scale > kFinest) {
    const double to = kShrunkTo / scale;
    const LumaImage smaller = shrunk(
        picture, static_cast<std::size_t>(to * to * static_cast<double>(picture.bytes.size())) + 1);
    const double by = static_cast<double>(smaller.width) / static_cast<double>(picture.width);
    HeadPose pose = head_pose(smaller, {face.x * by, face.y * by, face.side * by, face.score});
    pose.side_px /= by;
    return pose;
  }
  HeadPose pose;
  pose.tilt_degrees = tilt_of(picture, face);
  pose.side_px = side_of(picture, face, pose.tilt_degrees);
  pose.turn = turn_of(picture, face, pose.tilt_degrees);
  return pose;
}

}  // namespace countersign
