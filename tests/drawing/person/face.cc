#include "tests/drawing/person/face.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"
#include "tests/drawing/canvas.h"
#include "tests/drawing/dice.h"

namespace countersign::drawing {
namespace {

constexpr double kHeadShare = 0.25;  // half a head's length, as a share of the picture's height
constexpr double kTilt = 20;
constexpr double kCloser = 1.5;

void draw_wall(Canvas& canvas, Dice& dice) {
  const double base = dice.between(150, 200);
  const double width = canvas.width();
  const double height = canvas.height();
  canvas.paint([=](double x, double y) {
    const double light = base - 40 * x / width - 25 * y / height;
    return Colour{light, light * 0.98, light * 0.94};
  });
  // A door and a shelf, so that the frame has a background.
  const Colour edge = {base * 0.45, base * 0.42, base * 0.40};
  canvas.box({0.86 * width, 0.10 * height, 0.012 * width, 0.90 * height}, edge);
  canvas.box({0, 0.22 * height, 0.16 * width, 0.012 * height}, edge);
}

HeadLight light_of(Dice& room, double side_light) {
  HeadLight light;
  light.from_right = side_light * room.between(-1, 1);
  light.from_above = room.between(0.2, 0.5);
  light.everywhere = room.between(0.38, 0.5);
  return light;
}

}  // namespace

RgbImage draw_face_frame(const FacePlan& plan) {
  Dice room((plan.room != 0 ? plan.room : plan.seed) ^ 0x526F6F6D);
  Dice moment(plan.seed * 1'000'003 + plan.index);
  Canvas canvas(plan.width, plan.height);
  draw_wall(canvas, room);
  const HeadLight light = light_of(room, plan.side_light);
  const double width = canvas.width();
  const double height = canvas.height();
  HeadPlace place;
  place.radius = kHeadShare * plan.nearness * std::min(height, 1.33 * width);
  place.middle = {(0.5 + plan.shift_x + 0.015 * moment.normal()) * width,
                  (0.47 + 0.010 * moment.normal()) * height};
  HeadAngles angles = plan.angles;
  angles.turn += 1.0 * moment.normal();
  angles.tilt += 1.0 * moment.normal();
  angles.nod += 2.0 * moment.normal();
  draw_person(canvas, {0, 0, width, height}, plan.seed, place, angles, light);
  if (plan.grain > 0) canvas.grain(moment, plan.grain);
  return std::move(canvas).take();
}

FacePlan performing(FacePlan plan, Action action, double share) {
  switch (action) {
    case Action::TurnLeft:
      plan.angles.turn += share * kTurnDegrees;
      break;
    case Action::TurnRight:
      plan.angles.turn -= share * kTurnDegrees;
      break;
    case Action::TiltLeft:
      plan.angles.tilt += share * kTilt;
      break;
    case Action::TiltRight:
      plan.angles.tilt -= share * kTilt;
      break;
    case Action::MoveCloser:
      plan.nearness *= 1 + share * (kCloser - 1);
      break;
    case Action::LookStraight:
    case Action::LookUp:
    case Action::LookDown:
    case Action::Blink:
    case Action::Smile:
    case Action::OpenMouth:
      break;
  }
  return plan;
}

std::vector<FacePlan> recording_of(const FacePlan& plan,
                                   std::span<const Action> actions,
                                   std::size_t frames) {
  check(frames >= actions.size(), "a recording has at least as many frames as actions");
  std::vector<FacePlan> recording;
  for (std::size_t i = 0; i < frames; ++i) {
    FacePlan frame = i < actions.size() ? performing(plan, actions[i]) : plan;
    frame.index += static_cast<std::uint32_t>(i);
    recording.push_back(frame);
  }
  return recording;
}

}  // namespace countersign::drawing
