#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/inspection/engines/embedded_engine.h"
#include "core/inspection/image/homography.h"
#include "tests/core/inspection/support/drawn_frames.h"
#include "tests/core/inspection/support/sha256.h"
#include "tests/drawing/camera/degrade.h"

namespace countersign::liveness_actions_test {

using enum Action;

drawing::FacePlan person(std::uint64_t seed, std::uint32_t index = 0) {
  drawing::FacePlan plan;
  plan.seed = seed;
  plan.index = index;
  return plan;
}

const std::vector<std::vector<Action>> kChallenges = {{LookStraight, TurnLeft},
                                                      {LookStraight, TurnRight},
                                                      {LookStraight, TurnLeft, TurnRight},
                                                      {LookStraight, TiltLeft, TurnRight},
                                                      {LookStraight, TurnLeft, TiltRight},
                                                      {LookStraight, MoveCloser, TurnLeft}};

TEST_CASE("a person who does what is asked is accepted, with the frame that shows each action") {
  for (std::uint64_t seed = 1; seed <= kChallenges.size(); ++seed) {
    const std::vector<Action>& asked = kChallenges[seed - 1];
    const auto evaluation = judged(recording(seed, asked), asked);
    CAPTURE(seed);
    CHECK(verdict(evaluation) == "accepted");
    CHECK_FALSE(evaluation.failed_action.has_value());
    for (const CheckOutcome& check : evaluation.checks) {
      CAPTURE(check.check);
      CHECK((check.status == CheckStatus::Passed || check.status == CheckStatus::Warning));
    }
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const CheckOutcome check =
          outcome_of(evaluation, "LIVENESS_" + std::string(name_of(asked[i])));
      CHECK(check.frame == i + 1);
      CHECK(check.value_milli.has_value());
      CHECK(check.threshold_milli.has_value());
    }
  }
}

TEST_CASE("another challenge, another order and mirrored frames are refused, naming the action") {
  const std::vector<Action> done = {LookStraight, TurnLeft, TiltRight};
  const std::vector<std::string> frames = recording(7, done);
  const auto failed = [&](const std::vector<std::string>& files, const std::vector<Action>& asked) {
    const auto evaluation = judged(files, asked);
    CHECK(verdict(evaluation) == "LIVENESS_ACTION_NOT_PERFORMED");
    REQUIRE(evaluation.failed_action.has_value());
    return *evaluation.failed_action;
  };
  CHECK(failed(frames, {LookStraight, TurnRight}) == TurnRight);
  CHECK(failed(frames, {LookStraight, TurnLeft, TiltLeft}) == TiltLeft);
  CHECK(failed(frames, {LookStraight, TiltRight, TurnLeft}) == TiltRight);
  CHECK(failed({frames.rbegin(), frames.rend()}, done) == TurnLeft);
  // An action that was not asked for is refused, also between the others.
  CHECK(failed(frames, {LookStraight, TiltRight}) == TiltRight);
  CHECK(failed(frames, {LookStraight, TurnLeft}) == TurnLeft);

  std::vector<std::string> turned;
  for (const auto& plan :
       drawing::recording_of(person(7), std::vector{LookStraight, TurnLeft}, 3)) {
    turned.push_back(file_of(drawing::mirrored(drawing::draw_face_frame(plan))));
  }
  CHECK(failed(turned, {LookStraight, TurnLeft}) == TurnLeft);
  CHECK(verdict(judged(turned, {LookStraight, TurnRight})) == "accepted");
}

// The person with these turns, in degrees to the left, who then tilts the head.
std::vector<std::string> turning(std::uint64_t seed, const std::vector<double>& degrees) {
  std::vector<drawing::FacePlan> plans;
  for (const double turn : degrees) {
    plans.push_back(person(seed, static_cast<std::uint32_t>(plans.size())));
    plans.back().angles.turn = turn;
  }
  const auto index = static_cast<std::uint32_t>(plans.size());
  plans.push_back(drawing::performing(person(seed, index), TiltRight));
  plans.push_back(person(seed, index + 1));
  return files_of(plans);
}

