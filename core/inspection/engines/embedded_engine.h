#pragma once
#include <cstdint>
#include <span>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"

namespace countersign {

// The embedded engine "countersign-embedded": decodes pictures and judges whether they are fit to
// be read; finds and reads documents; finds faces and how heads are held. Reports checks that it
// cannot make as NOT_PERFORMED. See thresholds.h for the numbers. Thread-safe; deterministic: the
// same request gives the same evaluation.
class EmbeddedEngine final : public Engine {
 public:
  // SHA-256, passed in because this folder has no library for it. Thread-safe.
  using Hash = Digest (*)(std::span<const std::uint8_t> bytes);

  // REQUIRES: hash is not null.
  explicit EmbeddedEngine(Hash hash, InspectionLimits limits = {});

  Capabilities capabilities() const override;
  Result<DocumentEvaluation, InspectionFailure> evaluate_document(
      const DocumentRequest& request) const override;
  Result<LivenessEvaluation, InspectionFailure> evaluate_liveness(
      const LivenessRequest& request) const override;
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override;
  Result<std::optional<Rendering>, InspectionFailure> render(
      const RenderingRequest& request) const override;

 private:
  Hash hash_;
  InspectionLimits limits_;
};

}  // namespace countersign
