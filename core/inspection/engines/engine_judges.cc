#include "core/inspection/engines/engine_judges.h"

namespace countersign {
namespace {

void name_engine(Evaluation& found) {
  for (CheckOutcome& outcome : found.checks) {
    outcome.engine = found.engine.name + " " + found.engine.version;
  }
}

}  // namespace

Result<PresentationEvaluation, InspectionFailure> EngineMatcher::judge_presentation(
    const PresentationRequest& request) const {
  auto found = engine_.judge_presentation(request);
  if (!found) return found;
  name_engine(*found);
  // The recognizer is the second of the three, and tells nothing of a presentation.
  auto& used = found->engine.models;
  if (used.size() == 3) used.erase(used.begin() + 1);
  return found;
}

Result<DataEvaluation, InspectionFailure> EngineReader::compare_data(
    const DataRequest& request) const {
  auto found = engine_.compare_data(request);
  if (found) name_engine(*found);
  return found;
}

}  // namespace countersign
