#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/inspection/face/face_detector.h"
#include "core/inspection/face/fhog.h"
#include "core/inspection/face/head_pose.h"
#include "core/inspection/thresholds/face_thresholds.h"
#include "tests/core/inspection/support/drawn_frames.h"
#include "tests/drawing/camera/degrade.h"
#include "tests/drawing/camera/photograph.h"

namespace countersign::face_test {

constexpr FaceThresholds kThresholds;
constexpr double kSmallestPx = 80;
constexpr std::size_t kPixels = 1'000'000;

LumaImage luma_of(const RgbImage& image) { return shrunk_luma(image, kPixels); }

HeadPose pose_of(const RgbImage& image) {
  const LumaImage luma = luma_of(image);
  const std::vector<Face> faces = find_faces(luma, kSmallestPx, 0);
  REQUIRE(faces.size() == 1);
  return head_pose(luma, faces.front());
}

RgbImage held(std::uint64_t seed, const drawing::HeadAngles& angles) {
  drawing::FacePlan plan;
  plan.seed = seed;
  plan.angles = angles;
  return drawing::draw_face_frame(plan);
}

TEST_CASE("a picture without a gradient has no features, and a step has those of its direction") {
  LumaImage image{48, 48, std::vector<std::uint8_t>(48UL * 48, 90)};
  const FhogImage even = fhog(image, 0);
  REQUIRE(even.width == 4);
  REQUIRE(even.height == 4);
  for (const float value : even.values) CHECK(value == 0);

  // Brighter to the right: direction 0, towards x.
  for (std::size_t i = 0; i < image.bytes.size(); ++i) image.bytes[i] = i % 48 < 20 ? 50 : 150;
  const FhogImage step = fhog(image, 0);
  CHECK(step.row(0, 1)[1] > 0.3F);
  for (std::size_t plane = 1; plane < 18; ++plane) CHECK(step.row(plane, 1)[1] == 0);
}

TEST_CASE("the features are the same at twice the contrast") {
  LumaImage image = luma_of(held(3, {}));
  LumaImage half = image;
  for (std::uint8_t& byte : half.bytes) byte = static_cast<std::uint8_t>(byte / 2);
  const std::vector<Face> faces = find_faces(image, kSmallestPx, 0);
  const std::vector<Face> again = find_faces(half, kSmallestPx, 0);
  REQUIRE(faces.size() == 1);
  REQUIRE(again.size() == 1);
  CHECK(std::abs(faces.front().score - again.front().score) < 0.2);
  CHECK(std::hypot(faces.front().x - again.front().x, faces.front().y - again.front().y) < 6);
}

TEST_CASE("a picture that is smaller than a face has none") {
  for (const std::size_t side : {1U, 2U, 8U, 23U, 24U, 63U, 64U, 79U}) {
    const LumaImage image{side, side, std::vector<std::uint8_t>(side * side, 7)};
    CHECK(find_faces(image, 80, 0).empty());
    CHECK(fhog(image, 0).width == fhog(image, 0).height);
  }
}

TEST_CASE("the face is found where it is, and as large as it is, and nothing else is one") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    for (const double nearness : {0.6, 1.0, 1.5}) {
      drawing::FacePlan plan;
      plan.seed = seed;
      plan.nearness = nearness;
      const std::vector<Face> faces =
          find_faces(luma_of(drawing::draw_face_frame(plan)), kSmallestPx, 0);
      CAPTURE(seed);
      CAPTURE(nearness);
      REQUIRE(faces.size() == 1);
      CHECK(std::abs(faces.front().x - 240) < 40);
      // The box is as large as a face; half of the head's length is 160 pixels at nearness 1.
      CHECK(faces.front().side > 1.4 * nearness * 160);
      CHECK(faces.front().side < 1.75 * nearness * 160);
    }
  }
  drawing::FacePlan nobody;
  nobody.shift_x = 3;
  CHECK(find_faces(luma_of(drawing::draw_face_frame(nobody)), 40, 0).empty());
  for (const auto table : {drawing::Table::Wood, drawing::Table::Tiles}) {
    CHECK(find_faces(luma_of(drawing::empty_table({.seed = 4, .table = table})), 60, 0).empty());
  }
  CHECK(find_faces(luma_of(drawing::noisy(RgbImage(640, 480), 90, 5)), 60, 0).empty());
}

// A face in the middle of a wide picture, and smaller ones beside it.
LumaImage people(const std::vector<double>& nearness) {
  RgbImage image(480 * static_cast<std::uint32_t>(nearness.size()), 640);
  for (std::size_t i = 0; i < nearness.size(); ++i) {
    drawing::FacePlan plan;
    plan.seed = i + 1;
    plan.nearness = nearness[i];
    const RgbImage one = drawing::draw_face_frame(plan);
    for (std::uint32_t y = 0; y < image.height; ++y) {
      std::copy_n(one.row(y), std::size_t{480} * 3, image.row(y) + i * 480 * 3);
    }
  }
  return luma_of(image);
}

