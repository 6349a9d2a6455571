#include "core/inspection/outline/edge_count.h"

#include <algorithm>

namespace countersign {
namespace {

std::size_t within(double place, std::size_t length) {
  return static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(length)));
}

}  // namespace

LevelBox box_of(const Quadrilateral& q, double share) {
  return {(q[0].x + q[1].x + q[2].x + q[3].x) / 4,
          (q[0].y + q[1].y + q[2].y + q[3].y) / 4,
          (q[1].x + q[2].x - q[0].x - q[3].x) / 4 * share,
          (q[2].y + q[3].y - q[0].y - q[1].y) / 4 * share};
}

EdgeCount::EdgeCount(const EdgeMap& edges)
    : width_(edges.width), height_(edges.height), before_((width_ + 1) * (height_ + 1)) {
  for (std::size_t y = 0; y < height_; ++y) {
    std::uint32_t row = 0;
    for (std::size_t x = 0; x < width_; ++x) {
      row += edges.index[y * width_ + x] != 0 ? 1 : 0;
      before_[(y + 1) * (width_ + 1) + x + 1] = before_[y * (width_ + 1) + x + 1] + row;
    }
  }
}

EdgeCount::Count EdgeCount::in(const LevelBox& box) const {
  const std::size_t left = within(box.x - box.across, width_);
  const std::size_t right = within(box.x + box.across, width_);
  const std::size_t top = within(box.y - box.down, height_);
  const std::size_t bottom = within(box.y + box.down, height_);
  if (left >= right || top >= bottom) return {};
  const std::uint32_t edges = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
  return {static_cast<double>(edges),
          static_cast<double>(right - left) * static_cast<double>(bottom - top)};
}

}  // namespace countersign
