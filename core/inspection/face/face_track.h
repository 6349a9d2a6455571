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

// Follows the face of a recording from frame to frame. Keeps positions and numbers, no pictures.
class FaceTrack {
 public:
  // REQUIRES: `thresholds` outlives this object.
  explicit FaceTrack(const FaceThresholds& thresholds) : thresholds_(thresholds) {}

  // Judges the next frame: whether it shows exactly one face, large enough, in the middle, and near
  // its previous position. Always gives the same checks in the same order.
  std::vector<Judgement> add(const RgbImage& picture);
  // Records a frame that cannot be inspected: gives the same checks, not performed.
  std::vector<Judgement> skip();

  // The faces of the last frame, in pixels of its picture, including surplus ones.
  const std::vector<Face>& last_found() const { return last_found_; }
  // One face per frame; none if any frame does not have exactly one.
  std::optional<std::span<const SeenFace>> faces() const;
  // Judges whether all faces belong to one person, as far as that can be judged. The check is not
  // performed if any frame does not have exactly one face.
  Judgement judge_same_face() const;

 private:
  const FaceThresholds& thresholds_;
  std::vector<SeenFace> seen_;
  std::vector<FaceLook> looks_;  // of the same frames
  std::vector<Face> last_found_;
  bool complete_ = true;
};

}  // namespace countersign
