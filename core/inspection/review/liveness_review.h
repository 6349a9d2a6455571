#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/inspection/engine.h"
#include "core/inspection/face/face_track.h"
#include "core/inspection/image/rgb_image.h"
#include "core/inspection/judgement.h"
#include "core/inspection/thresholds/thresholds.h"
#include "core/terms.h"

namespace countersign {

// Judges the frames of a liveness submission, one at a time: each picture, the one face that it has
// to show, and in the end whether the frames show the actions that were asked for, in their order.
// Of a check of each frame the worst frame is reported. It keeps facts and numbers of frames, not
// the frames. Whether the face is a person's or a good imitation's is not judged.
class LivenessReview {
 public:
  LivenessReview(std::size_t frame_count,
                 std::vector<Action> actions,
                 const Thresholds& thresholds,  // which live longer
                 Trace* trace = nullptr);       // where to say where faces were seen, if anywhere

  // The next frame, and the next one that cannot be decoded, with why.
  void add(const ImageFacts& facts, const RgbImage& picture);
  void add_unreadable(Judgement why);

  LivenessEvaluation finish() &&;

 private:
  void trace_face(const Face& face) const;
  void keep_worst(std::vector<Judgement> found, std::vector<Judgement>& kept) const;
  Judgement judge_count() const;
  Judgement judge_repeats() const;

  const std::size_t frame_count_;
  const std::vector<Action> actions_;
  const Thresholds& thresholds_;
  std::vector<std::optional<ImageFacts>> frames_;
  std::vector<Judgement> decoding_;
  std::vector<Judgement> quality_;
  std::vector<Judgement> face_;
  FaceTrack track_;
  Trace* trace_;
  std::size_t repeated_ = 0;  // frames that show what an earlier one showed
  std::string repeat_hint_;
};

}  // namespace countersign
