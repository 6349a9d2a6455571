#include "bench/labelled_recordings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/check.h"
#include "core/inspection/decode/decode.h"
#include "core/inspection/image/homography.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/encode.h"
#include "tests/drawing/canvas.h"

namespace countersign::bench {
namespace {

using drawing::Dice;
using drawing::FacePlan;

// How a hand holds a photograph: turned about the photograph's own middle, as a camera sees it.
struct Hold {
  double turn = 0;  // degrees
  double tilt = 0;
  double nearness = 1;
  double shift_x = 0;
  double bend = 0;  // radians that the print spans on a cylinder; 0: flat
};

// The held print as the camera in front sees it, before another wall.
RgbImage held(const RgbImage& print, const RgbImage& wall, const Hold& hold) {
  const double width = print.width;
  const double height = print.height;
  const double turn = hold.turn * std::numbers::pi / 180;
  const double tilt = hold.tilt * std::numbers::pi / 180;
  constexpr double kAway = 3;  // distance of the camera, in widths of the print
  // Every pixel of the picture is looked up in the print piece by piece; each small piece is flat.
  constexpr int kPieces = 24;
  drawing::Canvas canvas(wall.width, wall.height);
  canvas.paint([&](double x, double y) {
    const std::uint8_t* pixel =
        wall.row(static_cast<std::uint32_t>(y)) + 3 * static_cast<std::size_t>(x);
    return drawing::Colour{double(pixel[0]), double(pixel[1]), double(pixel[2])};
  });
  const auto onto_picture = [&](double u, double v) {
    double x = (u - 0.5) * width;
    double z = 0;
    if (hold.bend > 0) {
      const double radius = width / hold.bend;
      const double angle = (u - 0.5) * hold.bend;
      x = radius * std::sin(angle);
      z = radius * (std::cos(angle) - 1);
    }
    const double y = (v - 0.5) * height;
    const double turned_x = x * std::cos(turn) + z * std::sin(turn);
    const double turned_z = -x * std::sin(turn) + z * std::cos(turn);
    const double near = hold.nearness * kAway * width / (kAway * width - turned_z);
    const double tilted_x = turned_x * std::cos(tilt) - y * std::sin(tilt);
    const double tilted_y = turned_x * std::sin(tilt) + y * std::cos(tilt);
    return PicturePoint{(0.5 + hold.shift_x) * wall.width + near * tilted_x,
                        0.5 * wall.height + near * tilted_y};
  };
  for (int piece = 0; piece < kPieces; ++piece) {
    const double from = static_cast<double>(piece) / kPieces;
    const double to = static_cast<double>(piece + 1) / kPieces;
    const Quadrilateral corners = {
        onto_picture(from, 0), onto_picture(to, 0), onto_picture(to, 1), onto_picture(from, 1)};
    const Quadrilateral on_print = {PicturePoint{from * width, 0},
                                    PicturePoint{to * width, 0},
                                    PicturePoint{to * width, height},
                                    PicturePoint{from * width, height}};
    const auto back = Homography::between(corners, on_print);
    if (!back || area_of(corners) <= 0) continue;
    double left = corners[0].x;
    double right = left;
    double top = corners[0].y;
    double bottom = top;
    for (const PicturePoint& corner : corners) {
      left = std::min(left, corner.x);
      right = std::max(right, corner.x);
      top = std::min(top, corner.y);
      bottom = std::max(bottom, corner.y);
    }
    canvas.overlay([&](double x, double y) {
      if (x + 1 < left || x > right || y + 1 < top || y > bottom) {
        return std::pair(drawing::Colour{}, 0.0);
      }
      const PicturePoint at = (*back)(x + 0.5, y + 0.5);
      if (at.x < from * width || at.x >= to * width || at.y < 0 || at.y >= height) {
        return std::pair(drawing::Colour{}, 0.0);
      }
      const double u = std::clamp(at.x - 0.5, 0.0, width - 1.001);
      const double v = std::clamp(at.y - 0.5, 0.0, height - 1.001);
      const auto column = static_cast<std::uint32_t>(u);
      const auto row = static_cast<std::uint32_t>(v);
      const std::uint8_t* upper = print.row(row) + 3 * std::size_t{column};
      const std::uint8_t* lower = print.row(row + 1) + 3 * std::size_t{column};
      const auto channel = [&](std::size_t c) {
        return (upper[c] * (1 - (u - column)) + upper[c + 3] * (u - column)) * (1 - (v - row)) +
               (lower[c] * (1 - (u - column)) + lower[c + 3] * (u - column)) * (v - row);
      };
      return std::pair(drawing::Colour{channel(0), channel(1), channel(2)}, 1.0);
    });
  }
  return std::move(canvas).take();
}

// The person's movement in one frame: a share of a whole action.
struct Moment {
  Action action = Action::LookStraight;
  double share = 0;
};

// How far the movement has gone in each of its frames: on the way there, there, a little further,
// and back. Together at most kFramesMax frames.
std::vector<double> shares_of(std::size_t movements) {
  if (movements <= 2) return {0.45, 1.0, 1.12, 0.0};
  if (movements == 3) return {0.45, 1.05, 0.0};
  return {1.05, 0.0};
}

// A turn until the face is lost. It is seen at some 20 degrees before, behind, or on both sides of
// the loss. (The signal of drawn heads falls from 25 degrees on; that of photographed ones does
// not.)
std::vector<double> wide_shares_of(std::size_t movements, Dice& dice) {
  if (movements <= 2) return {0.38, 1.0, 0.38, 0.0};
  if (dice.below(2) == 0) return {0.38, 1.0, 0.0};
  return {1.0, 0.38, 0.0};
}

std::vector<Moment> moments(const RecordingPlan& plan) {
  std::vector<Moment> all = {{}};
  const std::size_t movements = plan.performed.size() - 1;
  Dice dice(plan.seed ^ 0x5769'6465);
  for (std::size_t i = 1; i <= movements; ++i) {
    const Action action = plan.performed[i];
    const bool wide = plan.widest_turn > 0 && is_turn(action);
    const double whole = wide ? plan.widest_turn / drawing::kTurnDegrees : plan.share;
    std::vector<double> shares = wide ? wide_shares_of(movements, dice) : shares_of(movements);
    if (plan.scene == Scene::Stills) shares = {1};
    for (const double share : shares) all.push_back({action, share * whole});
  }
  check(all.size() <= kFramesMax, "a recording has at most as many frames as a submission");
  return all;
}

FacePlan face_of(const RecordingPlan& plan, std::uint32_t index) {
  FacePlan face;
  face.seed = plan.seed;
  face.index = index;
  face.nearness = plan.nearness;
  face.shift_x = plan.shift_x;
  face.grain = 0;
  face.side_light = plan.side_light;
  face.width = plan.width;
  face.height = plan.height;
  return face;
}

RgbImage wall_of(const RecordingPlan& plan, std::uint32_t index) {
  FacePlan nobody = face_of(plan, index);
  nobody.shift_x = 3;
  return drawing::draw_face_frame(nobody);
}

RgbImage drawn(const RecordingPlan& plan,
               const Moment& moment,
               std::uint32_t index,
               bool second_half) {
  switch (plan.scene) {
    case Scene::Person:
    case Scene::Stills:
      return drawing::draw_face_frame(
          drawing::performing(face_of(plan, index), moment.action, moment.share));
    case Scene::Still:
      return drawing::draw_face_frame(face_of(plan, index));
    case Scene::FlatPrint:
    case Scene::BentPrint: {
      Dice hand(plan.seed * 31 + index);
      const FacePlan pose = drawing::performing({}, moment.action, moment.share);
      Hold hold;
      // A hand turns a print further than a head turns, since turning a print has so little effect.
      hold.turn = 1.8 * pose.angles.turn + 3 * hand.normal();
      hold.tilt = pose.angles.tilt + 2 * hand.normal();
      hold.nearness = 0.92 * pose.nearness;
      hold.shift_x = 0.01 * hand.normal();
      hold.bend = plan.scene == Scene::BentPrint ? 1.4 : 0;
      RecordingPlan elsewhere = plan;
      elsewhere.seed = plan.seed + 7;
      return held(drawing::draw_face_frame(face_of(plan, 0)), wall_of(elsewhere, index), hold);
    }
    case Scene::SecondPerson: {
      FacePlan other = face_of(plan, index);
      other.seed += 5000;
      return drawing::beside(drawing::draw_face_frame(drawing::performing(
                                 face_of(plan, index), moment.action, moment.share)),
                             drawing::draw_face_frame(other));
    }
    case Scene::AnotherPerson: {
      FacePlan face = face_of(plan, index);
      // In the same room, before the same camera.
      face.room = plan.seed;
      if (second_half) face.seed += 5000;
      return drawing::draw_face_frame(drawing::performing(face, moment.action, moment.share));
    }
    case Scene::Gone:
      if (index % 2 == 1) return wall_of(plan, index);
      return drawing::draw_face_frame(
          drawing::performing(face_of(plan, index), moment.action, moment.share));
  }
  check(false, "a scene is an enumerator of Scene");
  return {};
}

}  // namespace

RecordingPlan recording_plan(const RecordingCondition& condition,
                             std::uint64_t seed,
                             std::size_t n) {
  Dice dice(seed * 1'000'003 + n);
  RecordingPlan plan;
  plan.seed = seed * 10'000 + n;
  plan.blur_px = dice.between(0.4, 1.1);
  plan.grain = dice.between(2, 6);
  plan.jpeg_quality = static_cast<int>(70 + dice.below(25));
  plan.nearness = dice.between(0.85, 1.1);
  if (dice.below(4) == 0) std::swap(plan.width, plan.height);
  plan.share = dice.between(0.8, 1.15);
  plan.side_light = dice.between(0, 0.35);
  condition.apply(plan, dice);
  return plan;
}

std::vector<std::string> recorded(const RecordingPlan& plan) {
  const std::vector<Moment> all = moments(plan);
  std::vector<std::string> frames;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto index = static_cast<std::uint32_t>(i);
    RgbImage image = drawn(plan, all[i], index, 2 * i >= all.size());
    if (plan.mirrored) image = drawing::mirrored(image);
    // The blur scales with the picture, so that the same detail of a face is lost at every size.
    image = drawing::blurred(image, plan.blur_px * std::min(plan.width, plan.height) / 480);
    if (plan.light < 1) image = drawing::darkened(image, plan.light);
    image = drawing::noisy(image, plan.grain, plan.seed * 131 + i);
    drawing::Encoding encoding;
    encoding.quality = plan.jpeg_quality;
    frames.push_back(drawing::encode(image, encoding));
  }
  if (plan.backwards) std::ranges::reverse(frames);
  return frames;
}

std::vector<std::string> submitted(const RecordingPlan& plan) {
  std::vector<std::string> frames = recorded(plan);
  if (plan.replay != Replay::EncodedAnew) return frames;
  for (std::string& frame : frames) {
    const auto image = decode_image(frame, {});
    check(image.has_value(), "a drawn frame can be decoded");
    drawing::Encoding encoding;
    encoding.quality = plan.jpeg_quality - 4;
    frame = drawing::encode(image->pixels, encoding);
  }
  return frames;
}

}  // namespace countersign::bench
