#pragma once
#include <filesystem>
#include <memory>
#include <optional>

#include "core/inspection/confined/confined_engine.h"
#include "core/inspection/engines/face_matcher.h"

namespace countersign::confined {

// The operator's models: files for the program `countersign-matcher`.
struct ModelPaths {
  std::filesystem::path detector;
  std::filesystem::path recognizer;
  std::optional<std::filesystem::path> presentation{};  // of presentation attacks
};

// Compares faces in confined workers of `countersign-matcher`, see ConfinedEngine, and judges
// presentation attacks if there is a model of them. If a worker is lost, the check is reported as
// not performed, neither passed nor failed. Without the program, calls fail with NoInspector.
// Thread-safe.
class ConfinedMatcher final : public FaceMatcher {
 public:
  // The memory that the networks may allocate in addition to the pictures.
  static constexpr std::uint64_t kEngineBytes = 512ull << 20;

  // `settings.inspector` is the program; its arguments and engine_bytes are set here. Requirements
  // and failures as for ConfinedEngine::start. Invalid models are refused.
  static Result<std::unique_ptr<ConfinedMatcher>, NotStarted> start(
      InspectorSettings settings,
      const ModelPaths& models,
      std::function<void(const InspectorNotice&)> tell);

  EngineVersion version() const override { return engine_->capabilities().engine; }
  std::optional<RecognizerFacts> recognizer() const override {
    return engine_->capabilities().recognizer;
  }
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override {
    return engine_->match_faces(request);
  }

  bool judges_presentation() const override { return engine_->capabilities().judges_presentation; }
  Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest& request) const override;

  // See Engine::describe_face().
  Result<FaceDescription, InspectionFailure> describe_face(const FaceRequest& request) const {
    return engine_->describe_face(request);
  }

  // For metrics.
  const ConfinedEngine& engine() const { return *engine_; }

 private:
  explicit ConfinedMatcher(std::unique_ptr<ConfinedEngine> engine) : engine_(std::move(engine)) {}

  const std::unique_ptr<ConfinedEngine> engine_;
};

}  // namespace countersign::confined
