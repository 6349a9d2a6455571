#include "core/inspection/match_levels.h"

#include <doctest/doctest.h>

namespace countersign::match_levels_test {

using Status = MatchLevels::Status;

constexpr std::int64_t kUnlike = 100;
const RecognizerFacts kUnknown{std::nullopt, std::nullopt, kUnlike};
const RecognizerFacts kKnown{300, 363, kUnlike};

FaceMatchThresholds with(std::optional<Bounds> likeness) {
  FaceMatchThresholds thresholds;
  thresholds.likeness = likeness;
  return thresholds;
}

TEST_CASE("a recognizer that is not known has no levels until somebody sets them") {
  CHECK(match_levels(kUnknown, {}).status == Status::NotSet);
  CHECK_FALSE(match_levels(kUnknown, {}).in_force());
  const MatchLevels set = match_levels(kUnknown, with(Bounds{0.7, 0.8}));
  CHECK(set.in_force());
  CHECK(set.likeness == Bounds{0.7, 0.8});
}

TEST_CASE("a known recognizer has its own levels until somebody sets others") {
  CHECK(match_levels(kKnown, {}).in_force());
  CHECK(match_levels(kKnown, {}).likeness == Bounds{0.3, 0.363});
  CHECK(match_levels(kKnown, with(Bounds{0.4, 0.5})).likeness == Bounds{0.4, 0.5});
}

TEST_CASE("levels by which two unlike drawn faces would pass are not used") {
  CHECK(match_levels(kUnknown, with(Bounds{-0.5, 0.1})).status == Status::BelowUnlike);
  CHECK(match_levels(kUnknown, with(Bounds{-0.5, 0.1})).likeness == Bounds{-0.5, 0.1});
  CHECK(match_levels(kUnknown, with(Bounds{0.1, 0.101})).in_force());
  CHECK(match_levels(kKnown, with(Bounds{0.05, 0.1})).status == Status::BelowUnlike);
}

TEST_CASE("two drawn faces count less than levels that were measured on people") {
  RecognizerFacts likes_drawings = kKnown;
  likes_drawings.unlike_milli = 500;
  CHECK(match_levels(likes_drawings, {}).in_force());
  CHECK(match_levels(likes_drawings, with(Bounds{0.3, 0.4})).in_force());
  CHECK(match_levels(likes_drawings, with(Bounds{0.3, 0.362})).status == Status::BelowUnlike);
}

TEST_CASE("what was not compared is neither a pass nor a mismatch") {
  const MatchEvaluation none = not_compared({Check::FaceMatch, Check::FaceMatchThroughout});
  REQUIRE(none.checks.size() == 2);
  CHECK(none.checks[0].check == "FACE_MATCH");
  CHECK(none.checks[1].check == "FACE_MATCH_THROUGHOUT");
  for (const CheckOutcome& outcome : none.checks) {
    CHECK(outcome.status == CheckStatus::NotPerformed);
    CHECK(outcome.code == "CHECK_NOT_AVAILABLE");
    CHECK_FALSE(outcome.value_milli.has_value());
  }
}

}  // namespace countersign::match_levels_test
