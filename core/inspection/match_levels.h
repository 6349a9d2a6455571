#pragma once
#include <cstdint>
#include <initializer_list>

#include "core/checks/checks.h"
#include "core/inspection/engine.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// The levels that a recognizer's likenesses are judged by, or why it has no levels.
struct MatchLevels {
  enum class Status : std::uint8_t {
    InForce,
    NotSet,       // the recognizer is not known, and nobody has set levels for it
    BelowUnlike,  // two unlike drawn faces would pass: the levels tell no people apart
  };
  Status status = Status::NotSet;
  Bounds likeness{};  // unless NotSet

  bool in_force() const { return status == Status::InForce; }
};

// The levels that an operator has set count; without them the published ones of a known recognizer.
// Levels at which the two drawn faces would pass are not used. The published levels were measured
// on people, which says more than two drawings, so levels that are no laxer than these are always
// used. Pure.
MatchLevels match_levels(const RecognizerFacts& recognizer, const FaceMatchThresholds& thresholds);

// The comparisons that could not be made: not performed, with the code CHECK_NOT_AVAILABLE. Pure.
MatchEvaluation not_compared(std::initializer_list<Check> comparisons);

}  // namespace countersign
