#pragma once
#include "core/inspection/engine.h"
#include "core/inspection/engines/external_judge.h"
#include "core/inspection/engines/face_matcher.h"

namespace countersign {

// Several engines as one:
//
//   documents   the embedded engine
//   frames      the embedded engine; those that it accepts also the external one, if it offers that
//   faces       the external engine if it offers that, else the local matcher, else nobody
//
// An external engine that offers a check and does not answer is replaced by nobody: what a person
// is judged by must not depend on what happens to be up. While it has not said what it offers, it
// is taken to offer everything. Each check that another engine made names it.
//
// Thread-safe, as every Engine. The parts outlive it; external and matcher may be null.
class CompositeEngine final : public Engine {
 public:
  CompositeEngine(const Engine& embedded, const ExternalJudge* external, const FaceMatcher* matcher)
      : embedded_(embedded), external_(external), matcher_(matcher) {}

  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  // Loads the frames once more for the external engine.
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