TEST_CASE("a head that turns until no face is found has turned, and its recording is whole") {
  const std::vector<Action> asked = {LookStraight, TurnLeft, TiltRight};
  for (const std::uint64_t seed : {31U, 32U}) {
    CAPTURE(seed);
    const auto evaluation = judged(turning(seed, {0, 20, 65, 20, 0}), asked);
    CHECK(verdict(evaluation) == "accepted");
    CHECK(outcome_of(evaluation, "LIVENESS_FACE").status == CheckStatus::Passed);
    CHECK(outcome_of(evaluation, "LIVENESS_TURN_LEFT").frame == 2);
    CHECK(verdict(judged(turning(seed, {0, 65, 20, 0}), asked)) == "accepted");
    CHECK(verdict(judged(turning(seed, {0, 20, 65, 70, 0}), asked)) == "accepted");
    // The turn is of the side that was seen.
    CHECK(verdict(judged(turning(seed, {0, 20, 65, 20, 0}),
                         {LookStraight, TurnRight, TiltRight})) == "LIVENESS_ACTION_NOT_PERFORMED");
  }
}

TEST_CASE("a frame without a face that no turn explains is refused, with its number") {
  const std::vector<Action> asked = {LookStraight, TurnLeft, TiltRight};
  const auto refused_at = [&](const std::vector<double>& degrees) {
    const auto evaluation = judged(turning(33, degrees), asked);
    CHECK(verdict(evaluation) == "LIVENESS_NO_FACE");
    CHECK(outcome_of(evaluation, "LIVENESS_TURN_LEFT").status == CheckStatus::NotPerformed);
    CHECK(outcome_of(evaluation, "LIVENESS_SAME_FACE").status == CheckStatus::NotPerformed);
    return outcome_of(evaluation, "LIVENESS_FACE").frame;
  };
  CHECK(refused_at({0, 65, 0}) == 2);
  CHECK(refused_at({0, 20, 0, 65, 0}) == 4);
  CHECK(refused_at({0, 20, 65, 70, 68, 0}) == 3);
  CHECK(refused_at({0, 20, 65, -20, 0}) == 3);
  CHECK(refused_at({65, 20, 0}) == 1);
}

TEST_CASE("a still face performs nothing") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const std::vector<Action> nothing(6, LookStraight);
    const auto evaluation = judged(recording(seed, nothing), {LookStraight, TurnRight, MoveCloser});
    CHECK(verdict(evaluation) == "LIVENESS_ACTION_NOT_PERFORMED");
    CHECK(evaluation.failed_action == TurnRight);
    CHECK(outcome_of(evaluation, "LIVENESS_LOOK_STRAIGHT").status == CheckStatus::Passed);
    CHECK(outcome_of(evaluation, "LIVENESS_MOVE_CLOSER").status == CheckStatus::NotPerformed);
  }
}

// A printed photograph that a hand turns about its vertical middle axis, in front of grey.
RgbImage turned_print(const RgbImage& print, double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  const double half = print.width / 2.0;
  const double height = print.height;
  const auto seen = [&](double x, double y) {
    const double near = 1 / (1 - x * std::sin(angle) / (4 * half));
    return PicturePoint{half + x * std::cos(angle) * near,
                        height / 2 + (y - height / 2) * near * 0.9};
  };
  const auto back =
      Homography::between({seen(-half, 0), seen(half, 0), seen(half, height), seen(-half, height)},
                          rectangle(print.width, height));
  REQUIRE(back.has_value());
  RgbImage result(print.width, print.height);
  std::ranges::fill(result.bytes, std::uint8_t{120});
  for (std::uint32_t y = 0; y < result.height; ++y) {
    for (std::uint32_t x = 0; x < result.width; ++x) {
      const PicturePoint at = (*back)(x + 0.5, y + 0.5);
      if (at.x < 0 || at.y < 0 || at.x >= print.width || at.y >= height) continue;
      std::copy_n(print.row(static_cast<std::uint32_t>(at.y)) + 3 * static_cast<std::size_t>(at.x),
                  3,
                  result.row(y) + 3 * std::size_t{x});
    }
  }
  return result;
}

TEST_CASE("a flat print that is turned by hand has not turned its head") {
  for (const std::uint64_t seed : {11U, 12U}) {
    const RgbImage print = drawing::draw_face_frame(person(seed));
    for (const Action turn : {TurnLeft, TurnRight}) {
      std::vector<std::string> frames;
      std::uint64_t noise = 0;
      for (const double degrees : {0.0, 25.0, 40.0, 50.0}) {
        frames.push_back(file_of(drawing::noisy(
            turned_print(print, turn == TurnLeft ? degrees : -degrees), 3, ++noise)));
      }
      const auto evaluation = judged(frames, {LookStraight, turn});
      CAPTURE(seed);
      CHECK_FALSE(evaluation.accepted());
    }
  }
}

