#pragma once
#include <string>

#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// A threshold set for people and programs: {version, sha256, thresholds: [{name, unit, error,
// warning, from, to, meaning}]}. `warning` is null for a threshold with a single level; both are
// null for one whose levels are unset.
std::string thresholds_json(const Thresholds& set);

// The same as a table for a page of documentation (Markdown).
std::string thresholds_markdown(const Thresholds& set);

}  // namespace countersign
