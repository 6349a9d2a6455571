#include "core/inspection/matcher/presentation_judgement.h"

#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace countersign::matcher::presentation_judgement_test {

using Frames = std::vector<std::optional<double>>;
constexpr Bounds kLevels{0.3, 0.6};

// The status of the only check, with its value and its frame.
std::string judged(const Frames& frames, const std::optional<Bounds>& levels = kLevels) {
  const PresentationEvaluation found = judge_presentation(frames, levels);
  REQUIRE(found.checks.size() == 1);
  const CheckOutcome& outcome = found.checks[0];
  CHECK(outcome.check == "LIVENESS_PRESENTATION");
  const bool suspects =
      outcome.status == CheckStatus::Failed || outcome.status == CheckStatus::Warning;
  CHECK(found.issues.size() == (suspects ? 1 : 0));
  CHECK(found.accepted() == (outcome.status != CheckStatus::Failed));
  if (suspects) {
    CHECK(found.issues[0].code == "LIVENESS_NOT_LIVE");
    CHECK(outcome.code == "LIVENESS_NOT_LIVE");
    CHECK(found.issues[0].value_milli == outcome.value_milli);
    CHECK(found.issues[0].threshold_milli == outcome.threshold_milli);
    CHECK_FALSE(found.issues[0].hint.empty());
  }
  if (outcome.status == CheckStatus::NotPerformed) {
    CHECK(outcome.code == "CHECK_NOT_AVAILABLE");
    CHECK_FALSE(outcome.value_milli.has_value());
    CHECK_FALSE(outcome.frame.has_value());
    return "NOT_PERFORMED";
  }
  return std::string(name_of(outcome.status)) + " " + std::to_string(outcome.value_milli.value()) +
         " of frame " + std::to_string(outcome.frame.value());
}

TEST_CASE("the median is refused below the first level, and suspected below the second") {
  CHECK(judged({0.9, 0.2, 0.7}) == "PASSED 700 of frame 3");
  CHECK(judged({0.6, 0.6, 0.6}) == "PASSED 600 of frame 2");
  CHECK(judged({0.599, 0.9, 0.1}) == "WARNING 599 of frame 1");
  CHECK(judged({0.3}) == "WARNING 300 of frame 1");
  CHECK(judged({0.2994}) == "FAILED 299 of frame 1");
  CHECK(judged({0.2996}) == "WARNING 300 of frame 1");  // in thousandths, as it is recorded
  CHECK(judged({0.0, 1.0, 0.0}) == "FAILED 0 of frame 3");
}

TEST_CASE("of an even number of frames the lower one in the middle counts") {
  CHECK(judged({0.9, 0.1}) == "FAILED 100 of frame 2");
  CHECK(judged({0.9, 0.7, 0.1, 0.2}) == "FAILED 200 of frame 4");
}

TEST_CASE("an attack in less than half of the frames is outvoted, and in half of them is not") {
  CHECK(judged({0.9, 0.9, 0.9, 0.0, 0.0}).starts_with("PASSED"));
  CHECK(judged({0.9, 0.9, 0.0, 0.0}).starts_with("FAILED"));
}

TEST_CASE("half of the frames must be judged, and frames without a number are passed over") {
  const double nan = std::nan("");
  CHECK(judged({0.9, std::nullopt}) == "PASSED 900 of frame 1");
  CHECK(judged({std::nullopt, nan, 0.9, 0.8}) == "PASSED 800 of frame 4");
  CHECK(judged({0.9, std::nullopt, std::nullopt}) == "NOT_PERFORMED");
  CHECK(judged({0.0, nan, nan}) == "NOT_PERFORMED");
  CHECK(judged({std::nullopt}) == "NOT_PERFORMED");
  CHECK(judged({}) == "NOT_PERFORMED");
}

TEST_CASE("without levels nothing is judged") {
  CHECK(judged({0.9, 0.9}, std::nullopt) == "NOT_PERFORMED");
  CHECK(judged({0.0}, std::nullopt) == "NOT_PERFORMED");
  CHECK(judged({0.0}, Bounds{0, 0}) == "PASSED 0 of frame 1");
}

}  // namespace countersign::matcher::presentation_judgement_test
