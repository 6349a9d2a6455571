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
// to show, and at the end whether the frames show the requested actions in their order. Reports the
// worst frame of a check that is made on each frame. Keeps facts and numbers of frames, not the
// frames. Does not judge whether the face is a person's or a good imitation's.
class LivenessReview {
 public:
  LivenessReview(std::size_t frame_count,
                 std::vector<Action> actions,
                 const Thresholds& thresholds,  // must outlive this object
                 Trace* trace = nullptr);       // receives where faces were seen; may be null

  // Adds the next frame; add_unreadable() adds one that cannot be decoded, with the reason.
  void add(const ImageFacts& facts, const RgbImage& picture);
  void add_unreadable(Judgement why);

  LivenessEvaluation finish() &&;

 private:
  void trace_face(const Face& face) const;
  // A frame in which no face was found: light is asked for if it is dark.
  struct Faceless {
    double luma = 0;  // median
    std::uint32_t frame = 0;
  };
  void note_faceless(const RgbImage& picture);
  void ask_for_light();
  std::uint32_t number_of_last() const { return static_cast<std::uint32_t>(frames_.size()); }
  void keep_worst(std::vector<Judgement> found,
                  std::vector<Judgement>& kept,
                  std::uint32_t frame) const;
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
  std::size_t repeated_ = 0;  // frames equal to an earlier one
  std::string repeat_hint_;
  std::optional<Faceless> faceless_;  // the darkest
};

}  // namespace countersign
