#pragma once
#include <string>

#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// A set of thresholds for people and programs: {version, sha256, thresholds: [{name, unit, error,
// warning, from, to, meaning}]}, `warning` being null of one that has a single level.
std::string thresholds_json(const Thresholds& set);

// The same as the table of a page of documentation.
std::string thresholds_markdown(const Thresholds& set);

}  // namespace countersign
