#pragma once
#include <optional>

#include "events/writer/submission.h"
#include "http/call/problem.h"

namespace countersign::http {

// Why a submission did not happen; nothing when it is Committed or Replayed.
std::optional<Problem> problem_of(const Outcome& outcome);

}  // namespace countersign::http
