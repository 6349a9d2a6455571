#pragma once
#include <memory>
#include <string>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"
#include "core/inspection/matcher/face_models.h"

namespace countersign::matcher {

// "countersign-matcher": judges whether the face on a document and the face in a recording are one
// person's, by two models that the operator names. Compares the document with the first frame, and
// the first frame with every other. With a third model, it also judges whether the frames of a
// recording show a person who is present (presentation_judgement.h). Without levels for the
// recognizer (match_levels.h) it looks at no picture and reports both comparisons as not performed;
// without levels for the third model it does the same. Judges nothing else: the other calls are a
// bug.
//
// Finds the document as the embedded engine does, flattens it, and searches it for its largest
// face; a person beside the document is not considered. Turns the flat document to the orientation
// in which the detector's score for a face is highest; a frame is taken as it is.
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
  Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest& request) const override;
  Result<FaceDescription, InspectionFailure> describe_face(
      const FaceRequest& request) const override;

 private:
  const std::unique_ptr<FaceModels> models_;
  const EngineVersion version_;
  const RecognizerFacts recognizer_;
  const InspectionLimits limits_;
};

}  // namespace countersign::matcher
