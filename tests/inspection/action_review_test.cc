#include "core/inspection/face/action_review.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace countersign {
namespace {

const SeenFace kStraight = {0.5, 0.5, 0.4, {0.1, 1}};

SeenFace turned(double signal) {
  SeenFace face = kStraight;
  face.pose.turn = signal;
  return face;
}
SeenFace tilted(double degrees) {
  SeenFace face = kStraight;
  face.pose.tilt_degrees = degrees;
  return face;
}
SeenFace nearer(double factor) {
  SeenFace face = kStraight;
  face.side *= factor;
  return face;
}

const SeenFace kLeft = turned(2.5);
const SeenFace kRight = turned(-2.5);

// Returns the frames that showed the actions, as in "1 3 4". If an action was not seen, its name
// comes first, as in "TURN_LEFT: ...". "!" marks a failed action, "?" one without a frame, and "-"
// one that was not performed.
std::string review(const std::vector<SeenFace>& frames, const std::vector<Action>& actions) {
  const ActionReview review = review_actions(frames, actions, {});
  REQUIRE(review.judgements.size() == actions.size());
  std::string text;
  if (review.failed) text = std::string(name_of(*review.failed)) + ":";
  for (const Judgement& judgement : review.judgements) {
    if (!text.empty()) text += ' ';
    if (judgement.status == CheckStatus::NotPerformed) {
      text += '-';
      continue;
    }
    if (judgement.status == CheckStatus::Failed) text += '!';
    text += judgement.frame ? std::to_string(*judgement.frame) : "?";
    if (judgement.status == CheckStatus::Passed || judgement.frame) {
      REQUIRE(judgement.value.has_value());
      REQUIRE(judgement.threshold.has_value());
    }
  }
  return text;
}

using enum Action;

TEST_CASE("actions are seen in their order, each in the first frame that shows it") {
  CHECK(review({kStraight, turned(0.9), kLeft, kLeft, kStraight}, {LookStraight, TurnLeft}) ==
        "1 3");
  CHECK(review({kStraight, kRight, kStraight, kLeft}, {LookStraight, TurnRight, TurnLeft}) ==
        "1 2 4");
  CHECK(review({kStraight, tilted(15), kRight}, {LookStraight, TiltLeft, TurnRight}) == "1 2 3");
  CHECK(review({kStraight, kLeft, tilted(-15)}, {LookStraight, TurnLeft, TiltRight}) == "1 2 3");
  CHECK(review({kStraight, nearer(1.4), kLeft}, {LookStraight, MoveCloser, TurnLeft}) == "1 2 3");
  CHECK(review({kStraight}, {LookStraight}) == "1");
}

TEST_CASE("the first frame that looks straight is what the others are compared with") {
  CHECK(review({kRight, turned(1.6), kStraight, kLeft}, {LookStraight, TurnLeft}) == "3 4");
  // A person who looks slightly aside all the time has not turned.
  CHECK(review({turned(1.1), turned(1.9)}, {LookStraight, TurnLeft}) == "TURN_LEFT: 1 !2");
  CHECK(review({tilted(8), tilted(15)}, {LookStraight, TiltLeft}) == "TILT_LEFT: 1 !2");
  CHECK(review({kLeft, kLeft, kLeft}, {LookStraight, TurnLeft}) == "LOOK_STRAIGHT: !1 -");
  CHECK(review({tilted(20)}, {LookStraight}) == "LOOK_STRAIGHT: !1");
}

TEST_CASE("an action that is not seen fails with the most that was") {
  CHECK(review({kStraight, turned(0.4), turned(0.9), turned(0.2)}, {LookStraight, TurnLeft}) ==
        "TURN_LEFT: 1 !3");
  CHECK(review({kStraight, nearer(1.1)}, {LookStraight, MoveCloser}) == "MOVE_CLOSER: 1 !2");
  CHECK(review({kStraight, kStraight, kStraight}, {LookStraight, TurnRight, TiltLeft}) ==
        "TURN_RIGHT: 1 !2 -");
  // No frame is left for the action.
  CHECK(review({kStraight, kLeft}, {LookStraight, TurnLeft, TiltLeft}) == "TILT_LEFT: 1 2 !?");
  CHECK(review({}, {LookStraight}) == "LOOK_STRAIGHT: !?");
}

TEST_CASE("an action that is not seen tells the value that falls short") {
  const auto told = [](const std::vector<SeenFace>& frames, const std::vector<Action>& actions) {
    const Judgement judgement = review_actions(frames, actions, {}).judgements.back();
    CHECK(judgement.status == CheckStatus::Failed);
    return std::pair(judgement.value.value(), judgement.threshold.value());
  };
  constexpr FaceThresholds kUsual;
  CHECK(told({kStraight, turned(1.2)}, {LookStraight, TurnLeft}) == std::pair(1.2, kUsual.turn));
  CHECK(told({turned(1.25), turned(2)}, {LookStraight, TurnLeft}) ==
        std::pair(0.75, kUsual.turn_change));
  // The opposite turn, either in place of the right one or after it.
  CHECK(told({kStraight, kRight}, {LookStraight, TurnLeft}) == std::pair(2.5, kUsual.other_turn));
  CHECK(told({kStraight, kLeft, kRight}, {LookStraight, TurnLeft}) ==
        std::pair(2.5, kUsual.other_turn));
  CHECK(told({tilted(20)}, {LookStraight}) == std::pair(20.0, kUsual.straight_tilt));
  CHECK(told({turned(1.8)}, {LookStraight}) == std::pair(1.8, kUsual.straight_turn));
}

TEST_CASE("a turn is not the other turn, and the other order is not the order") {
  CHECK(review({kStraight, kRight}, {LookStraight, TurnLeft}) == "TURN_LEFT: 1 !2");
  CHECK(review({kStraight, kLeft, kStraight, kRight}, {LookStraight, TurnRight, TurnLeft}) ==
        "TURN_RIGHT: 1 !2 -");
  CHECK(review({kStraight, kLeft, kStraight, tilted(15)}, {LookStraight, TiltLeft, TurnLeft}) ==
        "TILT_LEFT: 1 !2 -");
}

TEST_CASE("a recording of many turns answers no challenge") {
  const std::vector<SeenFace> every = {
      kStraight, kLeft, kStraight, kRight, kStraight, kLeft, kStraight, kRight};
  CHECK(review(every, {LookStraight, TurnLeft}) == "TURN_LEFT: 1 !4");
  CHECK(review(every, {LookStraight, TurnRight}) == "TURN_RIGHT: 1 !2");
  CHECK(review(every, {LookStraight, TurnLeft, TurnRight}) == "TURN_RIGHT: 1 2 !6");
  CHECK(review(every, {LookStraight, TurnRight, TurnLeft}) == "TURN_RIGHT: 1 !2 -");
  // A small turn, as a tilt can look, is not the opposite turn.
  CHECK(review({kStraight, turned(-1.7), kLeft}, {LookStraight, TurnLeft}) == "1 3");
  // A turn over several frames counts once, and so does the way back.
  CHECK(review({kStraight, kLeft, kLeft, turned(1), turned(-1), kStraight},
               {LookStraight, TurnLeft}) == "1 2");
}

TEST_CASE("a check that cannot be made is NOT_PERFORMED, and fails nothing") {
  CHECK(review({kStraight, kLeft}, {LookStraight, Blink, TurnLeft, Smile}) == "1 - 2 -");
}

}  // namespace
}  // namespace countersign
