#pragma once
#include <optional>

#include "core/inspection/engine.h"

namespace countersign {

// Compares the face on a document with that of a person. Thread-safe: every function is const and
// may be called from any thread at the same time. Calls are slow and belong on a FairPool. Nothing
// of a request is kept.
class FaceMatcher {
 public:
  virtual ~FaceMatcher() = default;
  virtual EngineVersion version() const = 0;
  // As in Capabilities; nullopt unless it compares by a model of the operator's.
  virtual std::optional<RecognizerFacts> recognizer() const { return std::nullopt; }
  virtual Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const = 0;
  // Whether it judges presentation attacks by a model of the operator's.
  virtual bool judges_presentation() const { return false; }
  // The engine of the evaluation has the models that were used, and the check names that engine.
  // REQUIRES: judges_presentation(). A matcher without such a model does not implement this.
  virtual Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest&) const {
    return InspectionFailure::NoInspector;
  }
};

}  // namespace countersign
