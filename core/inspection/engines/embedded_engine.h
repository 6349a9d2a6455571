#pragma once
#include <cstdint>
#include <span>

#include "core/inspection/decode/inspection_limits.h"
#include "core/inspection/engine.h"

namespace countersign {

// The embedded engine "countersign-embedded": decodes the picture and judges
// whether it is fit to be read; finds and reads documents, and finds faces and how heads
// are held. What it has no means for it reports as NOT_PERFORMED. See thresholds.h for the numbers.
// Thread-safe; deterministic: the same request gives the same evaluation.
class EmbeddedEngine final : public Engine {
 public:
  // SHA-256, which this folder has no library for. Thread-safe.
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

 private:
  Hash hash_;
  InspectionLimits limits_;
};

}  // namespace countersign
