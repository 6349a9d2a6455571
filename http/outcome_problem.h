#pragma once
#include <optional>

#include "events/submission.h"
#include "http/problem.h"

namespace countersign::http {

// Why a submission did not happen; nothing when it is Committed or Replayed.
std::optional<Problem> problem_of(const Outcome& outcome);

}  // namespace countersign::http
