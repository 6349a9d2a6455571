#pragma once
#include <cstdint>

namespace countersign {

// A measured share of errors, 0 to 1, and the interval that has the true share with 95 %.
struct RateEstimate {
  double share = 0;
  double from = 0;
  double to = 1;
};

// E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference (Journal of
// the American Statistical Association 22, 1927). `share` is the mean of `cases` shares that do not
// depend on each other; if these are not all 0 or 1, the interval is wider than it needs to be.
// Without cases it is everything from 0 to 1. Pure.
RateEstimate wilson_rate(double share, std::uint64_t cases);

// The fewest cases of which none must be an error so that the interval ends at `share` or below:
// 3,838 for 0.001. (The rule of three says 3,000, for an interval that is open below.)
// REQUIRES: above 0.
std::uint64_t cases_needed(double share);

}  // namespace countersign
