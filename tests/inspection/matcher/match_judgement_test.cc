#include "core/inspection/matcher/match_judgement.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>

namespace countersign::matcher {
namespace {

SeenFace face(float width, float score = 0.95F) {
  SeenFace seen;
  seen.row[2] = width;
  seen.row[3] = width;
  seen.row[14] = score;
  return seen;
}

MatchEvaluation judged(double likeness, const FaceMatchThresholds& thresholds = {}) {
  return judge_match({{face(90)}, {face(200)}, likeness}, thresholds);
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

TEST_CASE("what is judged is what is recorded, in thousandths") {
  CHECK(outcome(judged(0.3626), "FACE_MATCH").status == CheckStatus::Passed);        // 363
  CHECK(outcome(judged(0.2996), "FACE_MATCH").status == CheckStatus::NotPerformed);  // 300
}

TEST_CASE("a likeness that is no number is none") {
  for (const double likeness :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const CheckOutcome match = outcome(judged(likeness), "FACE_MATCH");
    CHECK(match.status == CheckStatus::NotPerformed);
    CHECK_FALSE(match.value_milli.has_value());
  }
}

TEST_CASE("the levels are the operator's") {
  FaceMatchThresholds strict;
  strict.likeness = {0.6, 0.8};
  CHECK(outcome(judged(0.5, strict), "FACE_MATCH").status == CheckStatus::Failed);
  CHECK(outcome(judged(0.7, strict), "FACE_MATCH").status == CheckStatus::NotPerformed);
  CHECK(outcome(judged(0.8, strict), "FACE_MATCH").status == CheckStatus::Passed);
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
  const MatchEvaluation no_portrait = judge_match({{}, {face(200)}, std::nullopt}, thresholds);
  CHECK(outcome(no_portrait, "FACE_MATCH_PORTRAIT").code == "FACE_NOT_COMPARABLE");
  CHECK(outcome(no_portrait, "FACE_MATCH_PORTRAIT").threshold_milli == 48'000);
  CHECK(outcome(no_portrait, "FACE_MATCH_PERSON").status == CheckStatus::Passed);
  CHECK(outcome(no_portrait, "FACE_MATCH_PERSON").value_milli == 200'000);
  CHECK(outcome(no_portrait, "FACE_MATCH").code == "FACE_NOT_COMPARABLE");
  CHECK(no_portrait.accepted());
  const MatchEvaluation two_persons =
      judge_match({{face(90)}, {face(200), face(190)}, std::nullopt}, thresholds);
  CHECK(outcome(two_persons, "FACE_MATCH_PORTRAIT").status == CheckStatus::Passed);
  CHECK(outcome(two_persons, "FACE_MATCH_PERSON").code == "FACE_NOT_COMPARABLE");
  CHECK(outcome(two_persons, "FACE_MATCH").status == CheckStatus::NotPerformed);
}

}  // namespace
}  // namespace countersign::matcher
