#include "core/inspection/face/face_likeness.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/inspection/face/head_pose.h"
#include "core/inspection/image/luma_image.h"
#include "tests/core/inspection/support/drawn_frames.h"
#include "tests/drawing/camera/degrade.h"

namespace countersign::face_likeness_test {

using enum Action;

constexpr std::uint64_t kRoom = 7;
// Seeds of drawn persons. kOther resembles kFirst little, kPerhapsOther somewhat.
constexpr std::uint64_t kFirst = 1;
constexpr std::uint64_t kOther = 9;
constexpr std::uint64_t kPerhapsOther = 19;
const double kWarning = FaceThresholds{}.look_change.warning;
const double kError = FaceThresholds{}.look_change.error;

drawing::FacePlan person(std::uint64_t seed, std::uint32_t index = 0) {
  drawing::FacePlan plan;
  plan.seed = seed;
  plan.room = kRoom;
  plan.index = index;
  return plan;
}

FaceLook look(const RgbImage& picture) {
  const LumaImage luma = shrunk_luma(picture, std::size_t{picture.width} * picture.height);
  const std::vector<Face> faces = find_faces(luma, 60, 0);
  REQUIRE(faces.size() == 1);
  const HeadPose pose = head_pose(luma, faces[0]);
  Face face = faces[0];
  face.side = pose.side_px;
  return look_of(picture, face, pose.tilt_degrees);
}
FaceLook look(const drawing::FacePlan& plan) { return look(drawing::draw_face_frame(plan)); }

// A look of which only the complexion is seen; looks differ only by `red`.
FaceLook of_complexion(float red) {
  FaceLook look;
  look.complexion = {red, 0};
  return look;
}

Spread all(float value) {
  Spread spread{};
  spread.fill(value);
  return spread;
}

TEST_CASE("no trait alone comes to more than a third, and one that is not seen to nothing") {
  FaceLook one;
  one.head = all(0);
  one.clothes = {all(0), all(0), all(0)};
  CHECK(difference_of(one, one) == 0);

  FaceLook complexion = one;
  complexion.complexion = {0.4F, -0.4F};
  CHECK(difference_of(one, complexion) == doctest::Approx(1.0 / 3));
  CHECK(difference_of(complexion, one) == doctest::Approx(1.0 / 3));
  CHECK(difference_of(one, complexion) < kWarning);
  FaceLook head = one;
  head.head = all(2);
  CHECK(difference_of(one, head) == doctest::Approx(1.0 / 3));
  FaceLook clothes = one;
  clothes.clothes = {all(3), all(-1), all(1)};
  CHECK(difference_of(one, clothes) == doctest::Approx(1.0 / 3));

  FaceLook other = complexion;
  other.head = head.head;
  CHECK(difference_of(one, other) > kError);
  other.clothes = clothes.clothes;
  CHECK(difference_of(one, other) == doctest::Approx(1));
  other.clothes.reset();
  CHECK(difference_of(one, other) == doctest::Approx(2.0 / 3));
  other.head.reset();
  CHECK(difference_of(one, other) == doctest::Approx(1.0 / 3));
}

TEST_CASE(
    "a face that changes step by step is one person, and one that jumps is another from there on") {
  const auto change = [](const std::vector<float>& reds) {
    std::vector<FaceLook> frames;
    for (const float red : reds) frames.push_back(of_complexion(red));
    return greatest_change(frames);
  };
  const double step = difference_of(of_complexion(0), of_complexion(0.03F));
  CHECK(change({}).difference == 0);
  CHECK(change({0.2F}).difference == 0);
  CHECK(change({0, 0.03F, 0.06F, 0.09F, 0.12F}).difference == doctest::Approx(step));
  CHECK(change({0.12F, 0, 0.06F, 0.03F, 0.09F}).difference == doctest::Approx(step));

  const LookChange at_third = change({0, 0.01F, 0.13F, 0.12F});
  CHECK(at_third.difference > 3 * step);
  CHECK(at_third.frame == 2);
  // A person who comes and goes is found; the person in the first frame is the reference.
  CHECK(change({0, 0.12F, 0.01F, 0.13F, 0}).frame == 1);
  CHECK(change({0.12F, 0, 0, 0}).frame == 1);
}

TEST_CASE("nothing is said of a recording without a face") {
  const Judgement judgement = judge_same_face({}, {}, {});
  CHECK(judgement.status == CheckStatus::NotPerformed);
}

TEST_CASE("a judgement names the frame, and is held to both levels") {
  FaceLook one;
  one.head = all(0);
  one.clothes = {all(0), all(0), all(0)};
  FaceLook other = one;
  other.head = all(2);
  other.complexion = {0.02F, 0};
  const auto judged_between = [&](const FaceLook& second) {
    return judge_same_face(std::vector{one, one, second}, std::vector{1U, 2U, 5U}, {});
  };
  CHECK(judged_between(one).status == CheckStatus::Passed);
  CHECK(judged_between(other).status == CheckStatus::Warning);
  other.complexion = {0.4F, 0};
  const Judgement refused = judged_between(other);
  CHECK(refused.status == CheckStatus::Failed);
  CHECK(refused.check == "LIVENESS_SAME_FACE");
  CHECK(refused.code == "LIVENESS_FACE_CHANGED");
  CHECK(refused.frame == 5);
  CHECK(refused.hint.starts_with("Frame 5: "));
  CHECK(refused.value == doctest::Approx(2.0 / 3));
  CHECK(refused.threshold == kError);
  FaceThresholds lax;
  lax.look_change = {0.9, 0.9};
  CHECK(judge_same_face(std::vector{one, other}, std::vector{1U, 2U}, lax).status ==
        CheckStatus::Passed);
}

TEST_CASE("one person turned, tilted, nearer, in less light and in grain looks alike") {
  for (const std::uint64_t seed : {21U, 22U, 23U, 24U}) {
    CAPTURE(seed);
    const FaceLook straight = look(person(seed));
    for (const Action action : {TurnLeft, TurnRight, TiltLeft, TiltRight, MoveCloser}) {
      CAPTURE(name_of(action));
      CHECK(difference_of(straight, look(drawing::performing(person(seed, 1), action))) <
            0.8 * kWarning);
    }
    const RgbImage again = drawing::draw_face_frame(person(seed, 2));
    CHECK(difference_of(straight, look(drawing::darkened(again, 0.6))) < 0.8 * kWarning);
    CHECK(difference_of(straight, look(drawing::noisy(again, 12, seed))) < 0.8 * kWarning);
    CHECK(difference_of(straight, look(drawing::blurred(again, 1.8))) < 0.8 * kWarning);
  }
}

// A recording of the person `first` in which `other` takes the same place in the given frames.
LivenessEvaluation taken_over(std::uint64_t first,
                              std::uint64_t other,
                              const std::vector<std::size_t>& of_other) {
  const std::vector<Action> asked = {LookStraight, TurnLeft, TurnRight};
  std::vector<drawing::FacePlan> frames = drawing::recording_of(person(first), asked, 5);
  for (const std::size_t frame : of_other) frames[frame].seed = other;
  return judged(files_of(frames), asked);
}

TEST_CASE("another person who takes the place of the first is refused, with the frame") {
  CHECK(verdict(taken_over(kFirst, kOther, {})) == "accepted");
  CHECK(outcome_of(taken_over(kFirst, kOther, {}), "LIVENESS_SAME_FACE").status ==
        CheckStatus::Passed);
  const auto from_second = taken_over(kFirst, kOther, {1, 2, 3, 4});
  CHECK(verdict(from_second) == "LIVENESS_FACE_CHANGED");
  const CheckOutcome check = outcome_of(from_second, "LIVENESS_SAME_FACE");
  CHECK(check.status == CheckStatus::Failed);
  CHECK(check.code == "LIVENESS_FACE_CHANGED");
  CHECK(check.frame == 2);
  CHECK(check.threshold_milli == 500);
  CHECK(check.value_milli > 500);
  CHECK(from_second.issues.front().hint.starts_with("Frame 2: "));
  CHECK(outcome_of(from_second, "LIVENESS_FACE_CONTINUITY").status == CheckStatus::Passed);

  // Another person who performs one action and then leaves is found too.
  const auto in_between = taken_over(kFirst, kOther, {1, 2});
  CHECK(verdict(in_between) == "LIVENESS_FACE_CHANGED");
  CHECK(outcome_of(in_between, "LIVENESS_SAME_FACE").frame == 2);
}

TEST_CASE("a face that may be another person's is a warning, not a refusal") {
  const auto evaluation = taken_over(kFirst, kPerhapsOther, {3, 4});
  CHECK(verdict(evaluation) == "accepted");
  const CheckOutcome check = outcome_of(evaluation, "LIVENESS_SAME_FACE");
  CHECK(check.status == CheckStatus::Warning);
  CHECK(check.frame == 4);
  REQUIRE(evaluation.issues.size() == 1);
  CHECK(evaluation.issues.front().code == "LIVENESS_FACE_CHANGED");
  CHECK(evaluation.issues.front().severity == Severity::Warning);
}

TEST_CASE("where a frame has no face nothing is said of the others") {
  std::vector<drawing::FacePlan> frames(2, person(1));
  frames[1].shift_x = 3;
  const auto evaluation = judged(files_of(frames), {LookStraight});
  CHECK(outcome_of(evaluation, "LIVENESS_SAME_FACE").status == CheckStatus::NotPerformed);
}

}  // namespace countersign::face_likeness_test
