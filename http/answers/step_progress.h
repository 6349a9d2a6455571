#pragma once
#include <cstdint>
#include <vector>

#include "core/session/session.h"
#include "http/json/members.h"

namespace countersign::http {

// The progress of one step. The sides are those of the document.
struct StepProgress {
  Step step;
  StepState state;
  std::uint32_t attempts_used;
  std::uint32_t attempts_remaining;
  std::vector<Side> required_sides;
  std::vector<Side> captured_sides;
};

template <>
inline constexpr auto members_of<StepProgress> =
    members(Member{"step", &StepProgress::step},
            Member{"state", &StepProgress::state},
            Member{"attemptsUsed", &StepProgress::attempts_used},
            Member{"attemptsRemaining", &StepProgress::attempts_remaining},
            Member{"requiredSides", &StepProgress::required_sides},
            Member{"capturedSides", &StepProgress::captured_sides});

// The steps of the session's purpose, in their order. Pure.
std::vector<StepProgress> steps_in(const Session& session);

}  // namespace countersign::http
