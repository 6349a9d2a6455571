#pragma once
#include "core/inspection/engine.h"
#include "core/inspection/engines/data_reader.h"
#include "core/inspection/engines/face_matcher.h"

namespace countersign {

// An engine that compares faces, as a matcher: the engine of countersign-matcher, wherever its
// workers are. Judgements of presentation name the engine and the models that were used.
// Thread-safe. The engine outlives the matcher.
class EngineMatcher final : public FaceMatcher {
 public:
  explicit EngineMatcher(const Engine& engine) : engine_(engine) {}

  EngineVersion version() const override { return engine_.capabilities().engine; }
  std::optional<RecognizerFacts> recognizer() const override {
    return engine_.capabilities().recognizer;
  }
  Result<MatchEvaluation, InspectionFailure> match_faces(
      const MatchRequest& request) const override {
    return engine_.match_faces(request);
  }
  bool judges_presentation() const override { return engine_.capabilities().judges_presentation; }
  Result<PresentationEvaluation, InspectionFailure> judge_presentation(
      const PresentationRequest& request) const override;

 private:
  const Engine& engine_;
};

// An engine that compares printed data, as a reader: the engine of countersign-reader. The outcome
// names the engine. Thread-safe. The engine outlives the reader.
class EngineReader final : public DataReader {
 public:
  explicit EngineReader(const Engine& engine) : engine_(engine) {}

  EngineVersion version() const override { return engine_.capabilities().engine; }
  Result<DataEvaluation, InspectionFailure> compare_data(const DataRequest& request) const override;

 private:
  const Engine& engine_;
};

}  // namespace countersign
