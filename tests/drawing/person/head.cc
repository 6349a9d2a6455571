#include "tests/drawing/person/head.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/drawing/dice.h"
#include "tests/drawing/person/rotation.h"

// The unit of length is half a head: the crown is at y = -1, the chin at 1; x points to the right
// of the picture, z to the camera.
namespace countersign::drawing {
namespace {

constexpr double kCameraAway = 6;
constexpr std::size_t kRows = 260;
constexpr std::size_t kColumns = 360;
constexpr double kMostAround = 2.5;  // radians from the tip of the nose to the back of the hair

// A Gaussian: 1 at the middle, falling off over the widths.
double bump(double x, double y, double width, double height) {
  return std::exp(-0.5 * (x * x / (width * width) + y * y / (height * height)));
}
double ridge(double distance, double width) {
  return std::exp(-distance * distance / (width * width));
}
// Rises smoothly from 0 at `from` to 1 at `to`.
double step(double from, double to, double at) {
  const double t = std::clamp((at - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

struct Person {
  Colour skin, hair, iris, lips, shirt;
  double width, depth, jaw;
  double eyes_apart, eyes_y, eye_width, eye_height;
  double brow_above, brow_thick;
  double nose_length, nose_width, nose_high;
  double lips_y, lips_width;
  double hairline;
  double sides;  // how far down the hair grows beside the face
};

Person person_of(std::uint64_t seed) {
  Dice dice(seed ^ 0x4865'6164);
  Person p{};
  const double tone = dice.share();
  p.skin = mixed({238, 200, 172}, {124, 84, 62}, tone);
  p.hair = mixed({24, 19, 17}, {150, 112, 70}, dice.share() * (1 - 0.8 * tone));
  p.iris = mixed({58, 38, 22}, {84, 112, 132}, dice.share() * (1 - tone));
  p.lips = mixed(p.skin, {150, 40, 50}, dice.between(0.35, 0.55));
  p.shirt = {dice.between(30, 190), dice.between(30, 190), dice.between(30, 190)};
  p.width = dice.between(0.70, 0.78);
  p.depth = dice.between(0.86, 0.94);
  p.jaw = dice.between(0.14, 0.28);
  p.eyes_apart = dice.between(0.275, 0.31);
  p.eyes_y = dice.between(-0.10, -0.05);
  p.eye_width = dice.between(0.115, 0.135);
  p.eye_height = dice.between(0.046, 0.062);
  p.brow_above = dice.between(0.15, 0.185);
  p.brow_thick = dice.between(0.022, 0.036);
  p.nose_length = dice.between(0.27, 0.33);
  p.nose_width = dice.between(0.085, 0.11);
  p.nose_high = dice.between(0.17, 0.22);
  p.lips_y = dice.between(0.42, 0.47);
  p.lips_width = dice.between(0.20, 0.25);
  p.hairline = dice.between(-0.68, -0.56);
  p.sides = dice.share() < 0.35 ? 1.2 : dice.between(-0.1, 0.15);
  return p;
}

// The amount of hair at a place of the head, 0 to 1.
double hair_at(const Person& p, const Vector& at) {
  const double line = p.hairline + 0.07 * std::cos(5.5 * at.x);
  const double above = step(line + 0.03, line - 0.03, at.y);
  const double beside = step(0.30, 0.18, at.z) * step(p.sides + 0.05, p.sides - 0.05, at.y);
  return std::max(above, beside);
}

Vector surface(const Person& p, double around, double y) {
  const double egg = std::sqrt(std::max(0.0, 1 - std::pow(std::abs(y), y < 0 ? 2.4 : 2.15)));
  const double to_chin = step(0.15, 1.0, y);
  const double width = p.width * egg * (1 - p.jaw * to_chin);
  const double depth = p.depth * egg * (1 - 0.16 * to_chin);
  Vector at = {width * std::sin(around), y, depth * std::cos(around)};
  // A face is flatter than an egg.
  if (at.z > 0) at.z -= 0.10 * step(0.55, 0.0, std::abs(at.x)) * step(0.95, 0.4, std::abs(y));
  const double front = std::clamp(1.8 * std::cos(around), 0.0, 1.0);
  double out = 0;
  const double tip = p.eyes_y + p.nose_length;
  out += p.nose_high * bump(at.x, y - tip, 0.065, 0.07);
  out += 0.62 * p.nose_high * bump(at.x, y - (tip - 0.5 * p.nose_length), 0.05, 0.12);
  out += 0.05 * (bump(at.x - p.nose_width, y - tip - 0.02, 0.045, 0.045) +
                 bump(at.x + p.nose_width, y - tip - 0.02, 0.045, 0.045));
  for (const double side : {-1.0, 1.0}) {
    const double x = at.x - side * p.eyes_apart;
    out -= 0.10 * bump(x, y - p.eyes_y, 0.125, 0.075);
    out += 0.05 * bump(x, y - p.eyes_y, 0.08, 0.05);
    out += 0.05 * bump(x, y - (p.eyes_y - p.brow_above), 0.16, 0.045);
    out += 0.045 * bump(at.x - side * 0.42, y - 0.18, 0.13, 0.13);
  }
  out += 0.055 * bump(at.x, y - p.lips_y, 0.8 * p.lips_width, 0.055);
  out -= 0.035 * bump(at.x, y - (p.lips_y + 0.14), 0.17, 0.04);
  out += 0.07 * bump(at.x, y - 0.80, 0.17, 0.11);
  at.z += out * front;
  const double grown = 0.07 * hair_at(p, at);
  return {at.x * (1 + grown), at.y * (1 + 0.6 * grown), at.z * (1 + grown)};
}

void lay(Colour& colour, const Colour& over, double share) { colour = mixed(colour, over, share); }

void paint_eye(const Person& p, double x, double y, double side, Colour& colour) {
  const Colour shade = mixed(p.skin, {50, 28, 24}, 0.45);
  lay(colour, shade, 0.5 * bump(x, y, 0.13, 0.065));
  const double along = x / p.eye_width;
  const double open = 1 - along * along;
  if (open > 0) {
    const double upper = y + p.eye_height * std::pow(open, 0.6);
    const double lower = 0.75 * p.eye_height * std::pow(open, 0.8) - y;
    const double inside = step(0, 0.012, upper) * step(0, 0.012, lower);
    if (inside > 0) {
      const double off = std::hypot(x, y);
      Colour ball = {236, 233, 229};
      lay(ball, p.iris, step(0.062, 0.054, off));
      lay(ball, {10, 9, 9}, step(0.030, 0.024, off));
      lay(ball, {250, 250, 250}, step(0.014, 0.009, std::hypot(x - 0.018, y + 0.020)));
      lay(colour, ball, inside);
    }
    lay(colour, {36, 24, 20}, 0.85 * ridge(upper, 0.014));
    lay(colour, shade, 0.5 * ridge(lower, 0.010));
    lay(colour, shade, 0.5 * ridge(upper + 0.04, 0.011) * step(0, 0.2, open));
  }
  const double arch = y + p.brow_above - 0.9 * x * x + 0.05 * side * x;
  const double brow = ridge(arch, p.brow_thick) * step(0.185, 0.13, std::abs(x));
  lay(colour, mixed(p.hair, {10, 8, 8}, 0.25), 0.9 * brow);
}

Colour colour_of(const Person& p, const Vector& at) {
  Colour colour = p.skin;
  const Colour shade = mixed(p.skin, {60, 30, 24}, 0.5);
  const Colour blush = mixed(p.skin, {200, 90, 80}, 0.3);
  if (at.z > 0.1) {
    for (const double side : {-1.0, 1.0}) {
      lay(colour, blush, 0.5 * bump(at.x - 0.4 * side, at.y - 0.2, 0.14, 0.12));
      paint_eye(p, at.x - side * p.eyes_apart, at.y - p.eyes_y, side, colour);
    }
    const double tip = p.eyes_y + p.nose_length;
    for (const double side : {-1.0, 1.0}) {
      lay(colour, {46, 24, 20}, 0.8 * bump(at.x - 0.047 * side, at.y - tip - 0.06, 0.022, 0.014));
      lay(colour, shade, 0.6 * bump(at.x - p.nose_width * side, at.y - tip - 0.02, 0.022, 0.04));
      lay(colour, shade, 0.35 * bump(at.x - 0.07 * side, at.y - p.eyes_y - 0.08, 0.022, 0.09));
    }
    lay(colour, shade, 0.5 * bump(at.x, at.y - tip - 0.09, 0.08, 0.022));
    const double along = at.x / p.lips_width;
    if (std::abs(along) < 1) {
      const double thin = 1 - along * along;
      const double off = at.y - p.lips_y;
      const double upper = 0.045 * thin * (1 - 0.15 * ridge(along, 0.2));
      const double lower = 0.058 * thin;
      lay(colour, p.lips, 0.85 * step(0, 0.012, off + upper) * step(0, 0.012, lower - off));
      lay(colour, {64, 26, 26}, 0.8 * ridge(off, 0.011));
    }
    lay(colour, shade, 0.35 * bump(at.x, at.y - p.lips_y - 0.10, 0.13, 0.025));
  }
  const double strands = 0.85 + 0.15 * std::sin(70 * at.x + 11 * at.y);
  const Colour hair = {p.hair.red * strands, p.hair.green * strands, p.hair.blue * strands};
  lay(colour, hair, hair_at(p, at));
  return colour;
}

// A corner of the body's mesh: its place on the person, its place and depth in the picture, and its
// brightness from its slope to the light.
struct Corner {
  Vector on_person;
  double x = 0;
  double y = 0;
  double depth = 0;
  double bright = 0;
};

class Body {
 public:
  Body(const Box& frame, const HeadPlace& place, const HeadLight& light)
      : left_(static_cast<long>(std::floor(frame.left))),
        top_(static_cast<long>(std::floor(frame.top))),
        width_(static_cast<long>(std::ceil(frame.width))),
        height_(static_cast<long>(std::ceil(frame.height))),
        place_(place),
        light_(light),
        towards_light_(normalized({light.from_right, -light.from_above, 0.85})),
        pixels_(static_cast<std::size_t>(width_ * height_)) {}

  // Adds a mesh of corners over the surface that `point_at(column, row)` gives.
  template <class PointAt, class ColourOf>
  void add(std::size_t columns,
           std::size_t rows,
           const Rotation& rotation,
           const PointAt& point_at,
           const ColourOf& colour_of_place) {
    std::vector<Vector> points(columns * rows);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        points[row * columns + column] = point_at(column, row);
      }
    }
    std::vector<Corner> corners(points.size());
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t column = 0; column < columns; ++column) {
        const auto point = [&](std::size_t x, std::size_t y) { return points[y * columns + x]; };
        const Vector along =
            point(std::min(column + 1, columns - 1), row) - point(column > 0 ? column - 1 : 0, row);
        const Vector down =
            point(column, std::min(row + 1, rows - 1)) - point(column, row > 0 ? row - 1 : 0);
        corners[row * columns + column] =
            corner_of(point(column, row), rotation, normalized(cross(along, down)));
      }
    }
    for (std::size_t row = 0; row + 1 < rows; ++row) {
      for (std::size_t column = 0; column + 1 < columns; ++column) {
        const Corner* upper = &corners[row * columns + column];
        const Corner* lower = upper + columns;
        triangle(upper[0], upper[1], lower[0], colour_of_place);
        triangle(lower[1], lower[0], upper[1], colour_of_place);
      }
    }
  }

  void draw(Canvas& canvas) const {
    canvas.overlay([this](double x, double y) {
      const long column = static_cast<long>(x) - left_;
      const long row = static_cast<long>(y) - top_;
      if (column < 0 || row < 0 || column >= width_ || row >= height_) {
        return std::pair(Colour{}, 0.0);
      }
      const Pixel& pixel = pixels_[static_cast<std::size_t>(row * width_ + column)];
      return std::pair(pixel.colour, pixel.depth > kBehind ? 1.0 : 0.0);
    });
  }

 private:
  static constexpr double kBehind = -100;
  struct Pixel {
    double depth = kBehind;
    Colour colour;
  };

  Corner corner_of(const Vector& point, const Rotation& rotation, const Vector& slope) const {
    const Vector at = rotation(point);
    Vector facing = rotation(slope);
    if (facing.z < 0) facing = facing * -1;
    const double near = kCameraAway / (kCameraAway - at.z);
    const double lit = std::max(0.0, dot(facing, towards_light_));
    return {point,
            place_.middle.x + place_.radius * near * at.x,
            place_.middle.y + place_.radius * near * at.y,
            at.z,
            light_.everywhere + 0.62 * lit};
  }

  template <class ColourOf>
  void triangle(const Corner& a,
                const Corner& b,
                const Corner& c,
                const ColourOf& colour_of_place) {
    const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (std::abs(area) < 1e-9) return;
    const auto pixel = [](double value) { return static_cast<long>(std::ceil(value - 0.5)); };
    const long first_x = std::max(pixel(std::min({a.x, b.x, c.x})), left_);
    const long last_x = std::min(pixel(std::max({a.x, b.x, c.x})), left_ + width_);
    const long first_y = std::max(pixel(std::min({a.y, b.y, c.y})), top_);
    const long last_y = std::min(pixel(std::max({a.y, b.y, c.y})), top_ + height_);
    for (long y = first_y; y < last_y; ++y) {
      for (long x = first_x; x < last_x; ++x) {
        const double px = static_cast<double>(x) + 0.5;
        const double py = static_cast<double>(y) + 0.5;
        const double of_b = ((px - a.x) * (c.y - a.y) - (c.x - a.x) * (py - a.y)) / area;
        const double of_c = ((b.x - a.x) * (py - a.y) - (px - a.x) * (b.y - a.y)) / area;
        const double of_a = 1 - of_b - of_c;
        if (of_a < -1e-6 || of_b < -1e-6 || of_c < -1e-6) continue;
        Pixel& there = pixels_[static_cast<std::size_t>((y - top_) * width_ + x - left_)];
        const double depth = of_a * a.depth + of_b * b.depth + of_c * c.depth;
        if (depth <= there.depth) continue;
        const auto blend = [&](double Vector::*part) {
          return of_a * a.on_person.*part + of_b * b.on_person.*part + of_c * c.on_person.*part;
        };
        const Colour colour =
            colour_of_place({blend(&Vector::x), blend(&Vector::y), blend(&Vector::z)});
        const double bright = of_a * a.bright + of_b * b.bright + of_c * c.bright;
        there = {depth, {colour.red * bright, colour.green * bright, colour.blue * bright}};
      }
    }
  }

  long left_, top_, width_, height_;
  HeadPlace place_;
  HeadLight light_;
  Vector towards_light_;
  std::vector<Pixel> pixels_;
};

double share_of(std::size_t i, std::size_t count) {
  return static_cast<double>(i) / static_cast<double>(count - 1);
}

void add_shoulders(Body& body, const Person& p) {
  constexpr std::size_t kNet = 90;
  const double tall = 2.6;
  const auto half_turn = [](std::size_t column) {
    return std::numbers::pi * (share_of(column, kNet) - 0.5);
  };
  body.add(
      kNet,
      kNet,
      Rotation({}),
      [&](std::size_t column, std::size_t row) {
        const double around = half_turn(column);
        const double wide = 0.40 + 0.06 * share_of(row, kNet);
        return Vector{
            wide * std::sin(around), 0.55 + share_of(row, kNet), wide * std::cos(around) - 0.35};
      },
      [&](const Vector& at) {
        return mixed(p.skin, {50, 28, 24}, 0.40 * step(1.25, 0.7, at.y));
      });
  body.add(
      kNet,
      kNet,
      Rotation({}),
      [&](std::size_t column, std::size_t row) {
        const double down = share_of(row, kNet);
        const double around = half_turn(column);
        const double wide =
            0.36 +
            1.45 * std::pow(std::sin(0.5 * std::numbers::pi * std::min(1.0, 1.9 * down)), 0.7);
        return Vector{
            wide * std::sin(around), 1.18 + tall * down, 0.5 * wide * std::cos(around) - 0.35};
      },
      [&](const Vector&) { return p.shirt; });
}

void add_ears(Body& body, const Person& p, const Rotation& rotation) {
  constexpr std::size_t kNet = 40;
  for (const double side : {-1.0, 1.0}) {
    body.add(
        kNet,
        kNet,
        rotation,
        [&](std::size_t column, std::size_t row) {
          const double around = std::numbers::pi * (2 * share_of(column, kNet) - 1);
          const double out = share_of(row, kNet);
          return Vector{side * (0.93 * p.width + 0.09 * std::sin(0.5 * std::numbers::pi * out)),
                        p.eyes_y + 0.10 + 0.19 * out * std::cos(around),
                        -0.05 + 0.10 * out * std::sin(around)};
        },
        [&](const Vector&) {
          return mixed(p.skin, {90, 40, 34}, 0.25);
        });
  }
}

}  // namespace

void draw_person(Canvas& canvas,
                 const Box& frame,
                 std::uint64_t seed,
                 const HeadPlace& place,
                 const HeadAngles& angles,
                 const HeadLight& light) {
  const Person p = person_of(seed);
  Body body(frame, place, light);
  const Rotation rotation(angles);
  add_shoulders(body, p);
  if (p.sides < 1) add_ears(body, p, rotation);
  body.add(
      kColumns,
      kRows,
      rotation,
      [&](std::size_t column, std::size_t row) {
        return surface(p,
                       kMostAround * (2 * share_of(column, kColumns) - 1),
                       std::sin(std::numbers::pi * (share_of(row, kRows) - 0.5)));
      },
      [&](const Vector& at) { return colour_of(p, at); });
  body.draw(canvas);
}

}  // namespace countersign::drawing
