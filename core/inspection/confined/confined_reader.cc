#include "core/inspection/confined/confined_reader.h"

#include <utility>

#include "core/inspection/engines/engine_judges.h"

namespace countersign::confined {

Result<std::unique_ptr<ConfinedReader>, NotStarted> ConfinedReader::start(
    InspectorSettings settings,
    const std::filesystem::path& model,
    std::function<void(const InspectorNotice&)> tell) {
  settings.arguments = {model.string()};
  settings.engine_bytes = kEngineBytes;
  const std::string program = settings.inspector.string();
  auto engine = ConfinedEngine::start(settings, std::move(tell));
  if (!engine) {
    NotStarted why = engine.error();
    // The program died of the model and could not say so.
    if (why.refused && !why.why.starts_with("the model "))
      why.why += ", of the model " + model.string();
    return why;
  }
  if (!(*engine)->capabilities().reads_print) {
    return NotStarted{program + " cannot read print", true};
  }
  return std::unique_ptr<ConfinedReader>(new ConfinedReader(std::move(*engine)));
}

Result<DataEvaluation, InspectionFailure> ConfinedReader::compare_data(
    const DataRequest& request) const {
  return EngineReader(*engine_).compare_data(request);
}

}  // namespace countersign::confined
