#pragma once
#include <memory>
#include <string>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"
#include "core/inspection/matcher/face_models.h"

namespace countersign::matcher {

// "countersign-matcher": whether the face on a document and the one in a recording are one
// person's, to two models that the operator names: the document's and the first frame's, and this
// one's and that of every other. It judges nothing else: that is a bug.
//
// The document is looked for as the embedded engine does, seen flat, and searched for its largest
// face: a person beside it is none of its faces. A flat document is turned to the way up in which
// the detector is surest of a face; a frame is taken as it is.
//
// For one thread. Deterministic on one machine: the same bytes give the same evaluation.
class MatcherEngine final : public Engine {
 public:
  MatcherEngine(std::unique_ptr<FaceModels> models,
                const FaceModels::Paths& paths,
                InspectionLimits limits);

  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;

 private:
  const std::unique_ptr<FaceModels> models_;
  const EngineVersion version_;
  const InspectionLimits limits_;
};

}  // namespace countersign::matcher
