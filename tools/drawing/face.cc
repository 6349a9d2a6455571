#include "tools/drawing/face.h"

#include <cmath>

#include "tools/drawing/canvas.h"
#include "tools/drawing/dice.h"

namespace countersign::drawing {
namespace {

constexpr double kGrainSigma = 3.0;
constexpr double kTurnShare = 0.16;  // of the head, that features move at yaw 1

struct Person {
  Colour skin;
  Colour hair;
  Colour shirt;
  Colour eyes;
  double brow;
};

Person person_of(std::uint64_t seed) {
  Dice dice(seed);
  Person person{};
  person.skin = mixed({236, 198, 168}, {112, 74, 54}, dice.share());
  person.hair = mixed({26, 20, 18}, {184, 146, 92}, dice.share());
  person.shirt = {dice.between(30, 170), dice.between(30, 170), dice.between(30, 170)};
  person.eyes = mixed({60, 40, 24}, {70, 110, 140}, dice.share());
  person.brow = dice.between(0.012, 0.024);
  return person;
}

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

void draw_eye(Canvas& canvas, const Box& head, double x, double gaze, const Person& person) {
  const Box eye = head.part(x, 0.42, 0.17, 0.065);
  canvas.ellipse(eye, {240, 238, 234});
  canvas.ellipse(eye.part(0.32 + 0.2 * gaze, 0.02, 0.36, 0.96), person.eyes);
  canvas.ellipse(eye.part(0.42 + 0.2 * gaze, 0.25, 0.16, 0.5), {12, 12, 14});
  canvas.box(head.part(x - 0.01, 0.36, 0.19, person.brow), person.hair);
}

void draw_head(Canvas& canvas, const Box& head, double yaw, const Person& person) {
  const double turn = kTurnShare * yaw;
  const Colour shade = mixed(person.skin, {40, 24, 18}, 0.30);
  canvas.ellipse(head.part(-0.07, -0.08, 1.14, 0.86), person.hair);
  canvas.ellipse(head.part(-0.06 + 0.5 * turn, 0.40, 0.14, 0.18), shade);
  canvas.ellipse(head.part(0.92 + 0.5 * turn, 0.40, 0.14, 0.18), shade);
  canvas.ellipse(head, person.skin);
  canvas.ellipse(head.part(0.05, -0.05, 0.90, 0.26), person.hair);
  draw_eye(canvas, head, 0.20 + turn, yaw, person);
  draw_eye(canvas, head, 0.63 + turn, yaw, person);
  const double nose = head.left + (0.50 + 1.4 * turn) * head.width;
  canvas.line({nose, head.top + 0.45 * head.height},
              {nose + 0.03 * head.width, head.top + 0.62 * head.height},
              0.02 * head.width,
              shade);
  canvas.ellipse(head.part(0.43 + 1.4 * turn, 0.61, 0.14, 0.03), shade);
  canvas.ellipse(head.part(0.34 + turn, 0.74, 0.32, 0.06), {158, 74, 76});
  canvas.box(head.part(0.35 + turn, 0.766, 0.30, 0.007), {90, 36, 40});
}

}  // namespace

RgbImage draw_face_frame(const FacePlan& plan) {
  const Person person = person_of(plan.seed);
  Dice room(plan.seed ^ 0x526F6F6D);
  Dice moment(plan.seed * 1'000'003 + plan.index);
  Canvas canvas(plan.width, plan.height);
  draw_wall(canvas, room);
  const double width = canvas.width();
  const double height = canvas.height();
  const double head_height = 0.52 * std::min(height, 1.33 * width);
  const double head_width = 0.74 * head_height;
  const double x = (width - head_width) / 2 + 0.015 * width * moment.normal();
  const double y = 0.20 * height + 0.010 * height * moment.normal();
  canvas.ellipse({0.08 * width, y + 1.14 * head_height, 0.84 * width, height}, person.shirt);
  canvas.box({x + 0.32 * head_width, y + 0.85 * head_height, 0.36 * head_width, 0.40 * head_height},
             mixed(person.skin, {40, 24, 18}, 0.2));
  draw_head(canvas, {x, y, head_width, head_height}, plan.yaw, person);
  canvas.grain(moment, kGrainSigma);
  return std::move(canvas).take();
}

}  // namespace countersign::drawing
