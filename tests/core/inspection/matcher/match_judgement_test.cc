#include "core/inspection/matcher/match_judgement.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace countersign::matcher::match_judgement_test {

SeenFace face(float width, float score = 0.95F) {
  SeenFace seen;
  seen.row[2] = width;
  seen.row[3] = width;
  seen.row[14] = score;
  return seen;
}

constexpr Bounds kLevels{0.300, 0.363};

MatchEvaluation judged(double likeness, const Bounds& levels = kLevels) {
  return judge_match({{face(90)}, {face(200)}, likeness, {0.9}}, {}, levels);
}

using Likenesses = std::vector<std::optional<double>>;

// The judgement of a person whose first frame matches the document; `others` are the likenesses of
// the other frames to the first one.
MatchEvaluation judged_throughout(const Likenesses& others, const Bounds& levels = kLevels) {
  return judge_match({{face(90)}, {face(200)}, 0.9, others}, {}, levels);
}

const CheckOutcome& outcome(const MatchEvaluation& evaluation, const std::string& check) {
  for (const CheckOutcome& each : evaluation.checks) {
    if (each.check == check) return each;
  }
  FAIL("no outcome of " << check);
  return evaluation.checks.front();
}

TEST_CASE("a likeness at the upper level or above is a match") {
  for (const double likeness : {0.363, 0.5, 1.0}) {
    CAPTURE(likeness);
    const MatchEvaluation evaluation = judged(likeness);
    CHECK(evaluation.accepted());
    const CheckOutcome& match = outcome(evaluation, "FACE_MATCH");
    CHECK(match.status == CheckStatus::Passed);
    CHECK_FALSE(match.code.has_value());
    CHECK(match.threshold_milli == 363);
  }
  CHECK(outcome(judged(0.7214), "FACE_MATCH").value_milli == 721);
}

TEST_CASE("a likeness below the lower level is another person's, and fails") {
  for (const double likeness : {0.2994, 0.0, -1.0}) {
    CAPTURE(likeness);
    const MatchEvaluation evaluation = judged(likeness);
    CHECK_FALSE(evaluation.accepted());
    REQUIRE(evaluation.issues.size() == 1);
    CHECK(evaluation.issues[0].code == "FACE_MISMATCH");
    CHECK(evaluation.issues[0].threshold_milli == 300);
    const CheckOutcome& match = outcome(evaluation, "FACE_MATCH");
    CHECK(match.status == CheckStatus::Failed);
    CHECK(match.code == "FACE_MISMATCH");
    CHECK(match.threshold_milli == 300);
  }
}

TEST_CASE("between the levels it is neither, and is never a pass") {
  for (const double likeness : {0.300, 0.31, 0.3624}) {
    CAPTURE(likeness);
    const MatchEvaluation evaluation = judged(likeness);
    CHECK(evaluation.accepted());
    const CheckOutcome& match = outcome(evaluation, "FACE_MATCH");
    CHECK(match.status == CheckStatus::NotPerformed);
    CHECK(match.code == "FACE_NOT_COMPARABLE");
    CHECK(match.value_milli.has_value());
  }
}

TEST_CASE("the value that is judged is the value that is recorded, in thousandths") {
  CHECK(outcome(judged(0.3626), "FACE_MATCH").status == CheckStatus::Passed);        // 363
  CHECK(outcome(judged(0.2996), "FACE_MATCH").status == CheckStatus::NotPerformed);  // 300
}

TEST_CASE("a likeness that is not a number is not a likeness") {
  for (const double likeness :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const CheckOutcome match = outcome(judged(likeness), "FACE_MATCH");
    CHECK(match.status == CheckStatus::NotPerformed);
    CHECK_FALSE(match.value_milli.has_value());
  }
}

TEST_CASE("the levels are those that are given") {
  constexpr Bounds kStrict{0.6, 0.8};
  CHECK(outcome(judged(0.5, kStrict), "FACE_MATCH").status == CheckStatus::Failed);
  CHECK(outcome(judged(0.7, kStrict), "FACE_MATCH").status == CheckStatus::NotPerformed);
  CHECK(outcome(judged(0.8, kStrict), "FACE_MATCH").status == CheckStatus::Passed);
}

