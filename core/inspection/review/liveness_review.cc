#include "core/inspection/review/liveness_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "core/inspection/face/action_review.h"
#include "core/inspection/face/face_detector.h"
#include "core/inspection/review/picture_quality.h"
#include "core/inspection/trace_shape.h"

namespace countersign {
namespace {

bool misses_face(const Judgement& judgement) {
  return judgement.check == name_of(Check::LivenessFace) && refused(judgement);
}

}  // namespace

LivenessReview::LivenessReview(std::size_t frame_count,
                               std::vector<Action> actions,
                               const Thresholds& thresholds,
                               Trace* trace)
    : frame_count_(frame_count),
      actions_(std::move(actions)),
      thresholds_(thresholds),
      track_(thresholds.face),
      trace_(trace) {}

void LivenessReview::add_unreadable(Judgement why) {
  frames_.emplace_back(std::nullopt);
  keep_worst({std::move(why)}, decoding_, number_of_last());
  keep_worst(track_.skip(), face_, number_of_last());
}

void LivenessReview::add(const ImageFacts& facts, const RgbImage& picture) {
  for (std::size_t earlier = 0; earlier < frames_.size(); ++earlier) {
    if (!frames_[earlier] || frames_[earlier]->pixels != facts.pixels) continue;
    ++repeated_;
    if (repeat_hint_.empty()) {
      repeat_hint_ =
          fmt::format("Frames {} and {} are the same picture. Record them one after the other.",
                      earlier + 1,
                      frames_.size() + 1);
    }
    break;
  }
  frames_.emplace_back(facts);
  keep_worst({wording(Check::LivenessDecoding)}, decoding_, number_of_last());
  std::vector<Judgement> quality = judge_frame_picture(picture, thresholds_.frame);
  // A picture that is refused for its quality is not searched.
  const bool fit = std::ranges::none_of(quality, refused);
  keep_worst(std::move(quality), quality_, number_of_last());
  keep_worst(fit && finds_faces() ? track_.add(picture) : track_.skip(), face_, number_of_last());
  if (fit && finds_faces() && track_.last_found().empty()) note_faceless(picture);
  for (const Face& face : track_.last_found()) trace_face(face);
}

// Checks that explain others come first: a picture that is too dark shows no face, and a person who
// is not seen performs no action.
LivenessEvaluation LivenessReview::finish() && {
  for (FaceTrack::Loss& loss : track_.judge_losses()) {
    keep_worst(std::move(loss.judgements), face_, loss.frame);
  }
  std::vector<Judgement> judgements = {judge_count()};
  append(std::move(decoding_), judgements);
  judgements.push_back(judge_repeats());
  if (std::ranges::any_of(face_, misses_face)) ask_for_light();
  append(std::move(quality_), judgements);
  append(frames_.empty() ? track_.skip() : std::move(face_), judgements);
  judgements.push_back(track_.judge_same_face());
  LivenessEvaluation evaluation;
  const auto faces = track_.faces();
  if (faces && std::ranges::none_of(judgements, refused)) {
    ActionReview actions = review_actions(*faces, actions_, thresholds_.face);
    append(std::move(actions.judgements), judgements);
    evaluation.failed_action = actions.failed;
  } else {
    append(actions_not_judged(actions_), judgements);
  }
  record(judgements, evaluation);
  evaluation.frames = std::move(frames_);
  return evaluation;
}

void LivenessReview::note_faceless(const RgbImage& picture) {
  // In pixels: the median of a picture hardly changes with its size.
  constexpr std::size_t kEnoughPixels = 160UL * 120;
  const double median = luma_percentile(shrunk_luma(picture, kEnoughPixels), 0.5);
  if (median >= thresholds_.frame.faceless_luma) return;
  if (!faceless_ || median < faceless_->luma) faceless_ = {median, number_of_last()};
}

void LivenessReview::ask_for_light() {
  if (!faceless_) return;
  for (Judgement& light : quality_) {
    if (light.check != name_of(Check::LivenessLight) || refused(light)) continue;
    light = refuse_below(wording(Check::LivenessLight),
                         faceless_->luma,
                         {thresholds_.frame.faceless_luma, thresholds_.frame.faceless_luma});
    light.frame = faceless_->frame;
    if (frame_count_ > 1) light.hint = fmt::format("Frame {}: {}", faceless_->frame, light.hint);
  }
}

void LivenessReview::trace_face(const Face& face) const {
  if (trace_ == nullptr) return;
  const double half = face.side / 2;
  add_shape(trace_,
            "face",
            {PicturePoint{face.x - half, face.y - half},
             PicturePoint{face.x + half, face.y - half},
             PicturePoint{face.x + half, face.y + half},
             PicturePoint{face.x - half, face.y + half}});
  trace_->back().frame = static_cast<std::uint32_t>(frames_.size());
}

// `found` judges the frame with this number; it may be empty.
void LivenessReview::keep_worst(std::vector<Judgement> found,
                                std::vector<Judgement>& kept,
                                std::uint32_t frame) const {
  if (found.empty()) return;
  for (Judgement& judgement : found) {
    judgement.frame = frame;
    if (frame_count_ > 1) judgement.hint = fmt::format("Frame {}: {}", frame, judgement.hint);
  }
  if (kept.empty()) {
    kept = std::move(found);
    return;
  }
  check(kept.size() == found.size(),
        "all frames of a recording are judged by the same number of checks");
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (worse(found[i], kept[i])) kept[i] = std::move(found[i]);
  }
}

// Each action needs a frame of its own.
Judgement LivenessReview::judge_count() const {
  Bounds least = thresholds_.frame.count;
  const auto actions = static_cast<double>(finds_faces() ? actions_.size() : 0);
  least.error = std::max(least.error, actions);
  least.warning = std::max(least.warning, actions);
  return refuse_below(
      wording(Check::LivenessFrameCount), static_cast<double>(frames_.size()), least);
}

Judgement LivenessReview::judge_repeats() const {
  Judgement judgement = wording(Check::LivenessDistinctFrames);
  judgement.status = repeated_ > 0 ? CheckStatus::Failed : CheckStatus::Passed;
  judgement.value = static_cast<double>(repeated_);
  judgement.threshold = 0;
  judgement.hint = repeat_hint_;
  return judgement;
}

}  // namespace countersign
