#include "core/inspection/face/face_track.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace countersign {
namespace {

// The size at which a frame is searched: the smallest acceptable face has a side of 135 px then.
constexpr std::size_t kWorkingPixels = 1000UL * 750;
// If no face is found, smaller ones are looked for, down to this share of the smallest size, to
// report what is wrong.
constexpr double kFarShare = 0.5;
// A face counts as followed if its centre has moved by less than this share of its previous side.
constexpr double kFollowed = 0.6;

// Does not use Bounds: scores may be negative, and bounds are for positive values only.
Judgement judge_found(const std::vector<Face>& faces, const FaceThresholds& thresholds) {
  Judgement judgement = wording(Check::LivenessFace);
  judgement.threshold = thresholds.score;
  if (faces.empty()) {
    judgement.status = CheckStatus::Failed;
    judgement.badness = 1;
  } else {
    judgement.value = faces.front().score;
    judgement.badness = -faces.front().score;
  }
  return judgement;
}

Judgement judge_count(std::size_t count) {
  return refuse_above(wording(Check::LivenessFaceCount), static_cast<double>(count), {1, 1});
}

}  // namespace

std::optional<std::span<const SeenFace>> FaceTrack::faces() const {
  if (!complete_) return std::nullopt;
  return std::span(seen_);
}

Judgement FaceTrack::judge_same_face() const {
  return countersign::judge_same_face(complete_ ? std::span(looks_) : std::span<const FaceLook>(),
                                      thresholds_);
}

std::vector<Judgement> FaceTrack::skip() {
  complete_ = false;
  last_found_.clear();
  return {not_performed(Check::LivenessFace),
          not_performed(Check::LivenessFaceCount),
          not_performed(Check::LivenessFaceSize),
          not_performed(Check::LivenessFacePosition),
          not_performed(Check::LivenessFaceContinuity)};
}

std::vector<Judgement> FaceTrack::add(const RgbImage& picture) {
  const LumaImage luma = shrunk_luma(picture, kWorkingPixels);
  const auto width = static_cast<double>(luma.width);
  const auto height = static_cast<double>(luma.height);
  const double short_side = std::min(width, height);

  // The detector's scale steps are coarse, so search from 90 % of the minimum size.
  const double smallest = 0.9 * thresholds_.side.error * short_side;
  std::vector<Face> faces =
      find_faces(luma, smallest, std::min(thresholds_.score, thresholds_.followed_score));
  const auto is_followed = [&](const Face& face) {
    if (seen_.empty()) return false;
    const SeenFace& before = seen_.back();
    return std::hypot(face.x - before.x * width, face.y - before.y * height) <
           kFollowed * before.side * short_side;
  };
  std::erase_if(faces, [&](const Face& face) {
    return face.score < thresholds_.score && !is_followed(face);
  });
  if (faces.empty()) faces = find_faces(luma, kFarShare * smallest, thresholds_.score);
  std::ranges::stable_sort(faces, [](const Face& a, const Face& b) { return a.side > b.side; });
  // People far in the background do not count.
  if (!faces.empty()) {
    const double side = thresholds_.second_side * faces.front().side;
    faces.erase(std::remove_if(faces.begin() + 1,
                               faces.end(),
                               [&](const Face& face) {
                                 return face.side < side || face.score < thresholds_.second_score;
                               }),
                faces.end());
  }

  std::vector<Face> in_picture = faces;
  const double scale = picture.width / width;
  for (Face& face : in_picture) {
    face.x *= scale;
    face.y *= scale;
    face.side *= scale;
  }

  if (faces.size() != 1) {
    std::vector<Judgement> judgements = skip();
    judgements[0] = judge_found(faces, thresholds_);
    if (!faces.empty()) judgements[1] = judge_count(faces.size());
    last_found_ = std::move(in_picture);
    return judgements;
  }
  last_found_ = std::move(in_picture);
  const Face& face = faces.front();
  const HeadPose pose = head_pose(luma, face);
  const SeenFace now = {face.x / width, face.y / height, pose.side_px / short_side, pose};
  std::vector<Judgement> judgements = {
      judge_found(faces, thresholds_),
      judge_count(1),
      refuse_below(wording(Check::LivenessFaceSize), now.side, thresholds_.side),
      refuse_above(wording(Check::LivenessFacePosition),
                   std::max(std::abs(now.x - 0.5), std::abs(now.y - 0.5)),
                   thresholds_.off_center)};
  Judgement continuity = wording(Check::LivenessFaceContinuity);
  continuity.threshold = thresholds_.jump;
  continuity.value = 0;
  if (!seen_.empty()) {
    const SeenFace& before = seen_.back();
    const double growth = std::max(now.side / before.side, before.side / now.side);
    continuity = refuse_above(std::move(continuity),
                              std::hypot(now.x - before.x, now.y - before.y),
                              {thresholds_.jump, thresholds_.jump});
    if (growth > thresholds_.growth) {
      continuity.status = CheckStatus::Failed;
      continuity.value = growth;
      continuity.threshold = thresholds_.growth;
      continuity.badness = std::max(continuity.badness, growth / thresholds_.growth);
    }
  }
  judgements.push_back(std::move(continuity));
  seen_.push_back(now);
  Face measured = last_found_.front();
  measured.side = pose.side_px * scale;
  looks_.push_back(look_of(picture, measured, pose.tilt_degrees));
  return judgements;
}

}  // namespace countersign
