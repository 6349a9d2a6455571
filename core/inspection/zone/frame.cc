#include "core/inspection/zone/frame.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace countersign {

Frame::Frame(unsigned eighths)
    : eighths_(eighths),
      cosine_(std::cos(eighths * std::numbers::pi / 4)),
      sine_(std::sin(eighths * std::numbers::pi / 4)) {}

Blob Frame::from_picture(const Blob& blob) const {
  const PicturePoint middle =
      from_picture(PicturePoint{static_cast<double>(blob.x), static_cast<double>(blob.y)});
  Blob turned = {
      static_cast<float>(middle.x), static_cast<float>(middle.y), blob.width, blob.height};
  if (eighths_ % 4 == 2) std::swap(turned.width, turned.height);
  if (eighths_ % 2 == 1) {
    // The box of a letter on its edge says little of the letter: (width + height) / sqrt(2) each
    // way, of a letter two thirds as wide as high.
    constexpr float kHeightOfBox = 0.85F;
    turned.height = kHeightOfBox * std::max(blob.width, blob.height);
    turned.width = kHeightOfBox * std::min(blob.width, blob.height);
  }
  return turned;
}

std::vector<Blob> Frame::from_picture(const std::vector<Blob>& blobs) const {
  std::vector<Blob> turned;
  turned.reserve(blobs.size());
  for (const Blob& blob : blobs) turned.push_back(from_picture(blob));
  return turned;
}

}  // namespace countersign
