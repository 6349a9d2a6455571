#include "core/inspection/match_levels.h"

#include <cmath>
#include <optional>
#include <string>

namespace countersign {
namespace {

std::optional<Bounds> published_levels(const RecognizerFacts& recognizer) {
  const auto& error = recognizer.published_error_milli;
  const auto& warning = recognizer.published_warning_milli;
  if (!error || !warning) return std::nullopt;
  return Bounds{static_cast<double>(*error) / kThousandths,
                static_cast<double>(*warning) / kThousandths};
}

}  // namespace

MatchLevels match_levels(const RecognizerFacts& recognizer, const FaceMatchThresholds& thresholds) {
  const auto published = published_levels(recognizer);
  const auto levels = thresholds.likeness ? thresholds.likeness : published;
  if (!levels) return {};
  const bool as_published = published && levels->warning >= published->warning;
  const bool unlike_pass = recognizer.unlike_milli >= std::llround(levels->warning * kThousandths);
  if (unlike_pass && !as_published) return {MatchLevels::Status::BelowUnlike, *levels};
  return {MatchLevels::Status::InForce, *levels};
}

MatchEvaluation not_compared(std::initializer_list<Check> comparisons) {
  MatchEvaluation evaluation;
  for (const Check comparison : comparisons) {
    evaluation.checks.push_back({.check = std::string(name_of(comparison)),
                                 .status = CheckStatus::NotPerformed,
                                 .code = std::string(name_of(Code::CheckNotAvailable)),
                                 .value_milli = std::nullopt,
                                 .threshold_milli = std::nullopt});
  }
  return evaluation;
}

}  // namespace countersign
