#pragma once
#include "core/inspection/engine.h"
#include "core/session/sandbox.h"

namespace countersign {

// Finds what a script says, whatever the images show: the engine of sandbox sessions, and of
// no other. An image must begin as one of the formats and is not decoded; its size
// and its pixels are not known, so no two images are ever the same. One for each submission, which
// it is made from. Thread-safe, deterministic.
class SandboxEngine final : public Engine {
 public:
  explicit SandboxEngine(SandboxScript script) : script_(std::move(script)) {}

  // Every action, and faces.
  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  // The action that was not performed, where the script says so, is the challenge's last.
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  // Loads nothing.
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;

 private:
  void judge(std::string_view check, Evaluation& found) const;

  SandboxScript script_;
};

}  // namespace countersign
