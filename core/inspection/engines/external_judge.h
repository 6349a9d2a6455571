#pragma once
#include <optional>
#include <string_view>

#include "core/inspection/engines/face_matcher.h"

namespace countersign {

// The one check of liveness that the embedded engine never makes: whether the frames show somebody
// who is there, and not a picture, a screen or a mask.
inline constexpr std::string_view kPresentationAttackCheck = "LIVENESS_PRESENTATION_ATTACK";
inline constexpr std::string_view kFaceMatchCheck = "FACE_MATCH";

// What an engine says that it can judge.
struct Offer {
  bool face_match = false;
  bool liveness = false;
  bool operator==(const Offer&) const = default;
};

// An engine of somebody else, somewhere else. That it is not there is no failure of ours: its
// checks are NOT_PERFORMED then, with CHECK_NOT_AVAILABLE. That it, or we, are too busy for a
// question is no verdict at all: the call fails with InspectionFailure::Busy. Of a recording it
// matches the first frame alone. Threading as FaceMatcher; calls wait for another machine, and use
// no processor of this one.
class ExternalJudge : public FaceMatcher {
 public:
  // None while it has not said.
  virtual std::optional<Offer> offer() const = 0;
  // Exactly one check, kPresentationAttackCheck; and LIVENESS_NOT_LIVE when it failed.
  virtual Result<Evaluation, InspectionFailure> judge_liveness(
      const LivenessRequest& request) const = 0;
};

}  // namespace countersign
