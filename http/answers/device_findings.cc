#include "http/answers/device_findings.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/checks/codes.h"
#include "core/inspection/face/action_review.h"
#include "core/session/conclusion.h"
#include "core/session/sandbox.h"

namespace countersign::http {
namespace {

bool is_about_reuse(std::string_view code) {
  return code == kReuseCode || code == name_of(Code::LivenessFramesReused);
}

std::vector<Issue> without_reuse(std::vector<Issue> issues) {
  std::erase_if(issues, [](const Issue& issue) { return is_about_reuse(issue.code); });
  return issues;
}

std::optional<Action> action_of(const CheckOutcome& check) {
  for (const auto& action : enum_names<Action>) {
    if (check.check == "LIVENESS_" + std::string(action.name)) return action.value;
  }
  return std::nullopt;
}

// Refuses the recording as the embedded engine refuses one with a further movement: by the check of
// the last action.
void refuse_by_last_action(const std::vector<CheckOutcome>& checks, DeviceFindings& found) {
  Issue issue;
  issue.code = name_of(Code::LivenessActionNotPerformed);
  issue.hint = kOtherMovementHint;
  for (const CheckOutcome& check : checks) {
    const auto action = action_of(check);
    if (!action || check.status != CheckStatus::Passed) continue;
    found.failed_action = action;
    issue.value_milli = check.value_milli.value_or(0);
    issue.threshold_milli = check.threshold_milli.value_or(0);
  }
  found.issues.push_back(std::move(issue));
}

}  // namespace

DeviceFindings device_findings(const DocumentAccepted& event) {
  if (is_sandbox(event.engine)) return {{}, {}, event.issues};
  return {{}, {}, without_reuse(event.issues)};
}

DeviceFindings device_findings(const DocumentRejected& event) {
  if (is_sandbox(event.engine)) return {event.code, {}, event.issues};
  return {event.code, {}, without_reuse(event.issues)};
}

// A suspicion is for a person who reviews. Whoever tries attacks would learn how far they come.
DeviceFindings device_findings(const LivenessAccepted& event) {
  DeviceFindings found{{}, {}, event.issues};
  if (is_sandbox(event.engine)) return found;
  std::erase_if(found.issues,
                [](const Issue& issue) { return issue.code == name_of(Code::LivenessNotLive); });
  return found;
}

DeviceFindings device_findings(const LivenessRejected& event) {
  DeviceFindings found{event.code, event.failed_action, event.issues};
  if (is_sandbox(event.engine)) return found;
  found.issues = without_reuse(std::move(found.issues));
  if (found.issues.size() == event.issues.size()) return found;
  if (std::ranges::count(found.issues, Severity::Error, &Issue::severity) == 0) {
    refuse_by_last_action(event.checks, found);
  }
  if (is_about_reuse(event.code)) {
    found.code = std::ranges::find(found.issues, Severity::Error, &Issue::severity)->code;
  }
  return found;
}

std::string device_detail(const SessionFinalized& event) {
  if (event.result != ResultStatus::Review) return event.detail;
  const std::string_view whose = is_sandbox(event.engine) ? "Sandbox: " : "";
  return std::string(whose) + "The capture is complete and needs a review.";
}

}  // namespace countersign::http
