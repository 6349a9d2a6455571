#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/drawing/person/head.h"

namespace countersign::drawing {

// x points to the right of the picture, y down, z to the camera.
struct Vector {
  double x = 0;
  double y = 0;
  double z = 0;
};
inline Vector operator-(const Vector& a, const Vector& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vector operator*(const Vector& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vector normalized(const Vector& a) { return a * (1 / std::max(1e-9, std::sqrt(dot(a, a)))); }

// Turns a point of a head as the head is turned, nodded and tilted.
class Rotation {
 public:
  explicit Rotation(const HeadAngles& angles)
      : turn_(angles.turn), nod_(angles.nod), tilt_(angles.tilt) {}
  Vector operator()(const Vector& p) const {
    const Vector turned = {
        p.x * turn_.cos + p.z * turn_.sin, p.y, -p.x * turn_.sin + p.z * turn_.cos};
    const Vector nodded = {turned.x,
                           turned.y * nod_.cos + turned.z * nod_.sin,
                           -turned.y * nod_.sin + turned.z * nod_.cos};
    return {nodded.x * tilt_.cos - nodded.y * tilt_.sin,
            nodded.x * tilt_.sin + nodded.y * tilt_.cos,
            nodded.z};
  }

 private:
  struct Angle {
    explicit Angle(double degrees)
        : cos(std::cos(degrees * kRadian)), sin(std::sin(degrees * kRadian)) {}
    static constexpr double kRadian = std::numbers::pi / 180;
    double cos, sin;
  };
  Angle turn_, nod_, tilt_;
};

}  // namespace countersign::drawing
