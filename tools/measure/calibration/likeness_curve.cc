#include "tools/measure/calibration/likeness_curve.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace countersign {
namespace {

std::size_t bin_of(std::int32_t level_milli) {
  return static_cast<std::size_t>(
      std::clamp(level_milli, LikenessCurve::kLeast, LikenessCurve::kMost) - LikenessCurve::kLeast);
}

}  // namespace

void LikenessCurve::add(double likeness) {
  ++open_[bin_of(static_cast<std::int32_t>(std::lround(likeness * 1000)))];
  ++open_pairs_;
}

void LikenessCurve::end_group() {
  if (open_pairs_ == 0) return;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    weights_[bin] += static_cast<double>(open_[bin]) / static_cast<double>(open_pairs_);
  }
  pairs_ += open_pairs_;
  ++groups_;
  open_.fill(0);
  open_pairs_ = 0;
}

// A level above all has no pair at it or above.
double LikenessCurve::share_from(std::int32_t level_milli) const {
  if (groups_ == 0 || level_milli > kMost) return 0;
  const auto* const from = weights_.begin() + static_cast<std::ptrdiff_t>(bin_of(level_milli));
  const double sum = std::accumulate(from, weights_.end(), 0.0);
  // Sums of shares such as 1/3 are not exact.
  return std::clamp(sum / static_cast<double>(groups_), 0.0, 1.0);
}

RateEstimate LikenessCurve::at_or_above(std::int32_t level_milli) const {
  return wilson_rate(share_from(level_milli), groups_);
}

RateEstimate LikenessCurve::below(std::int32_t level_milli) const {
  return wilson_rate(groups_ == 0 ? 0 : 1 - share_from(level_milli), groups_);
}

std::int32_t LikenessCurve::level_with(double share) const {
  std::int32_t level = kMost;
  while (level > kLeast && share_from(level) < share) --level;
  return level;
}

}  // namespace countersign
