#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/session/session_event.h"

// The part of an outcome that its device gets. A device never learns that a picture was used in
// another session: a stranger who tries somebody's picture would learn that the person was here,
// and a forger how much of a picture is still to be changed. The events, and so the answers to
// backends and reviewers, have everything.
//
// A sandbox's outcomes are given as they are: a sandbox compares no pictures, and its codes are
// those that a file's name asked for. Pure.
namespace countersign::http {

struct DeviceFindings {
  std::optional<std::string> code;  // of a refusal
  std::optional<Action> failed_action;
  std::vector<Issue> issues;
};

DeviceFindings device_findings(const DocumentAccepted& event);
DeviceFindings device_findings(const DocumentRejected& event);
DeviceFindings device_findings(const LivenessAccepted& event);
// A recording that was refused only because its frames were used before is refused as one that
// shows another movement than its last action.
DeviceFindings device_findings(const LivenessRejected& event);

// Names no finding of a capture that needs a review.
std::string device_detail(const SessionFinalized& event);

}  // namespace countersign::http
