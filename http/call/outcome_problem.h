#pragma once
#include <optional>

#include "events/writer/submission.h"
#include "http/call/problem.h"

namespace countersign::http {

// Returns why a submission failed; nullopt if it is Committed or Replayed.
std::optional<Problem> problem_of(const Outcome& outcome);

}  // namespace countersign::http
