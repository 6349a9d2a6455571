#pragma once
#include <cmath>
#include <string>
#include <string_view>

#include "core/inspection/image/homography.h"
#include "core/inspection/trace.h"

namespace countersign {

// Adds a shape to a trace, if there is one.
inline void add_shape(Trace* trace, std::string_view name, const Quadrilateral& corners) {
  if (trace == nullptr) return;
  TraceShape shape{std::string(name), {}};
  for (const PicturePoint& corner : corners) {
    shape.corners.push_back({static_cast<std::int32_t>(std::lround(corner.x)),
                             static_cast<std::int32_t>(std::lround(corner.y))});
  }
  trace->push_back(std::move(shape));
}

}  // namespace countersign
