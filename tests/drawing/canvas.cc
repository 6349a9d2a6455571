#include "tests/drawing/canvas.h"

#include <algorithm>
#include <cmath>

#include "tests/drawing/glyphs.h"

namespace countersign::drawing {

Colour mixed(const Colour& a, const Colour& b, double share_of_b) {
  const double s = std::clamp(share_of_b, 0.0, 1.0);
  return {a.red + s * (b.red - a.red),
          a.green + s * (b.green - a.green),
          a.blue + s * (b.blue - a.blue)};
}

void Canvas::paint(const std::function<Colour(double x, double y)>& colour_at) {
  for (std::uint32_t y = 0; y < image_.height; ++y) {
    std::uint8_t* pixel = image_.row(y);
    for (std::uint32_t x = 0; x < image_.width; ++x) {
      const Colour colour = colour_at(x, y);
      pixel[0] = channel(colour.red);
      pixel[1] = channel(colour.green);
      pixel[2] = channel(colour.blue);
      pixel += 3;
    }
  }
}

void Canvas::overlay(const std::function<std::pair<Colour, double>(double x, double y)>& layer_at) {
  for (long y = 0; y < static_cast<long>(image_.height); ++y) {
    for (long x = 0; x < static_cast<long>(image_.width); ++x) {
      const auto [colour, share] = layer_at(static_cast<double>(x), static_cast<double>(y));
      if (share > 0) blend(x, y, colour, share);
    }
  }
}

void Canvas::cover(const Box& bounds,
                   const Colour& colour,
                   const std::function<double(double x, double y)>& share_at) {
  const long right =
      std::min(static_cast<long>(image_.width), std::lround(std::ceil(bounds.left + bounds.width)));
  const long bottom = std::min(static_cast<long>(image_.height),
                               std::lround(std::ceil(bounds.top + bounds.height)));
  for (long y = std::max(0L, std::lround(std::floor(bounds.top))); y < bottom; ++y) {
    for (long x = std::max(0L, std::lround(std::floor(bounds.left))); x < right; ++x) {
      const double share = share_at(static_cast<double>(x), static_cast<double>(y));
      if (share > 0) blend(x, y, colour, share);
    }
  }
}

void Canvas::blend(long x, long y, const Colour& colour, double share) {
  std::uint8_t* pixel = image_.row(static_cast<std::uint32_t>(y)) + 3 * x;
  pixel[0] = channel(pixel[0] + share * (colour.red - pixel[0]));
  pixel[1] = channel(pixel[1] + share * (colour.green - pixel[1]));
  pixel[2] = channel(pixel[2] + share * (colour.blue - pixel[2]));
}

template <class Distance>
void Canvas::fill(const Box& bounds, const Colour& colour, Distance distance) {
  const long left = std::max(0L, std::lround(std::floor(bounds.left)) - 1);
  const long top = std::max(0L, std::lround(std::floor(bounds.top)) - 1);
  const long right =
      std::min(static_cast<long>(image_.width), std::lround(bounds.left + bounds.width) + 2);
  const long bottom =
      std::min(static_cast<long>(image_.height), std::lround(bounds.top + bounds.height) + 2);
  for (long y = top; y < bottom; ++y) {
    for (long x = left; x < right; ++x) {
      const double inside =
          0.5 - distance(static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5);
      if (inside > 0) blend(x, y, colour, std::min(1.0, inside));
    }
  }
}

void Canvas::box(const Box& box, const Colour& colour) { rounded_box(box, 0, colour); }

void Canvas::rounded_box(const Box& box, double radius, const Colour& colour) {
  const double cx = box.left + box.width / 2;
  const double cy = box.top + box.height / 2;
  const double hx = box.width / 2 - radius;
  const double hy = box.height / 2 - radius;
  fill(box, colour, [=](double x, double y) {
    const double dx = std::abs(x - cx) - hx;
    const double dy = std::abs(y - cy) - hy;
    const double outside = std::hypot(std::max(dx, 0.0), std::max(dy, 0.0));
    return outside + std::min(std::max(dx, dy), 0.0) - radius;
  });
}

void Canvas::ellipse(const Box& bounds, const Colour& colour) {
  dome(bounds, bounds.top + bounds.height, colour);
}

void Canvas::dome(const Box& bounds, double floor_y, const Colour& colour) {
  const double rx = bounds.width / 2;
  const double ry = bounds.height / 2;
  if (rx <= 0 || ry <= 0) return;
  const double cx = bounds.left + rx;
  const double cy = bounds.top + ry;
  fill(bounds, colour, [=](double x, double y) {
    const double reach = std::hypot((x - cx) / rx, (y - cy) / ry);
    return std::max((reach - 1) * std::min(rx, ry), y - floor_y);
  });
}

void Canvas::line(const Point& from, const Point& to, double thickness, const Colour& colour) {
  const double half = thickness / 2;
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const Box bounds = {std::min(from.x, to.x) - half,
                      std::min(from.y, to.y) - half,
                      std::abs(dx) + thickness,
                      std::abs(dy) + thickness};
  const double squared = std::max(dx * dx + dy * dy, 1e-9);
  fill(bounds, colour, [=](double x, double y) {
    const double along = std::clamp(((x - from.x) * dx + (y - from.y) * dy) / squared, 0.0, 1.0);
    return std::hypot(x - from.x - along * dx, y - from.y - along * dy) - half;
  });
}

void Canvas::text(Point top_left, double cell, std::string_view text, const Colour& colour) {
  for (const char character : text) {
    const Glyph glyph = glyph_of(character);
    for (int column = 0; column < kGlyphColumns; ++column) {
      // Vertically adjacent cells are one stroke.
      int row = 0;
      while (row < kGlyphRows) {
        int end = row;
        while (end < kGlyphRows && (glyph[static_cast<std::size_t>(column)] >> end & 1) != 0) ++end;
        if (end > row) {
          box({top_left.x + column * cell, top_left.y + row * cell, cell, (end - row) * cell},
              colour);
        }
        row = end + 1;
      }
    }
    top_left.x += (kGlyphColumns + 1) * cell;
  }
}

void Canvas::grain(Dice& dice, double sigma) {
  for (std::uint8_t& byte : image_.bytes) byte = channel(byte + sigma * dice.normal());
}

}  // namespace countersign::drawing
