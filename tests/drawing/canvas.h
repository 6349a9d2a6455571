#pragma once
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

  // The point, or the part that starts, at shares (x, y) of this box.
  Point at(double x, double y) const { return {left + x * width, top + y * height}; }
  Box part(double x, double y, double of_width, double of_height) const {
    return {left + x * width, top + y * height, of_width * width, of_height * height};
  }
};

// Draws into a picture that it owns. Shapes have soft borders of a pixel, as a
// camera sees them. Not thread-safe.
class Canvas {
 public:
  Canvas(std::uint32_t width, std::uint32_t height) : image_(width, height) {}

  double width() const { return image_.width; }
  double height() const { return image_.height; }

  // Every pixel from its place.
  void paint(const std::function<Colour(double x, double y)>& colour_at);
  // Lays over every pixel the colour for its place, as densely as the share beside it says.
  void overlay(const std::function<std::pair<Colour, double>(double x, double y)>& layer_at);
  // Colours the pixels of a box as densely as `share_at` the top left of each says.
  void cover(const Box& bounds,
             const Colour& colour,
             const std::function<double(double x, double y)>& share_at);
  void box(const Box& box, const Colour& colour);
  void rounded_box(const Box& box, double radius, const Colour& colour);
  void ellipse(const Box& bounds, const Colour& colour);
  // The part of an ellipse above a level.
  void dome(const Box& bounds, double floor_y, const Colour& colour);
  void line(const Point& from, const Point& to, double thickness, const Colour& colour);
  // Five by seven cells a character, of `cell` pixels each, and one between.
  void text(Point top_left, double cell, std::string_view text, const Colour& colour);
  // What a sensor adds to every pixel.
  void grain(Dice& dice, double sigma);

  RgbImage take() && { return std::move(image_); }

 private:
  void blend(long x, long y, const Colour& colour, double share);
  // Fills where the signed distance to the border is negative.
  template <class Distance>
  void fill(const Box& bounds, const Colour& colour, Distance distance);

  RgbImage image_;
};

}  // namespace countersign::drawing
