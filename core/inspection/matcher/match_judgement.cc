#include "core/inspection/matcher/match_judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/checks/checks.h"

namespace countersign::matcher {
namespace {

constexpr std::string_view kNotComparable = name_of(Code::FaceNotComparable);
constexpr std::string_view kMismatch = name_of(Code::FaceMismatch);

std::int64_t milli(double value) { return std::llround(value * 1000); }

CheckOutcome outcome_of(Check check, double threshold) {
  CheckOutcome outcome;
  outcome.check = name_of(check);
  outcome.status = CheckStatus::NotPerformed;
  outcome.code = std::string(kNotComparable);
  outcome.threshold_milli = milli(threshold);
  return outcome;
}

void pass(CheckOutcome& outcome) {
  outcome.status = CheckStatus::Passed;
  outcome.code.reset();
}

CheckOutcome face_outcome(Check check,
                          const std::optional<SeenFace>& face,
                          const FaceMatchThresholds& thresholds) {
  CheckOutcome outcome = outcome_of(check, thresholds.width_px);
  if (!face) return outcome;
  outcome.value_milli = milli(face->width_px());
  pass(outcome);
  return outcome;
}

CheckOutcome likeness_outcome(Check check, double likeness, const Bounds& bounds) {
  CheckOutcome outcome = outcome_of(check, bounds.warning);
  // A feature without a direction is neither like nor unlike another.
  if (!std::isfinite(likeness)) return outcome;
  // Compared in thousandths, as recorded, so that judging again gives the same result.
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

CheckOutcome throughout_outcome(const std::vector<std::optional<double>>& likenesses,
                                const Bounds& bounds) {
  std::size_t compared = 0;
  std::size_t least = 0;  // the first of the least alike, also compared in thousandths
  for (std::size_t i = 0; i < likenesses.size(); ++i) {
    if (!likenesses[i] || !std::isfinite(*likenesses[i])) continue;
    if (++compared == 1 || milli(*likenesses[i]) < milli(*likenesses[least])) least = i;
  }
  CheckOutcome outcome = outcome_of(Check::FaceMatchThroughout, bounds.warning);
  if (compared == 0) return outcome;
  outcome = likeness_outcome(Check::FaceMatchThroughout, *likenesses[least], bounds);
  outcome.frame = static_cast<std::uint32_t>(least + 2);  // from 1, which is the first frame
  if (outcome.status == CheckStatus::Passed && 2 * compared < likenesses.size()) {
    outcome.status = CheckStatus::NotPerformed;
    outcome.code = std::string(kNotComparable);
  }
  return outcome;
}

void add_mismatch(const CheckOutcome& outcome, std::string hint, MatchEvaluation& evaluation) {
  if (outcome.status != CheckStatus::Failed) return;
  evaluation.issues.push_back({.code = std::string(kMismatch),
                               .severity = Severity::Error,
                               .value_milli = outcome.value_milli.value_or(0),
                               .threshold_milli = outcome.threshold_milli.value_or(0),
                               .hint = std::move(hint)});
}

}  // namespace

std::vector<SeenFace> usable_faces(const std::vector<SeenFace>& faces,
                                   const FaceMatchThresholds& thresholds) {
  std::vector<SeenFace> large;
  std::ranges::copy_if(faces, std::back_inserter(large), [&](const SeenFace& face) {
    return face.width_px() >= thresholds.width_px;
  });
  return large;
}

std::optional<SeenFace> portrait_of(const std::vector<SeenFace>& faces,
                                    const FaceMatchThresholds& thresholds) {
  const std::vector<SeenFace> large = usable_faces(faces, thresholds);
  if (large.empty()) return std::nullopt;
  return *std::ranges::max_element(large, {}, &SeenFace::width_px);
}

std::optional<SeenFace> person_of(const std::vector<SeenFace>& faces,
                                  const FaceMatchThresholds& thresholds) {
  const std::vector<SeenFace> large = usable_faces(faces, thresholds);
  if (large.size() != 1) return std::nullopt;
  return large.front();
}

MatchEvaluation judge_match(const Comparison& comparison,
                            const FaceMatchThresholds& thresholds,
                            const Bounds& likeness) {
  MatchEvaluation evaluation;
  evaluation.checks = {
      face_outcome(
          Check::FaceMatchPortrait, portrait_of(comparison.on_document, thresholds), thresholds),
      face_outcome(Check::FaceMatchPerson, person_of(comparison.in_frame, thresholds), thresholds),
      likeness_outcome(Check::FaceMatch, comparison.likeness.value_or(std::nan("")), likeness),
      throughout_outcome(comparison.throughout, likeness)};
  const CheckOutcome& match = evaluation.checks[2];
  const CheckOutcome& throughout = evaluation.checks[3];
  add_mismatch(match, "The face is not the one on the document.", evaluation);
  add_mismatch(throughout,
               fmt::format("Frame {}: The face is not the one of the first frame.",
                           throughout.frame.value_or(0)),
               evaluation);
  return evaluation;
}

}  // namespace countersign::matcher
