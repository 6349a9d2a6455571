#pragma once
#include <optional>

#include "core/inspection/judgement.h"
#include "core/inspection/printed/data_comparison.h"
#include "core/inspection/thresholds/thresholds.h"

namespace countersign {

// Judges what was found. Passes only if the number and every date that is stated were found in the
// print. Returns nullopt if nothing differs and something was not found: that is no judgement. The
// value is the number of fields that differ; which ones, and what was read, is not told. Pure.
std::optional<Judgement> judge_data(const DataFindings& findings,
                                    const StatedData& stated,
                                    const DocumentThresholds& thresholds);

}  // namespace countersign
