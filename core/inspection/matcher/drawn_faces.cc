#include "core/inspection/matcher/drawn_faces.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace countersign::matcher {
namespace {

// Pixels: the cut-out of cv::FaceRecognizerSF, in which the numbers below are too.
constexpr std::uint32_t kSide = 112;
// The places of the landmarks in the cut-out of cv::FaceRecognizerSF.
constexpr double kRightEyeX = 38.3;
constexpr double kLeftEyeX = 73.5;
constexpr double kEyesY = 51.6;
constexpr double kNoseX = 56.0;
constexpr double kNoseY = 71.7;
constexpr double kMouthX = 56.1;
constexpr double kMouthY = 92.3;

using Colour = std::array<std::uint8_t, 3>;

struct Plan {
  Colour background;
  Colour skin;
  Colour hair;
  Colour eyes;
  Colour lips;
  double face_width;  // half of it, as all sizes here
  double hair_height;
  double eye;
  double brow_height;
  double nose;
  double mouth_width;
  double mouth_height;
  bool beard;
  bool glasses;
};

// Two faces that differ in everything but being faces. The numbers are made up.
constexpr Plan kFirst{.background = {205, 215, 225},
                      .skin = {236, 200, 178},
                      .hair = {196, 150, 84},
                      .eyes = {70, 110, 150},
                      .lips = {200, 70, 80},
                      .face_width = 36,
                      .hair_height = 34,
                      .eye = 6.5,
                      .brow_height = 1,
                      .nose = 3,
                      .mouth_width = 17,
                      .mouth_height = 5,
                      .beard = false,
                      .glasses = false};
constexpr Plan kSecond{.background = {60, 64, 58},
                       .skin = {112, 74, 52},
                       .hair = {24, 20, 18},
                       .eyes = {30, 18, 12},
                       .lips = {96, 48, 46},
                       .face_width = 50,
                       .hair_height = 6,
                       .eye = 3.5,
                       .brow_height = 3,
                       .nose = 8,
                       .mouth_width = 10,
                       .mouth_height = 2,
                       .beard = true,
                       .glasses = true};

class Drawing {
 public:
  explicit Drawing(Colour background) : image_(kSide, kSide) {
    ellipse(kSide / 2.0, kSide / 2.0, kSide, kSide, background);
  }
  // Fills an ellipse by its middle and its half axes, a little darker towards its rim.
  void ellipse(double x, double y, double half_width, double half_height, Colour colour) {
    paint(
        [&](double px, double py) {
          const double dx = (px - x) / half_width;
          const double dy = (py - y) / half_height;
          const double away = dx * dx + dy * dy;
          return away > 1 ? 0.0 : 1.0 - 0.2 * away;
        },
        colour);
  }
  void ring(double x, double y, double radius, double thickness, Colour colour) {
    paint(
        [&](double px, double py) {
          const double away = (px - x) * (px - x) + (py - y) * (py - y);
          const double inner = radius - thickness;
          return away <= radius * radius && away >= inner * inner ? 1.0 : 0.0;
        },
        colour);
  }
  RgbImage take() { return std::move(image_); }

 private:
  // `shade` is 0 where nothing is painted, else the brightness of the colour.
  template <class Shade>
  void paint(const Shade& shade, Colour colour) {
    for (std::uint32_t y = 0; y < kSide; ++y) {
      for (std::uint32_t x = 0; x < kSide; ++x) {
        const double light = shade(x + 0.5, y + 0.5);
        if (light <= 0) continue;
        std::ranges::transform(colour, image_.row(y) + std::size_t{x} * 3, [&](std::uint8_t tone) {
          return static_cast<std::uint8_t>(tone * light);
        });
      }
    }
  }

  RgbImage image_;
};

RgbImage drawn(const Plan& plan) {
  Drawing drawing(plan.background);
  drawing.ellipse(kNoseX, 62, plan.face_width + plan.hair_height / 3, 60, plan.hair);
  drawing.ellipse(kNoseX, 68, plan.face_width, 54, plan.skin);
  drawing.ellipse(kNoseX, 8, plan.face_width, plan.hair_height, plan.hair);
  if (plan.beard) drawing.ellipse(kNoseX, 104, plan.face_width * 0.8, 24, plan.hair);
  for (const double eye_x : {kRightEyeX, kLeftEyeX}) {
    drawing.ellipse(eye_x, kEyesY, plan.eye * 1.6, plan.eye, {240, 240, 238});
    drawing.ellipse(eye_x, kEyesY, plan.eye * 0.8, plan.eye * 0.8, plan.eyes);
    drawing.ellipse(eye_x, kEyesY - 12, 10, plan.brow_height, plan.hair);
    if (plan.glasses) drawing.ring(eye_x, kEyesY, 15, 3, {12, 12, 14});
  }
  Colour shadow = plan.skin;
  for (std::uint8_t& tone : shadow) tone = static_cast<std::uint8_t>(tone * 0.75);
  drawing.ellipse(kNoseX, kNoseY - 6, plan.nose, 10, shadow);
  drawing.ellipse(kMouthX, kMouthY, plan.mouth_width, plan.mouth_height, plan.lips);
  return drawing.take();
}

}  // namespace

std::array<RgbImage, 2> unlike_drawn_faces() { return {drawn(kFirst), drawn(kSecond)}; }

}  // namespace countersign::matcher
