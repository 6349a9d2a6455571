#include "core/inspection/confined/confined_matcher.h"

#include <fmt/format.h>

#include <utility>

namespace countersign::confined {

Result<std::unique_ptr<ConfinedMatcher>, NotStarted> ConfinedMatcher::start(
    InspectorSettings settings,
    const ModelPaths& models,
    std::function<void(const InspectorNotice&)> tell) {
  settings.arguments = {models.detector.string(), models.recognizer.string()};
  settings.engine_bytes = kEngineBytes;
  const std::string program = settings.inspector.string();
  auto engine = ConfinedEngine::start(settings, std::move(tell));
  if (!engine) {
    NotStarted why = engine.error();
    // The program died of one of the models and could not say which.
    if (why.refused && !why.why.starts_with("the model ")) {
      why.why += fmt::format(
          ", of the models {} and {}", models.detector.string(), models.recognizer.string());
    }
    return why;
  }
  const Capabilities capabilities = (*engine)->capabilities();
  if (!capabilities.face_match || !capabilities.recognizer) {
    return NotStarted{program + " cannot compare faces", true};
  }
  return std::unique_ptr<ConfinedMatcher>(new ConfinedMatcher(std::move(*engine)));
}

}  // namespace countersign::confined