TEST_CASE("beside a certain face every other is found that counts as a second one") {
  const std::vector<std::vector<double>> groups = {
      {1.2, 0.6}, {0.7, 1.4}, {1.3, 0.5, 0.65}, {0.3, 1.5}};
  for (std::size_t group = 0; group < groups.size(); ++group) {
    CAPTURE(group);
    const LumaImage image = people(groups[group]);
    const auto counted = [](std::vector<Face> faces) {
      std::ranges::sort(faces, {}, [](const Face& face) { return -face.side; });
      const double least = kThresholds.second_side * faces.at(0).side;
      std::erase_if(faces, [&](const Face& face) { return face.side < least; });
      return faces;
    };
    const auto all = counted(find_faces(image, 60, 0));
    const auto found = counted(find_faces(image, 60, 0, kThresholds.second_side));
    REQUIRE(found.size() == all.size());
    CHECK(found.size() == (group == 3 ? 1 : groups[group].size() - (group == 2 ? 1 : 0)));
    for (std::size_t i = 0; i < all.size(); ++i) {
      CHECK(found[i].score == all[i].score);
      CHECK(std::hypot(found[i].x - all[i].x, found[i].y - all[i].y) < 3);
      CHECK(std::abs(found[i].side / all[i].side - 1) < 0.02);
    }
  }
}

TEST_CASE("how much nearer a face has come is measured more finely than the detector's steps") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    const auto side = [&](double nearness) {
      drawing::FacePlan plan;
      plan.seed = seed;
      plan.nearness = nearness;
      return pose_of(drawing::draw_face_frame(plan)).side_px;
    };
    const double before = side(1);
    CAPTURE(seed);
    for (const double nearness : {0.7, 1.1, 1.25, 1.4, 1.6}) {
      CAPTURE(nearness);
      CHECK(std::abs(side(nearness) / before / nearness - 1) < 0.1);
    }
  }
}

TEST_CASE("a head that is turned to its own left, in a picture not mirrored, has a positive turn") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    CAPTURE(seed);
    CHECK(std::abs(pose_of(held(seed, {})).turn) < kThresholds.straight_turn);
    for (const double degrees : {15.0, 22.0}) {
      // The tip of the nose points to the right of the picture.
      const RgbImage left = held(seed, {.turn = degrees});
      const RgbImage right = held(seed, {.turn = -degrees});
      CHECK(pose_of(left).turn > kThresholds.turn);
      CHECK(pose_of(right).turn < -kThresholds.turn);
    }
  }
}

TEST_CASE("the mirrored picture of a turn is the other turn, as much of it") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const RgbImage image = held(seed, {.turn = 18, .tilt = 6});
    const HeadPose pose = pose_of(image);
    const HeadPose other = pose_of(drawing::mirrored(image));
    CAPTURE(seed);
    CHECK(other.turn < -kThresholds.turn);
    CHECK(std::abs(pose.turn + other.turn) < 0.5);
    CHECK(std::abs(pose.tilt_degrees + other.tilt_degrees) < 3);
  }
}

TEST_CASE("each plane of a picture's gradients is another one of the mirrored picture's") {
  // The picture has whole cells, so that both pictures have the same cells. It is noise, which has
  // few gradients between two directions: those go to the same direction in both pictures.
  const RgbImage image = drawing::noisy(RgbImage(12 * kFhogCellPx, 9 * kFhogCellPx), 40, 1);
  const LumaImage luma = luma_of(image);
  const FhogImage seen = fhog(luma, 0);
  const FhogImage other = fhog(luma_of(drawing::mirrored(image)), 0);
  double off = 0;
  double sum = 0;
  for (std::size_t plane = 0; plane < kFhogPlanes; ++plane) {
    CHECK(mirrored_fhog_plane(mirrored_fhog_plane(plane)) == plane);
    for (std::size_t y = 0; y < seen.height; ++y) {
      const float* row = seen.row(plane, y);
      const float* in_mirror = other.row(mirrored_fhog_plane(plane), y);
      for (std::size_t x = 0; x < seen.width; ++x) {
        off += std::abs(double{row[x]} - double{in_mirror[seen.width - 1 - x]});
        sum += row[x];
      }
    }
  }
  CHECK(sum > 0);
  CHECK(off < 0.05 * sum);
}

TEST_CASE("a head's tilt is measured in degrees towards its left shoulder") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    for (const double degrees : {-22.0, -12.0, 0.0, 12.0, 22.0}) {
      const double measured = pose_of(held(seed, {.tilt = degrees})).tilt_degrees;
      CAPTURE(seed);
      CAPTURE(degrees);
      CHECK(std::abs(measured - degrees) < 6);
    }
  }
}

// The turns that are measured of a grainy picture, as the borders of the cells fall elsewhere.
std::vector<double> measured_turns(std::uint64_t seed, double degrees) {
  drawing::FacePlan plan;
  plan.seed = seed;
  plan.index = 5;
  plan.angles.turn = degrees;
  const LumaImage luma =
      luma_of(drawing::noisy(drawing::draw_face_frame(plan), 12, seed * 131 + plan.index));
  const std::vector<Face> faces = find_faces(luma, kSmallestPx, kThresholds.followed_score);
  REQUIRE(faces.size() == 1);
  std::vector<double> turns;
  for (const double cells : {0.0, 0.25, 0.5, 0.75}) {
    Face face = faces.front();
    face.x += cells * kFhogCellPx * face.side / 110;
    face.y += cells * kFhogCellPx * face.side / 110;
    turns.push_back(head_pose(luma, face).turn);
  }
  return turns;
}

TEST_CASE("a turned head is measured as turned wherever the borders of the cells fall") {
  for (const std::uint64_t seed : {830'008U, 830'019U, 830'041U}) {
    CAPTURE(seed);
    for (const double turn : measured_turns(seed, 19)) CHECK(turn >= kThresholds.lost_turn);
    for (const double turn : measured_turns(seed, -19)) CHECK(turn <= -kThresholds.lost_turn);
    for (const double turn : measured_turns(seed, 0)) CHECK(std::abs(turn) < 1);
  }
}

}  // namespace countersign::face_test
