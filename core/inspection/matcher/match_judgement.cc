#include "core/inspection/matcher/match_judgement.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace countersign::matcher {
namespace {

constexpr std::string_view kNotComparable = "FACE_NOT_COMPARABLE";
constexpr std::string_view kMismatch = "FACE_MISMATCH";

std::int64_t milli(double value) { return std::llround(value * 1000); }

std::vector<SeenFace> usable(const std::vector<SeenFace>& faces,
                             const FaceMatchThresholds& thresholds) {
  std::vector<SeenFace> large;
  std::ranges::copy_if(faces, std::back_inserter(large), [&](const SeenFace& face) {
    return face.width_px() >= thresholds.width_px;
  });
  return large;
}

CheckOutcome outcome_of(std::string_view check, double threshold) {
  CheckOutcome outcome;
  outcome.check = check;
  outcome.status = CheckStatus::NotPerformed;
  outcome.code = std::string(kNotComparable);
  outcome.threshold_milli = milli(threshold);
  return outcome;
}

void pass(CheckOutcome& outcome) {
  outcome.status = CheckStatus::Passed;
  outcome.code.reset();
}

CheckOutcome face_outcome(std::string_view check,
                          const std::optional<SeenFace>& face,
                          const FaceMatchThresholds& thresholds) {
  CheckOutcome outcome = outcome_of(check, thresholds.width_px);
  if (!face) return outcome;
  outcome.value_milli = milli(face->width_px());
  pass(outcome);
  return outcome;
}

CheckOutcome likeness_outcome(double likeness, const Bounds& bounds) {
  CheckOutcome outcome = outcome_of("FACE_MATCH", bounds.warning);
  // A feature without a direction is like nothing, and not unlike it either.
  if (!std::isfinite(likeness)) return outcome;
  // In thousandths, as it is recorded: whoever judges again comes to the same.
  const std::int64_t value = milli(likeness);
  outcome.value_milli = value;
  if (value >= milli(bounds.warning)) {
    pass(outcome);
  } else if (value < milli(bounds.error)) {
    outcome.status = CheckStatus::Failed;
    outcome.code = std::string(kMismatch);
    outcome.threshold_milli = milli(bounds.error);
  }
  return outcome;
}

}  // namespace

std::optional<SeenFace> portrait_of(const std::vector<SeenFace>& faces,
                                    const FaceMatchThresholds& thresholds) {
  const std::vector<SeenFace> large = usable(faces, thresholds);
  if (large.empty()) return std::nullopt;
  return *std::ranges::max_element(large, {}, &SeenFace::width_px);
}

std::optional<SeenFace> person_of(const std::vector<SeenFace>& faces,
                                  const FaceMatchThresholds& thresholds) {
  const std::vector<SeenFace> large = usable(faces, thresholds);
  if (large.size() != 1) return std::nullopt;
  return large.front();
}

MatchEvaluation judge_match(const Comparison& comparison, const FaceMatchThresholds& thresholds) {
  MatchEvaluation evaluation;
  evaluation.checks = {
      face_outcome(
          "FACE_MATCH_PORTRAIT", portrait_of(comparison.on_document, thresholds), thresholds),
      face_outcome("FACE_MATCH_PERSON", person_of(comparison.in_frame, thresholds), thresholds),
      likeness_outcome(comparison.likeness.value_or(std::nan("")), thresholds.likeness)};
  const CheckOutcome& match = evaluation.checks.back();
  if (match.status == CheckStatus::Failed) {
    evaluation.issues.push_back({.code = std::string(kMismatch),
                                 .severity = Severity::Error,
                                 .value_milli = match.value_milli.value_or(0),
                                 .threshold_milli = match.threshold_milli.value_or(0),
                                 .hint = "The face is not the one on the document."});
  }
  return evaluation;
}

}  // namespace countersign::matcher
