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
  // the position of the face that was seen last. Always gives the same checks in the same order,
  // but none for a frame without a face.
  std::vector<Judgement> add(const RgbImage& picture);
  // Records a frame that cannot be inspected: gives the same checks, not performed.
  std::vector<Judgement> skip();

  // A frame that shows no face and no turn either, with the same checks as the other frames.
  struct Loss {
    std::uint32_t frame = 0;  // its number, from 1
    std::vector<Judgement> judgements;
  };
  // Decides on the frames without a face (lost_frames.h), and returns those that are no turn. Call
  // it once, after the last frame.
  std::vector<Loss> judge_losses();

  // The faces of the last frame, in pixels of its picture, including surplus ones.
  const std::vector<Face>& last_found() const { return last_found_; }
  // One face per frame; none if any frame does not have exactly one. A frame that counts as a turn
  // has the face of the frame beside it.
  // REQUIRES: judge_losses() was called.
  std::optional<std::span<const SeenFace>> faces() const;
  // Judges whether all faces belong to one person, as far as that can be judged. The check is not
  // performed if any frame does not have exactly one face, or counts as a turn.
  // REQUIRES: judge_losses() was called.
  Judgement judge_same_face() const;

 private:
  // A frame: skipped, without a face, or with one.
  struct Frame {
    bool skipped = false;
    std::optional<SeenFace> face{};
  };

  std::vector<Face> find(const LumaImage& luma) const;
  std::vector<Judgement> judge(double score, const SeenFace& now) const;
  Judgement judge_continuity(const SeenFace& now) const;

  const FaceThresholds& thresholds_;
  std::vector<Frame> frames_;
  std::optional<SeenFace> before_;  // the face that was seen last
  std::vector<SeenFace> seen_;      // of every frame, once the losses are judged
  std::vector<FaceLook> looks_;
  std::vector<std::uint32_t> look_frames_;  // the number of the frame of each look, from 1
  std::vector<Face> last_found_;
  bool complete_ = true;
};

}  // namespace countersign
