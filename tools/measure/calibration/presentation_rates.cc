#include "tools/measure/calibration/presentation_rates.h"

#include <algorithm>
#include <cmath>

#include "core/inspection/thresholds/threshold_row.h"

namespace countersign {
namespace {

// The share of the group's answers at the level or above.
double share_at_or_above(const ScoredGroup& group, std::int32_t level_milli) {
  const auto count = std::ranges::count_if(
      group.scores_milli, [&](std::int32_t score) { return score >= level_milli; });
  return static_cast<double>(count) / static_cast<double>(group.scores_milli.size());
}

bool has_answers(const ScoredGroup& group) { return !group.scores_milli.empty(); }

}  // namespace

PresentationErrors errors_at(const PresentationRates& rates, std::int32_t level_milli) {
  PresentationErrors errors;
  double refused = 0;
  std::uint64_t people = 0;
  for (const ScoredGroup& person : rates.people) {
    if (!has_answers(person)) continue;
    refused += 1 - share_at_or_above(person, level_milli);
    ++people;
  }
  // Sums of shares such as 1/3 are not exact.
  errors.bpcer = wilson_rate(
      people == 0 ? 0 : std::clamp(refused / static_cast<double>(people), 0.0, 1.0), people);
  for (const ScoredGroup& kind : rates.attacks) {
    auto& rate = errors.apcer.emplace_back();
    if (!has_answers(kind)) continue;
    rate = wilson_rate(share_at_or_above(kind, level_milli), kind.scores_milli.size());
    if (!errors.worst || rate->share > errors.apcer[*errors.worst]->share) {
      errors.worst = errors.apcer.size() - 1;
    }
  }
  return errors;
}

std::optional<std::string> why_not_measured(const PresentationRates& rates) {
  if (!std::ranges::any_of(rates.people, has_answers)) {
    return "no original shows a single face: the BPCER cannot be measured";
  }
  if (!std::ranges::any_of(rates.attacks, has_answers)) {
    return "no attack shows a single face: the APCER cannot be measured";
  }
  return std::nullopt;
}

std::vector<std::int32_t> presentation_levels(const PresentationRates& rates) {
  std::vector<std::int32_t> levels;
  for (std::int32_t level = 50; level <= 1000; level += 50) levels.push_back(level);
  if (rates.levels) {
    for (const double set : {rates.levels->error, rates.levels->warning}) {
      levels.push_back(static_cast<std::int32_t>(std::lround(set * kThousandths)));
    }
  }
  std::ranges::sort(levels);
  levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
  return levels;
}

}  // namespace countersign
