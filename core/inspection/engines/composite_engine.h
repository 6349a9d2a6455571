#pragma once
#include "core/inspection/engine.h"
#include "core/inspection/engines/external_judge.h"
#include "core/inspection/engines/face_matcher.h"

namespace countersign {

// Several engines as one:
//
//   documents   the embedded engine
//   frames      the embedded engine; those it accepts also the external one, if it offers liveness
//   faces       the external engine if it offers that, else the local matcher, else no engine
//
// If an external engine offers a check but does not answer, no other engine replaces it: which
// engine judges a person must not depend on which one happens to be up. Until it has reported its
// offer, it is assumed to offer everything. Each check made by another engine names that engine.
//
// Thread-safe, as every Engine. The parts must outlive it; external and matcher may be null.
class CompositeEngine final : public Engine {
 public:
  CompositeEngine(const Engine& embedded, const ExternalJudge* external, const FaceMatcher* matcher)
      : embedded_(embedded), external_(external), matcher_(matcher) {}

  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  // Loads the frames a second time for the external engine.
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;

 private:
  const Engine& embedded_;
  const ExternalJudge* const external_;
  const FaceMatcher* const matcher_;
};

}  // namespace countersign
