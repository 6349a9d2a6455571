#include "core/inspection/matcher/presentation_judgement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/checks/checks.h"
#include "core/inspection/judgement.h"
#include "core/inspection/thresholds/threshold_row.h"

namespace countersign::matcher {

PresentationEvaluation judge_presentation(const std::vector<std::optional<double>>& frames,
                                          const std::optional<Bounds>& levels) {
  PresentationEvaluation evaluation;
  // In thousandths, as recorded, so that judging again gives the same result; with the frame.
  std::vector<std::pair<std::int64_t, std::uint32_t>> seen;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (!frames[i] || !std::isfinite(*frames[i])) continue;
    seen.emplace_back(std::llround(*frames[i] * kThousandths), static_cast<std::uint32_t>(i + 1));
  }
  if (!levels || seen.empty() || 2 * seen.size() < frames.size()) {
    record_not_performed(Check::LivenessPresentation, evaluation);
    return evaluation;
  }
  std::ranges::sort(seen);
  const auto [milli, frame] = seen[(seen.size() - 1) / 2];
  Judgement judgement = refuse_below(
      wording(Check::LivenessPresentation), static_cast<double>(milli) / kThousandths, *levels);
  judgement.frame = frame;
  record({judgement}, evaluation);
  return evaluation;
}

}  // namespace countersign::matcher
