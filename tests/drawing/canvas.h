#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

#include "core/inspection/image/rgb_image.h"
#include "tests/drawing/dice.h"

namespace countersign::drawing {

struct Colour {
  double red = 0;
  double green = 0;
  double blue = 0;
};

// Rounds to the value of one channel of a pixel. Most of a drawing's time was once std::lround's.
inline std::uint8_t channel(double value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0) + 0.5);
}

Colour mixed(const Colour& a, const Colour& b, double share_of_b);

struct Point {
  double x = 0;
  double y = 0;
};

// A rectangle in pixels; parts of it may lie outside of the picture.
struct Box {
  double left = 0;
  double top = 0;
  double width = 0;
  double height = 0;

  // The point at fractions (x, y) of this box, and the part of this box that starts there.
  Point at(double x, double y) const { return {left + x * width, top + y * height}; }
  Box part(double x, double y, double of_width, double of_height) const {
    return {left + x * width, top + y * height, of_width * width, of_height * height};
  }
};

// Draws into a picture that it owns. Shapes have soft borders of a pixel, as a camera sees them.
// Not thread-safe.
class Canvas {
 public:
  Canvas(std::uint32_t width, std::uint32_t height) : image_(width, height) {}
  // To draw over a copy of the picture.
  explicit Canvas(const RgbImage& image) : image_(image) {}

  double width() const { return image_.width; }
  double height() const { return image_.height; }

  // Sets every pixel to the colour for its position.
  void paint(const std::function<Colour(double x, double y)>& colour_at);
  // Blends over every pixel the colour for its position, with the opacity that is returned beside
  // it.
  void overlay(const std::function<std::pair<Colour, double>(double x, double y)>& layer_at);
  // Blends a colour over the pixels of a box; `share_at` gives the opacity at the top left of each
  // pixel.
  void cover(const Box& bounds,
             const Colour& colour,
             const std::function<double(double x, double y)>& share_at);
  void box(const Box& box, const Colour& colour);
  void rounded_box(const Box& box, double radius, const Colour& colour);
  void ellipse(const Box& bounds, const Colour& colour);
  // The part of an ellipse above `floor_y`.
  void dome(const Box& bounds, double floor_y, const Colour& colour);
  void line(const Point& from, const Point& to, double thickness, const Colour& colour);
  // Draws characters of five by seven cells of `cell` pixels each, with one cell between
  // characters.
  void text(Point top_left, double cell, std::string_view text, const Colour& colour);
  // Adds the noise of a sensor to every pixel.
  void grain(Dice& dice, double sigma);

  RgbImage take() && { return std::move(image_); }

 private:
  void blend(long x, long y, const Colour& colour, double share);
  // Fills the area where the signed distance to the border is negative.
  template <class Distance>
  void fill(const Box& bounds, const Colour& colour, Distance distance);

  RgbImage image_;
};

}  // namespace countersign::drawing
