#pragma once
#include <vector>

#include "core/inspection/image/homography.h"
#include "core/inspection/zone/blobs.h"

namespace countersign {

// A picture turned about its first corner: lines of print that run in any direction are level, or
// nearly so, in one of four frames. Immutable.
class Frame {
 public:
  // `eighths` of a circle by which the frame's x axis is turned clockwise from the picture's.
  explicit Frame(unsigned eighths);

  PicturePoint from_picture(const PicturePoint& p) const {
    return {cosine_ * p.x + sine_ * p.y, cosine_ * p.y - sine_ * p.x};
  }
  PicturePoint to_picture(const PicturePoint& p) const {
    return {cosine_ * p.x - sine_ * p.y, cosine_ * p.y + sine_ * p.x};
  }
  std::vector<Blob> from_picture(const std::vector<Blob>& blobs) const;

 private:
  Blob from_picture(const Blob& blob) const;

  unsigned eighths_;
  double cosine_;
  double sine_;
};

}  // namespace countersign
