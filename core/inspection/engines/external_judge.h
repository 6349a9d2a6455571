#pragma once
#include <optional>
#include <string_view>

#include "core/checks/checks.h"
#include "core/inspection/engines/face_matcher.h"

namespace countersign {

// The only liveness check that the embedded engine never makes: whether the frames show a person
// who is present, not a picture, a screen or a mask.
inline constexpr std::string_view kPresentationAttackCheck =
    name_of(Check::LivenessPresentationAttack);
inline constexpr std::string_view kFaceMatchCheck = name_of(Check::FaceMatch);

// The checks that an engine reports it can make.
struct EngineCapabilities {
  bool face_match = false;
  bool liveness = false;
  bool operator==(const EngineCapabilities&) const = default;
};

// A third party's engine on another machine. If it is unavailable, this server has not failed: the
// engine's checks are NOT_PERFORMED with CHECK_NOT_AVAILABLE. If the engine or this server is too
// busy for a request, there is no answer: the call fails with InspectionFailure::Busy. The engine
// matches only the first frame of a recording. Threading as for FaceMatcher; calls wait for another
// machine and use no processor of this one.
class ExternalJudge : public FaceMatcher {
 public:
  // Returns nullopt until the engine has reported its offer.
  virtual std::optional<EngineCapabilities> offer() const = 0;
  // Returns exactly one check, kPresentationAttackCheck, and the issue LIVENESS_NOT_LIVE if it
  // failed.
  virtual Result<Evaluation, InspectionFailure> judge_liveness(
      const LivenessRequest& request) const = 0;
};

}  // namespace countersign
