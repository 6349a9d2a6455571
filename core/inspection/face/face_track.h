#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/inspection/face/action_review.h"
#include "core/inspection/face/face_likeness.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/thresholds/face_thresholds.h"

namespace countersign {

// Follows the face of a recording from frame to frame. It keeps places and numbers, no pictures.
class FaceTrack {
 public:
  // The thresholds live longer.
  explicit FaceTrack(const FaceThresholds& thresholds) : thresholds_(thresholds) {}

  // The next frame: whether it shows one face, of sufficient size, in the middle, near where it was
  // before. Always the same checks in the same order.
  std::vector<Judgement> add(const RgbImage& picture);
  // The next frame, which nobody can look at: the same checks, not performed.
  std::vector<Judgement> skip();

  // Of the last frame, in pixels of its picture: also those that are one too many.
  const std::vector<Face>& last_found() const { return last_found_; }
  // The faces, one a frame; none when a frame has no one face.
  std::optional<std::span<const SeenFace>> faces() const;
  // Whether they are one person's, as far as can be told. Not performed where a frame has no
  // one face.
  Judgement judge_same_face() const;

 private:
  const FaceThresholds& thresholds_;
  std::vector<SeenFace> seen_;
  std::vector<FaceLook> looks_;  // of the same
  std::vector<Face> last_found_;
  bool complete_ = true;
};

}  // namespace countersign
