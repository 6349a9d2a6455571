#include "core/inspection/confined/confined_matcher.h"

#include <fmt/format.h>

#include <utility>

#include "core/inspection/engines/engine_judges.h"

namespace countersign::confined {

Result<std::unique_ptr<ConfinedMatcher>, NotStarted> ConfinedMatcher::start(
    InspectorSettings settings,
    const ModelPaths& models,
    std::function<void(const InspectorNotice&)> tell) {
  settings.arguments = {models.detector.string(), models.recognizer.string()};
  if (models.presentation) settings.arguments.push_back(models.presentation->string());
  settings.engine_bytes = kEngineBytes;
  const std::string program = settings.inspector.string();
  auto engine = ConfinedEngine::start(settings, std::move(tell));
  if (!engine) {
    NotStarted why = engine.error();
    // The program died of one of the models and could not say which.
    if (why.refused && !why.why.starts_with("the model ")) {
      const std::string more =
          models.presentation ? ", or of " + models.presentation->string() : "";
      why.why += fmt::format(", of the models {} and {}{}",
                             models.detector.string(),
                             models.recognizer.string(),
                             more);
    }
    return why;
  }
  const Capabilities capabilities = (*engine)->capabilities();
  if (!capabilities.face_match || !capabilities.recognizer) {
    return NotStarted{program + " cannot compare faces", true};
  }
  if (models.presentation && !capabilities.judges_presentation) {
    return NotStarted{program + " cannot judge presentation attacks", true};
  }
  return std::unique_ptr<ConfinedMatcher>(new ConfinedMatcher(std::move(*engine)));
}

Result<PresentationEvaluation, InspectionFailure> ConfinedMatcher::judge_presentation(
    const PresentationRequest& request) const {
  return EngineMatcher(*engine_).judge_presentation(request);
}

}  // namespace countersign::confined
