#include "core/inspection/zone/blobs.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace countersign {
namespace {

// A run of ink in one row: the columns from `left` up to, and without, `right`.
struct Run {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  std::uint32_t area = 0;  // the index of its area
};

// The bounding box of an area: `right` and `bottom` are just outside.
struct Box {
  std::uint32_t left = 0;
  std::uint32_t top = 0;
  std::uint32_t right = 0;
  std::uint32_t bottom = 0;

  void include(const Box& other) {
    left = std::min(left, other.left);
    top = std::min(top, other.top);
    right = std::max(right, other.right);
    bottom = std::max(bottom, other.bottom);
  }
};

// Areas that grow together, each with its box.
class Areas {
 public:
  std::uint32_t add(const Box& box) {
    boxes_.push_back(box);
    parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
    return parents_.back();
  }
  std::uint32_t root_of(std::uint32_t area) {
    while (parents_[area] != area) {
      parents_[area] = parents_[parents_[area]];
      area = parents_[area];
    }
    return area;
  }
  void grow(std::uint32_t area, const Box& box) { boxes_[root_of(area)].include(box); }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root_of(a);
    b = root_of(b);
    if (a == b) return;
    const std::uint32_t first = std::min(a, b);
    const std::uint32_t second = std::max(a, b);
    parents_[second] = first;
    boxes_[first].include(boxes_[second]);
  }
  std::vector<Box> whole() const {
    std::vector<Box> result;
    for (std::uint32_t area = 0; area < parents_.size(); ++area) {
      if (parents_[area] == area) result.push_back(boxes_[area]);
    }
    return result;
  }

 private:
  std::vector<std::uint32_t> parents_;
  std::vector<Box> boxes_;
};

void find_runs(const std::uint8_t* row, std::size_t width, int level, std::vector<Run>& runs) {
  runs.clear();
  std::size_t x = 0;
  while (x < width) {
    while (x < width && row[x] < level) ++x;
    if (x == width) return;
    const std::size_t left = x;
    while (x < width && row[x] >= level) ++x;
    runs.push_back({static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(x), 0});
  }
}

// Gives each run of a row the area of the runs above that it touches, or a new one.
void connect(std::vector<Run>& runs, const std::vector<Run>& above, std::uint32_t y, Areas& areas) {
  std::size_t first = 0;
  for (Run& run : runs) {
    const Box box = {run.left, y, run.right, y + 1};
    while (first < above.size() && above[first].right < run.left) ++first;
    bool touches = false;
    for (std::size_t i = first; i < above.size() && above[i].left <= run.right; ++i) {
      if (touches) {
        areas.join(run.area, above[i].area);
      } else {
        run.area = above[i].area;
        areas.grow(run.area, box);
        touches = true;
      }
    }
    if (!touches) run.area = areas.add(box);
  }
}

Blob blob_of(const Box& box) {
  return {static_cast<float>(box.left + box.right) / 2,
          static_cast<float>(box.top + box.bottom) / 2,
          static_cast<float>(box.right - box.left),
          static_cast<float>(box.bottom - box.top)};
}

}  // namespace

std::vector<Blob> find_blobs(const LumaImage& ink, const BlobLimits& limits) {
  Areas areas;
  std::vector<Run> above;
  std::vector<Run> runs;
  for (std::size_t y = 0; y < ink.height; ++y) {
    find_runs(ink.row(y), ink.width, limits.level, runs);
    connect(runs, above, static_cast<std::uint32_t>(y), areas);
    std::swap(runs, above);
  }
  std::vector<Blob> blobs;
  for (const Box& box : areas.whole()) {
    const Blob blob = blob_of(box);
    const auto side = static_cast<double>(std::max(blob.width, blob.height));
    if (side < limits.shortest || side > limits.longest) continue;
    if (blobs.size() == limits.most) return {};
    blobs.push_back(blob);
  }
  return blobs;
}

}  // namespace countersign