TEST_CASE("of a document the largest face counts, of a frame the only one") {
  const FaceMatchThresholds thresholds;
  CHECK_FALSE(portrait_of({}, thresholds).has_value());
  CHECK_FALSE(portrait_of({face(47)}, thresholds).has_value());
  CHECK(portrait_of({face(60), face(120), face(47)}, thresholds)->width_px() == 120);
  CHECK_FALSE(person_of({}, thresholds).has_value());
  CHECK_FALSE(person_of({face(47)}, thresholds).has_value());
  CHECK(person_of({face(47), face(200)}, thresholds)->width_px() == 200);
  CHECK_FALSE(person_of({face(60), face(200)}, thresholds).has_value());
}

TEST_CASE("without two faces nothing is compared, and it says which one is missing") {
  const FaceMatchThresholds thresholds;
  const MatchEvaluation no_portrait =
      judge_match({{}, {face(200)}, std::nullopt, {}}, thresholds, kLevels);
  CHECK(outcome(no_portrait, "FACE_MATCH_PORTRAIT").code == "FACE_NOT_COMPARABLE");
  CHECK(outcome(no_portrait, "FACE_MATCH_PORTRAIT").threshold_milli == 48'000);
  CHECK(outcome(no_portrait, "FACE_MATCH_PERSON").status == CheckStatus::Passed);
  CHECK(outcome(no_portrait, "FACE_MATCH_PERSON").value_milli == 200'000);
  CHECK(outcome(no_portrait, "FACE_MATCH").code == "FACE_NOT_COMPARABLE");
  CHECK(no_portrait.accepted());
  const MatchEvaluation two_persons =
      judge_match({{face(90)}, {face(200), face(190)}, std::nullopt, {}}, thresholds, kLevels);
  CHECK(outcome(two_persons, "FACE_MATCH_PORTRAIT").status == CheckStatus::Passed);
  CHECK(outcome(two_persons, "FACE_MATCH_PERSON").code == "FACE_NOT_COMPARABLE");
  CHECK(outcome(two_persons, "FACE_MATCH").status == CheckStatus::NotPerformed);
}

TEST_CASE("one person throughout passes, by the frame that is least like the first") {
  const MatchEvaluation evaluation = judged_throughout({0.9, 0.7, 0.3626, 0.8, 0.3634});
  CHECK(evaluation.accepted());
  const CheckOutcome& throughout = outcome(evaluation, "FACE_MATCH_THROUGHOUT");
  CHECK(throughout.status == CheckStatus::Passed);
  CHECK_FALSE(throughout.code.has_value());
  CHECK(throughout.value_milli == 363);
  CHECK(throughout.threshold_milli == 363);
  CHECK(throughout.frame == 4);  // the first of two with the lowest likeness
  for (const CheckOutcome& other : evaluation.checks) {
    CHECK(other.frame.has_value() == (other.check == "FACE_MATCH_THROUGHOUT"));
  }
}

TEST_CASE("another person in any frame fails, and the frame is named") {
  for (std::size_t stranger = 0; stranger < 5; ++stranger) {
    for (const double likeness : {0.2994, 0.0, -1.0}) {
      CAPTURE(stranger);
      CAPTURE(likeness);
      Likenesses others(5, 0.8);
      others[stranger] = likeness;
      const MatchEvaluation evaluation = judged_throughout(others);
      CHECK_FALSE(evaluation.accepted());
      REQUIRE(evaluation.issues.size() == 1);
      CHECK(evaluation.issues[0].code == "FACE_MISMATCH");
      CHECK(evaluation.issues[0].threshold_milli == 300);
      CHECK(evaluation.issues[0].hint.starts_with("Frame " + std::to_string(stranger + 2) + ": "));
      CHECK(outcome(evaluation, "FACE_MATCH").status == CheckStatus::Passed);
      const CheckOutcome& throughout = outcome(evaluation, "FACE_MATCH_THROUGHOUT");
      CHECK(throughout.status == CheckStatus::Failed);
      CHECK(throughout.code == "FACE_MISMATCH");
      CHECK(throughout.threshold_milli == 300);
      CHECK(throughout.frame == stranger + 2);
    }
  }
}

TEST_CASE("a stranger to the document and to the first frame is two problems") {
  const MatchEvaluation evaluation =
      judge_match({{face(90)}, {face(200)}, 0.1, {{0.2, 0.9}}}, FaceMatchThresholds{}, kLevels);
  REQUIRE(evaluation.issues.size() == 2);
  CHECK(evaluation.issues[0].value_milli == 100);
  CHECK(evaluation.issues[1].value_milli == 200);
  CHECK(evaluation.issues[0].hint != evaluation.issues[1].hint);
}

TEST_CASE("a frame between the levels is never a pass") {
  for (const double likeness : {0.300, 0.31, 0.3624}) {
    CAPTURE(likeness);
    const MatchEvaluation evaluation = judged_throughout({0.9, likeness, 0.8});
    CHECK(evaluation.accepted());
    const CheckOutcome& throughout = outcome(evaluation, "FACE_MATCH_THROUGHOUT");
    CHECK(throughout.status == CheckStatus::NotPerformed);
    CHECK(throughout.code == "FACE_NOT_COMPARABLE");
    CHECK(throughout.value_milli.has_value());
    CHECK(throughout.frame == 3);
  }
}

TEST_CASE("a frame without a face is not held against the person, more than half of them are") {
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t others = 1; others <= 12; ++others) {
    for (std::size_t compared = 0; compared <= others; ++compared) {
      for (const std::optional<double> none : {std::optional<double>(), std::optional(no_number)}) {
        CAPTURE(others);
        CAPTURE(compared);
        Likenesses likenesses(others, none);
        std::fill(likenesses.end() - static_cast<long>(compared), likenesses.end(), 0.8);
        const MatchEvaluation evaluation = judged_throughout(likenesses);
        CHECK(evaluation.accepted());
        const CheckOutcome& throughout = outcome(evaluation, "FACE_MATCH_THROUGHOUT");
        const bool enough = compared >= (others + 1) / 2;
        CHECK((throughout.status == CheckStatus::Passed) == enough);
        CHECK((throughout.status == CheckStatus::NotPerformed) == !enough);
        CHECK((throughout.code == "FACE_NOT_COMPARABLE") == !enough);
        CHECK(throughout.value_milli.has_value() == (compared > 0));
        CHECK(throughout.frame.has_value() == (compared > 0));
        if (compared > 0) CHECK(throughout.frame == others - compared + 2);
      }
    }
  }
}

TEST_CASE("one frame of another person is enough, however few can be compared") {
  Likenesses likenesses(11);
  likenesses[6] = 0.1;
  const CheckOutcome throughout = outcome(judged_throughout(likenesses), "FACE_MATCH_THROUGHOUT");
  CHECK(throughout.status == CheckStatus::Failed);
  CHECK(throughout.frame == 8);
}

TEST_CASE("with a single frame nothing was compared throughout") {
  const MatchEvaluation evaluation = judged_throughout({});
  CHECK(evaluation.accepted());
  CHECK(outcome(evaluation, "FACE_MATCH").status == CheckStatus::Passed);
  CHECK(outcome(evaluation, "FACE_MATCH_THROUGHOUT").status == CheckStatus::NotPerformed);
  CHECK(outcome(evaluation, "FACE_MATCH_THROUGHOUT").code == "FACE_NOT_COMPARABLE");
}

TEST_CASE("the levels of the other frames are the same") {
  constexpr Bounds kStrict{0.6, 0.8};
  const auto status = [&](double likeness) {
    return outcome(judged_throughout({likeness, 0.9}, kStrict), "FACE_MATCH_THROUGHOUT").status;
  };
  CHECK(status(0.5) == CheckStatus::Failed);
  CHECK(status(0.7) == CheckStatus::NotPerformed);
  CHECK(status(0.8) == CheckStatus::Passed);
}

}  // namespace countersign::matcher::match_judgement_test
