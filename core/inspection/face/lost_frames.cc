#include "core/inspection/face/lost_frames.h"

#include <algorithm>
#include <cmath>

namespace countersign {
namespace {

using Frames = std::span<const std::optional<SeenFace>>;

bool is_far(const SeenFace& face, const FaceThresholds& thresholds) {
  return std::abs(face.pose.turn) >= thresholds.lost_turn;
}

// The frame whose turned face stands for the frames from `first` to before `end`.
std::optional<std::size_t> stand_in(Frames frames,
                                    std::size_t first,
                                    std::size_t end,
                                    std::optional<std::size_t> taken,
                                    const FaceThresholds& thresholds) {
  if (first == 0 || end == frames.size()) return std::nullopt;
  if (static_cast<double>(end - first) > thresholds.lost_frames) return std::nullopt;
  const SeenFace& before = *frames[first - 1];
  const SeenFace& after = *frames[end];
  const bool far_before = is_far(before, thresholds);
  const bool far_after = is_far(after, thresholds);
  if (far_before && far_after && before.pose.turn * after.pose.turn < 0) return std::nullopt;
  if (far_before && taken != first - 1) return first - 1;
  if (far_after) return end;
  return std::nullopt;
}

}  // namespace

std::vector<std::optional<std::size_t>> shown_faces(Frames frames,
                                                    const FaceThresholds& thresholds) {
  std::vector<std::optional<std::size_t>> shown(frames.size());
  std::optional<std::size_t> taken;  // the last frame that stands for others
  for (std::size_t i = 0; i < frames.size();) {
    if (frames[i]) {
      shown[i] = i;
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < frames.size() && !frames[end]) ++end;
    const auto turned = stand_in(frames, i, end, taken, thresholds);
    if (turned) taken = turned;
    for (; i < end; ++i) shown[i] = turned;
  }
  return shown;
}

}  // namespace countersign
