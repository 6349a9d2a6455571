#pragma once
#include "core/inspection/engine.h"
#include "core/inspection/engines/data_reader.h"
#include "core/inspection/engines/external_judge.h"
#include "core/inspection/engines/face_matcher.h"

namespace countersign {

// Several engines as one:
//
//   documents   the embedded engine; those it accepts with a proven zone or bar code also the local
//               reader, which compares the print with it
//   frames      the embedded engine; those it accepts also the local matcher, if it has a model of
//               presentation attacks; those that both accept also the external engine, if it offers
//               liveness
//   faces       the external engine if it offers that, else the local matcher, else no engine
//
// If an external engine offers a check but does not answer, no other engine replaces it: which
// engine judges a person must not depend on which one happens to be up. Until it has reported its
// offer, it is assumed to offer everything. Each check made by another engine names that engine.
//
// Thread-safe, as every Engine. The parts must outlive it; all but the embedded one may
// be null.
class CompositeEngine final : public Engine {
 public:
  CompositeEngine(const Engine& embedded,
                  const ExternalJudge* external,
                  const FaceMatcher* matcher,
                  const DataReader* reader = nullptr)
      : embedded_(embedded), external_(external), matcher_(matcher), reader_(reader) {}

  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  // Loads the frames once more for each other engine. The evaluation has the models of the matcher
  // that judged them.
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;
  // By the embedded engine.
  Result<std::optional<Rendering>, InspectionFailure> render(
      const RenderingRequest& request) const override {
    return embedded_.render(request);
  }

 private:
  const Engine& embedded_;
  const ExternalJudge* const external_;
  const FaceMatcher* const matcher_;
  const DataReader* const reader_;
};

}  // namespace countersign
