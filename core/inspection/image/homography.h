#pragma once
#include <array>
#include <optional>

namespace countersign {

// A point in a picture, in pixels from its top left corner. The centre of the first pixel is (0.5,
// 0.5).
struct PicturePoint {
  double x = 0;
  double y = 0;
};

// Corners in clockwise order: top left, top right, bottom right, bottom left.
using Quadrilateral = std::array<PicturePoint, 4>;

double distance(const PicturePoint& a, const PicturePoint& b);
// In square pixels; positive if the corners are in the order above.
double area_of(const Quadrilateral& corners);
// Whether the point is in the quadrilateral, whose corners are in the order above.
bool encloses(const Quadrilateral& corners, const PicturePoint& p);
Quadrilateral rectangle(double width, double height);
// The same corners in a picture that is so many times as wide and as high.
Quadrilateral scaled(const Quadrilateral& corners, double scale_x, double scale_y);
// Returns the same corners, beginning `quarters` corners later: the document turned.
Quadrilateral turned(const Quadrilateral& corners, unsigned quarters);

// The projective map of one plane onto another that maps four points to four (Hartley and
// Zisserman, Multiple View Geometry, 4.1): what a camera does to a flat document. Immutable.
class Homography {
 public:
  // Returns nullopt if three of the corners lie on a line.
  static std::optional<Homography> between(const Quadrilateral& from, const Quadrilateral& to);

  PicturePoint operator()(double x, double y) const {
    const double depth = m_[6] * x + m_[7] * y + 1;
    return {(m_[0] * x + m_[1] * y + m_[2]) / depth, (m_[3] * x + m_[4] * y + m_[5]) / depth};
  }

  // Where one unit of x and one of y lead: the first two columns of the map, whose ninth element is
  // 1.
  std::array<std::array<double, 3>, 2> directions() const {
    return {{{m_[0], m_[3], m_[6]}, {m_[1], m_[4], m_[7]}}};
  }

 private:
  explicit Homography(const std::array<double, 8>& m) : m_(m) {}
  std::array<double, 8> m_;  // row by row; the ninth is 1
};

}  // namespace countersign
