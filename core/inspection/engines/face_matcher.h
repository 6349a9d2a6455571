#pragma once
#include "core/inspection/engine.h"

namespace countersign {

// Compares the face on a document with that of a person. Thread-safe: every function is const and
// may be called from any thread at the same time. Calls are slow and belong on a FairPool. Nothing
// of a request is kept.
class FaceMatcher {
 public:
  virtual ~FaceMatcher() = default;
  virtual EngineVersion version() const = 0;
  virtual Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const = 0;
};

}  // namespace countersign
