#include "core/inspection/engines/sandbox_engine.h"

#include <algorithm>

#include "core/checks/checks.h"
#include "core/inspection/decode/image_format.h"

namespace countersign {
namespace {

std::optional<ImageFacts> facts_of(std::string_view image) {
  const auto format = sniff_format(image.substr(0, kSniffBytes));
  if (!format) return std::nullopt;
  return ImageFacts{.format = *format, .width = 0, .height = 0, .pixels = {}};
}

}  // namespace

Capabilities SandboxEngine::capabilities() const {
  Capabilities all{.engine = {.name = std::string(kSandboxEngineName),
                              .version = std::string(kSandboxEngineVersion)},
                   .actions = {},
                   .face_match = true};
  for (const auto& entry : enum_names<Action>) all.actions.push_back(entry.value);
  return all;
}

// Adds the script's issues, or else one passed check; if accepted, also the result for finalize.
void SandboxEngine::judge(std::string_view check, Evaluation& found) const {
  found.issues = script_.issues;
  for (const Issue& issue : script_.issues) {
    CheckOutcome outcome;
    outcome.check = check;
    outcome.status = issue.severity == Severity::Error ? CheckStatus::Failed : CheckStatus::Warning;
    outcome.code = issue.code;
    found.checks.push_back(std::move(outcome));
  }
  if (found.checks.empty()) {
    CheckOutcome passed;
    passed.check = check;
    passed.status = CheckStatus::Passed;
    found.checks.push_back(std::move(passed));
  }
  if (script_.result && found.accepted()) found.checks.push_back(*script_.result);
}

Result<DocumentEvaluation, InspectionFailure> SandboxEngine::evaluate_document(
    const DocumentRequest& request) const {
  DocumentEvaluation found;
  found.engine = capabilities().engine;
  found.image = facts_of(request.image);
  if (!found.image) return InspectionFailure::ImageNotLoaded;
  judge(kSandboxDocumentCheck, found);
  return found;
}

Result<LivenessEvaluation, InspectionFailure> SandboxEngine::evaluate_liveness(
    const LivenessRequest& request) const {
  LivenessEvaluation found;
  found.engine = capabilities().engine;
  for (std::size_t i = 0; i < request.frame_count; ++i) {
    const auto frame = request.load(i);
    auto facts = frame ? facts_of(*frame) : std::nullopt;
    if (!facts) return InspectionFailure::ImageNotLoaded;
    found.frames.push_back(std::move(facts));
  }
  judge(kSandboxLivenessCheck, found);
  const bool missed = std::ranges::any_of(found.issues, [](const Issue& issue) {
    return issue.code == name_of(Code::LivenessActionNotPerformed) &&
           issue.severity == Severity::Error;
  });
  if (missed && !request.actions.empty()) found.failed_action = request.actions.back();
  return found;
}

Result<MatchEvaluation, InspectionFailure> SandboxEngine::match_faces(const MatchRequest&) const {
  MatchEvaluation found;
  found.engine = capabilities().engine;
  CheckOutcome match;
  match.status = CheckStatus::Passed;
  if (script_.result) match = *script_.result;
  match.check = name_of(Check::FaceMatch);
  match.side.reset();
  found.checks.push_back(std::move(match));
  return found;
}

}  // namespace countersign
