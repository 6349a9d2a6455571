#include "core/inspection/face/lost_frames.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::lost_frames_test {

// Frames from their turns: "L", "R" turned far, "l", "r" a little, "o" straight, "-" without a
// face. The answer has, for each frame without a face, the frame that stands for it, or "!".
std::string shown(std::string_view turns) {
  std::vector<std::optional<SeenFace>> frames;
  for (const char turn : turns) {
    SeenFace face{0.5, 0.5, 0.4, {}};
    if (turn == 'L') face.pose.turn = 2.4;
    if (turn == 'R') face.pose.turn = -2.4;
    if (turn == 'l') face.pose.turn = 1.6;
    if (turn == 'r') face.pose.turn = -1.6;
    frames.push_back(turn == '-' ? std::nullopt : std::optional(face));
  }
  std::string text;
  const auto faces = shown_faces(frames, {});
  REQUIRE(faces.size() == frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames[i]) {
      CHECK(faces[i] == i);
      continue;
    }
    text += faces[i] ? std::to_string(*faces[i]) : "!";
  }
  return text;
}

TEST_CASE("a frame without a face beside a face that is turned far is a part of that turn") {
  CHECK(shown("oL-o") == "1");
  CHECK(shown("o-Ro") == "2");
  CHECK(shown("oL-Lo") == "1");
  CHECK(shown("ol-Lo") == "3");
  CHECK(shown("oL--o") == "11");
  CHECK(shown("oL-oR-o") == "14");
  CHECK(shown("o-LL-o") == "23");
  CHECK(shown("oooo") == "");
}

TEST_CASE("a frame without a face beside no face that is turned far shows nobody") {
  CHECK(shown("o-o") == "!");
  CHECK(shown("ol-lo") == "!");
  CHECK(shown("oLo-o") == "!");
  CHECK(shown("oL---o") == "!!!");
  // Nobody turns from one side to the other without a face in between.
  CHECK(shown("oL-Ro") == "!");
  CHECK(shown("-") == "!");
  CHECK(shown("") == "");
}

TEST_CASE("who turned is seen before and after the loss") {
  CHECK(shown("-Lo") == "!");
  CHECK(shown("oL-") == "!");
}

TEST_CASE("nobody in every other frame is no turn") {
  CHECK(shown("o-L-o") == "2!");
  CHECK(shown("o-L-o-R-o") == "2!6!");
  CHECK(shown("o-o-o-o") == "!!!");
}

TEST_CASE("the levels say how far a face is turned, and how many frames are lost") {
  const SeenFace straight{0.5, 0.5, 0.4, {}};
  SeenFace turned = straight;
  turned.pose.turn = 1.6;
  const std::vector<std::optional<SeenFace>> frames = {straight, turned, std::nullopt, straight};
  FaceThresholds thresholds;
  CHECK_FALSE(shown_faces(frames, thresholds)[2].has_value());
  thresholds.lost_turn = 1.5;
  CHECK(shown_faces(frames, thresholds)[2] == 1);
  thresholds.lost_frames = 0;
  CHECK_FALSE(shown_faces(frames, thresholds)[2].has_value());
}

}  // namespace countersign::lost_frames_test
