#include "tools/measure/labels/rate_estimate.h"

#include <algorithm>
#include <cmath>

#include "core/check.h"

namespace countersign {
namespace {

constexpr double kZ = 1.959963984540054;  // the normal distribution has 95 % within +-kZ
constexpr double kZ2 = kZ * kZ;

}  // namespace

RateEstimate wilson_rate(double share, std::uint64_t cases) {
  if (cases == 0) return {};
  const auto n = static_cast<double>(cases);
  const double middle = (share + kZ2 / (2 * n)) / (1 + kZ2 / n);
  const double half = kZ / (1 + kZ2 / n) * std::sqrt(share * (1 - share) / n + kZ2 / (4 * n * n));
  return {share, std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

std::uint64_t cases_needed(double share) {
  check(share > 0, "a share that cases are needed for is above 0");
  return static_cast<std::uint64_t>(std::ceil(kZ2 * (1 - std::min(share, 1.0)) / share));
}

}  // namespace countersign
