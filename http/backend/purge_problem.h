#pragma once
#include "http/call/problem.h"
#include "projections/retention/purge.h"

// The problems that a backend is told about erasures that did not happen.
namespace countersign::http {

// Too many erasures wait; with the time about which to ask again.
Problem too_many_purges();
Problem problem_of_purge(const PurgeFailure& failure);
// Bytes that are already gone are what the caller asked for, so this counts as success.
bool is_purged_already(const PurgeFailure& failure);
// Whether a legal hold keeps the bytes.
bool is_kept_by_hold(const PurgeFailure& failure);

}  // namespace countersign::http