TEST_CASE("every frame shows one face, large enough, in the middle, and without a jump") {
  const std::vector<Action> asked = {LookStraight};
  const RgbImage first = drawing::draw_face_frame(person(1, 0));
  const auto with = [&](const RgbImage& second) {
    return judged({file_of(first), file_of(second)}, asked);
  };
  drawing::FacePlan plan = person(1, 1);
  CHECK(verdict(with(drawing::draw_face_frame(plan))) == "accepted");

  drawing::FacePlan gone = plan;
  gone.shift_x = 3;
  const auto nobody = with(drawing::draw_face_frame(gone));
  CHECK(verdict(nobody) == "LIVENESS_NO_FACE");
  CHECK(outcome_of(nobody, "LIVENESS_FACE").frame == 2);
  CHECK(nobody.issues.front().hint.starts_with("Frame 2: "));
  CHECK(outcome_of(nobody, "LIVENESS_LOOK_STRAIGHT").status == CheckStatus::NotPerformed);

  const RgbImage other = drawing::draw_face_frame(person(2, 1));
  const auto two = judged({file_of(drawing::beside(drawing::draw_face_frame(plan), other))}, asked);
  CHECK(verdict(two) == "LIVENESS_MULTIPLE_FACES");
  CHECK(two.issues.front().value_milli == 2000);

  drawing::FacePlan far = plan;
  far.nearness = 0.25;
  CHECK(verdict(judged({file_of(drawing::draw_face_frame(far))}, asked)) ==
        "LIVENESS_FACE_TOO_SMALL");

  drawing::FacePlan aside = plan;
  aside.nearness = 0.6;
  aside.shift_x = 0.42;
  CHECK(verdict(judged({file_of(drawing::draw_face_frame(aside))}, asked)) ==
        "LIVENESS_FACE_OFF_CENTER");

  drawing::FacePlan here = plan;
  here.nearness = 0.6;
  here.shift_x = -0.24;
  drawing::FacePlan there = here;
  there.index = 2;
  there.shift_x = 0.24;
  CHECK(verdict(judged(files_of(std::vector{here, there}), asked)) == "LIVENESS_FACE_CHANGED");
  drawing::FacePlan near = there;
  near.shift_x = -0.1;
  near.nearness = 1.5;
  CHECK(verdict(judged(files_of(std::vector{here, near}), asked)) == "LIVENESS_FACE_CHANGED");
}

TEST_CASE("a trace has the face of each frame, where it is in the picture") {
  const std::vector<std::string> frames = recording(4, {LookStraight});
  const auto found = EmbeddedEngine(test_sha256)
                         .evaluate_liveness({.frame_count = frames.size(),
                                             .load = [&](std::size_t i) { return frames[i]; },
                                             .actions = {LookStraight},
                                             .trace = true});
  REQUIRE(found.has_value());
  REQUIRE(found->trace.size() == frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const TraceShape& shape = found->trace[i];
    CHECK(shape.name == "face");
    CHECK(shape.frame == i + 1);
    REQUIRE(shape.corners.size() == 4);
    CHECK(shape.corners[0].x < 200);
    CHECK(shape.corners[0].y < 300);
    CHECK(shape.corners[2].x > 280);
    CHECK(shape.corners[2].y > 340);
  }
  CHECK(judged(frames, {LookStraight}).trace.empty());
}

TEST_CASE("an action without a frame of its own is too few frames") {
  const std::vector<Action> asked = {LookStraight, TurnLeft, TiltLeft};
  const auto evaluation = judged(recording(1, {LookStraight}), asked);
  CHECK(verdict(evaluation) == "LIVENESS_TOO_FEW_FRAMES");
  CHECK(evaluation.issues.front().threshold_milli == 3000);
}

TEST_CASE("nothing is found in what is dark, blurred, blank or noise, and nothing breaks") {
  std::vector<std::string> frames;
  const RgbImage face = drawing::draw_face_frame(person(3));
  frames.push_back(file_of(drawing::darkened(face, 0.05)));
  frames.push_back(file_of(drawing::blurred(face, 8)));
  frames.push_back(file_of(RgbImage(480, 640)));
  frames.push_back(file_of(drawing::noisy(RgbImage(480, 640), 120, 9)));
  frames.push_back(file_of(drawing::noisy(RgbImage(2000, 241), 120, 9)));
  for (const std::string& frame : frames) {
    CHECK_FALSE(judged({frame}, {LookStraight}).accepted());
  }
}

}  // namespace countersign::liveness_actions_test
