#pragma once
#include "core/inspection/engine.h"
#include "core/session/sandbox.h"

namespace countersign {

// Reports what a script says, whatever the images show: the engine of sandbox sessions, and of no
// others. An image must have the signature of one of the formats and is not decoded. Its size and
// its pixels are not known, so no two images count as the same. Each submission has its own engine,
// made from the submission. Thread-safe, deterministic.
class SandboxEngine final : public Engine {
 public:
  explicit SandboxEngine(SandboxScript script) : script_(std::move(script)) {}

  // Every action, and face matching.
  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  // If the script says that an action was not performed, it is the challenge's last one.
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  // Loads no images.
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;

 private:
  void judge(std::string_view check, Evaluation& found) const;

  SandboxScript script_;
};

}  // namespace countersign
