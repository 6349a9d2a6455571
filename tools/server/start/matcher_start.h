#pragma once
#include <memory>

#include "core/inspection/confined/confined_matcher.h"
#include "core/result.h"
#include "tools/machine/operator_log.h"
#include "tools/options/settings.h"
#include "tools/server/start/cannot_serve.h"

namespace countersign {

using MatcherPtr = std::unique_ptr<confined::ConfinedMatcher>;

// Starts the matcher if the operator named models; returns null if not. Says in the operator's log
// by which models faces are compared, and whether there are levels to compare them by.
// REQUIRES: no other threads yet; `operator_log` outlives the matcher.
Result<MatcherPtr, CannotServe> start_matcher(const confined::InspectorSettings& how,
                                              const ServerSettings& settings,
                                              OperatorLog& operator_log);

}  // namespace countersign
