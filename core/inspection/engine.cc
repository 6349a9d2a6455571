#include "core/inspection/engine.h"

#include <algorithm>

#include "core/check.h"

namespace countersign {

bool Evaluation::accepted() const {
  return std::none_of(issues.begin(), issues.end(), [](const Issue& issue) {
    return issue.severity == Severity::Error;
  });
}

Result<PresentationEvaluation, InspectionFailure> Engine::judge_presentation(
    const PresentationRequest&) const {
  check(false, "presentation attacks are judged by an engine that has a model of them");
  return PresentationEvaluation{};
}

Result<FaceDescription, InspectionFailure> Engine::describe_face(const FaceRequest&) const {
  check(false, "a face is described by an engine that has a recognizer");
  return FaceDescription{};
}

Result<DataEvaluation, InspectionFailure> Engine::compare_data(const DataRequest&) const {
  DataEvaluation nothing;
  nothing.engine = capabilities().engine;
  return nothing;
}

Result<std::optional<Rendering>, InspectionFailure> Engine::render(const RenderingRequest&) const {
  return InspectionFailure::NoInspector;
}

}  // namespace countersign
