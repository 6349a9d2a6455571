#pragma once
#include <filesystem>
#include <memory>

#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/engines/face_matcher.h"

namespace countersign::confined {

// The operator's models, files of the program `countersign-matcher`.
struct ModelPaths {
  std::filesystem::path detector;
  std::filesystem::path recognizer;
};

// Compares faces in confined workers of `countersign-matcher`, as ConfinedEngine says. A worker
// that is lost makes it a check that was not performed, never a pass or a mismatch; without
// the program the calls fail with NoInspector. Thread-safe.
class ConfinedMatcher final : public FaceMatcher {
 public:
  // What its networks may allocate beside the pictures.
  static constexpr std::uint64_t kEngineBytes = 512ull << 20;

  // `settings.inspector` is the program; its arguments and engine_bytes are set here. REQUIRES and
  // failure as ConfinedEngine::start; models that are none are refused.
  static Result<std::unique_ptr<ConfinedMatcher>, NotStarted> start(
      InspectorSettings settings,
      const ModelPaths& models,
      std::function<void(const InspectorNews&)> tell);

  EngineVersion version() const override { return engine_->capabilities().engine; }
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override {
    return engine_->match_faces(request);
  }

  // For metrics.
  const ConfinedEngine& engine() const { return *engine_; }

 private:
  explicit ConfinedMatcher(std::unique_ptr<ConfinedEngine> engine) : engine_(std::move(engine)) {}

  const std::unique_ptr<ConfinedEngine> engine_;
};

}  // namespace countersign::confined
