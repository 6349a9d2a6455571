#include "core/inspection/face/face_track.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/inspection/face/lost_frames.h"

namespace countersign {
namespace {

// The size at which a frame is searched: the smallest acceptable face has a side of 135 px then.
constexpr std::size_t kWorkingPixels = 1000UL * 750;
// If no face is found, smaller ones are looked for, down to this share of the smallest size, to
// report what is wrong.
constexpr double kFarShare = 0.5;
// A face counts as followed if its centre has moved by less than this share of its previous side:
// the two squares overlap. Chosen on drawn heads, not measured.
constexpr double kFollowed = 0.6;

Judgement judge_count(std::size_t count) {
  return refuse_above(wording(Check::LivenessFaceCount), static_cast<double>(count), {1, 1});
}

// Does not use Bounds: scores may be negative, and bounds are for positive values only.
Judgement judge_score(double score, const FaceThresholds& thresholds) {
  Judgement judgement = wording(Check::LivenessFace);
  judgement.threshold = thresholds.score;
  judgement.value = score;
  judgement.badness = -score;
  return judgement;
}

Judgement no_face(const FaceThresholds& thresholds) {
  Judgement judgement = wording(Check::LivenessFace);
  judgement.threshold = thresholds.score;
  judgement.status = CheckStatus::Failed;
  judgement.badness = 1;
  return judgement;
}

std::vector<Judgement> not_judged() {
  return {not_performed(Check::LivenessFace),
          not_performed(Check::LivenessFaceCount),
          not_performed(Check::LivenessFaceSize),
          not_performed(Check::LivenessFacePosition),
          not_performed(Check::LivenessFaceContinuity)};
}

// People far in the background do not count. REQUIRES: there is a face, and the largest is first.
void remove_distant(std::vector<Face>& faces, const FaceThresholds& thresholds) {
  const double side = thresholds.second_side * faces.front().side;
  // Not std::ranges::remove_if: clang 14 cannot compile libstdc++ 12's subranges.
  const auto others = std::remove_if(faces.begin() + 1, faces.end(), [&](const Face& face) {
    return face.side < side || face.score < thresholds.second_score;
  });
  faces.erase(others, faces.end());
}

double short_side_of(const LumaImage& luma) {
  return static_cast<double>(std::min(luma.width, luma.height));
}

// The same face in a picture that is `scale` times as large.
Face scaled(Face face, double scale) {
  face.x *= scale;
  face.y *= scale;
  face.side *= scale;
  return face;
}

}  // namespace

std::optional<std::span<const SeenFace>> FaceTrack::faces() const {
  if (!complete_) return std::nullopt;
  return std::span(seen_);
}

Judgement FaceTrack::judge_same_face() const {
  const auto looks = complete_ ? std::span(looks_) : std::span<const FaceLook>();
  return countersign::judge_same_face(looks, look_frames_, thresholds_);
}

std::vector<Judgement> FaceTrack::skip() {
  frames_.push_back({.skipped = true});
  complete_ = false;
  last_found_.clear();
  return not_judged();
}

std::vector<FaceTrack::Loss> FaceTrack::judge_losses() {
  std::vector<std::optional<SeenFace>> faces;
  // A skipped frame is not a turn, and is refused for itself.
  for (const Frame& frame : frames_) faces.push_back(frame.skipped ? SeenFace{} : frame.face);
  std::vector<Loss> losses;
  const auto shown = shown_faces(faces, thresholds_);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown[i]) {
      seen_.push_back(*faces[*shown[i]]);
      continue;
    }
    complete_ = false;
    losses.push_back({static_cast<std::uint32_t>(i + 1), not_judged()});
    losses.back().judgements.front() = no_face(thresholds_);
  }
  return losses;
}

// The faces of a frame, the largest first.
std::vector<Face> FaceTrack::find(const LumaImage& luma) const {
  const auto width = static_cast<double>(luma.width);
  const auto height = static_cast<double>(luma.height);
  // The detector's scale steps are coarse, so search from 90 % of the minimum size.
  constexpr double kSearchedFrom = 0.9;
  const double smallest = kSearchedFrom * thresholds_.side.error * short_side_of(luma);
  const double least = std::min(thresholds_.score, thresholds_.followed_score);
  std::vector<Face> faces = find_faces(luma, smallest, least, thresholds_.second_side);
  const auto is_followed = [&](const Face& face) {
    if (!before_) return false;
    return std::hypot(face.x - before_->x * width, face.y - before_->y * height) <
           kFollowed * before_->side * short_side_of(luma);
  };
  std::erase_if(faces, [&](const Face& face) {
    return face.score < thresholds_.score && !is_followed(face);
  });
  if (faces.empty()) faces = find_faces(luma, kFarShare * smallest, thresholds_.score);
  std::ranges::stable_sort(faces, [](const Face& a, const Face& b) { return a.side > b.side; });
  if (!faces.empty()) remove_distant(faces, thresholds_);
  return faces;
}

std::vector<Judgement> FaceTrack::add(const RgbImage& picture) {
  const LumaImage luma = shrunk_luma(picture, kWorkingPixels);
  const std::vector<Face> faces = find(luma);
  const double scale = picture.width / static_cast<double>(luma.width);
  if (faces.size() > 1) {
    std::vector<Judgement> judgements = skip();
    judgements[0] = judge_score(faces.front().score, thresholds_);
    judgements[1] = judge_count(faces.size());
    for (const Face& face : faces) last_found_.push_back(scaled(face, scale));
    return judgements;
  }
  last_found_.clear();
  frames_.emplace_back();
  if (faces.empty()) return {};
  const Face& face = faces.front();
  last_found_.push_back(scaled(face, scale));
  const HeadPose pose = head_pose(luma, face);
  const SeenFace now = {face.x / static_cast<double>(luma.width),
                        face.y / static_cast<double>(luma.height),
                        pose.side_px / short_side_of(luma),
                        pose};
  std::vector<Judgement> judgements = judge(face.score, now);
  frames_.back().face = before_ = now;
  Face measured = last_found_.front();
  measured.side = pose.side_px * scale;
  looks_.push_back(look_of(picture, measured, pose.tilt_degrees));
  look_frames_.push_back(static_cast<std::uint32_t>(frames_.size()));
  return judgements;
}

std::vector<Judgement> FaceTrack::judge(double score, const SeenFace& now) const {
  return {judge_score(score, thresholds_),
          judge_count(1),
          refuse_below(wording(Check::LivenessFaceSize), now.side, thresholds_.side),
          refuse_above(wording(Check::LivenessFacePosition),
                       std::max(std::abs(now.x - 0.5), std::abs(now.y - 0.5)),
                       thresholds_.off_center),
          judge_continuity(now)};
}

// Compares the face with the one that was seen last, whatever was lost in between.
Judgement FaceTrack::judge_continuity(const SeenFace& now) const {
  Judgement continuity = wording(Check::LivenessFaceContinuity);
  continuity.threshold = thresholds_.jump;
  continuity.value = 0;
  if (!before_) return continuity;
  const double growth = std::max(now.side / before_->side, before_->side / now.side);
  continuity = refuse_above(std::move(continuity),
                            std::hypot(now.x - before_->x, now.y - before_->y),
                            {thresholds_.jump, thresholds_.jump});
  if (growth > thresholds_.growth) {
    continuity.status = CheckStatus::Failed;
    continuity.value = growth;
    continuity.threshold = thresholds_.growth;
    continuity.badness = std::max(continuity.badness, growth / thresholds_.growth);
  }
  return continuity;
}

}  // namespace countersign
