#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "tools/measure/labels/rate_estimate.h"

namespace countersign {

// The likenesses of pairs of pictures, in thousandths of a cosine as the server compares them.
// Pairs come in groups: those of one person, or of the same two people. The pictures of a group
// resemble each other, so each group counts as one case, whatever its number of pairs, and its
// share of errors is one share. One thread.
class LikenessCurve {
 public:
  static constexpr std::int32_t kLeast = -1000;
  static constexpr std::int32_t kMost = 1000;

  // Adds a pair to the group that is open.
  void add(double likeness);
  // Ends the group, if it has a pair.
  void end_group();

  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t groups() const { return groups_; }

  // The shares of pairs at this level or above, and below it.
  RateEstimate at_or_above(std::int32_t level_milli) const;
  RateEstimate below(std::int32_t level_milli) const;
  // The highest level with at least this share of the pairs at it or above: 0.5 gives the median.
  std::int32_t level_with(double share) const;

 private:
  static constexpr std::size_t kBins = 2001;  // one for each level

  double share_from(std::int32_t level_milli) const;

  std::array<double, kBins> weights_{};      // of whole groups; each group adds 1
  std::array<std::uint32_t, kBins> open_{};  // pairs of the group that is open
  std::uint64_t open_pairs_ = 0;
  std::uint64_t pairs_ = 0;
  std::uint64_t groups_ = 0;
};

}  // namespace countersign
