#include "core/inspection/guide/face_view.h"

#include <algorithm>

#include "core/inspection/face/face_track.h"

namespace countersign {
namespace {

GuideFace placed(double x, double y, double side_px, const RgbImage& picture) {
  GuideFace face;
  face.width = side_px / picture.width;
  face.height = side_px / picture.height;
  face.x = x - face.width / 2;
  face.y = y - face.height / 2;
  return face;
}

}  // namespace

std::vector<GuideFace> view_faces(const RgbImage& picture, const Thresholds& thresholds) {
  if (!finds_faces()) return {};
  FaceTrack track(thresholds.face);
  track.add(picture);
  std::vector<GuideFace> faces;
  for (const Face& face : track.last_found()) {
    faces.push_back(placed(face.x / picture.width, face.y / picture.height, face.side, picture));
  }
  if (faces.size() != 1) return faces;
  // The pose is measured of a face that is alone.
  track.judge_losses();
  const auto shown = track.faces();
  if (!shown || shown->empty()) return faces;
  const SeenFace& alone = shown->front();
  faces.front() =
      placed(alone.x, alone.y, alone.side * std::min(picture.width, picture.height), picture);
  faces.front().turn = alone.pose.turn;
  faces.front().tilt_degrees = alone.pose.tilt_degrees;
  return faces;
}

}  // namespace countersign
