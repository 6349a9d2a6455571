#pragma once
#include <optional>
#include <string>

#include "tools/doctor/finding.h"
#include "tools/doctor/metric_samples.h"

// The part of `countersign doctor` that looks at the judging programs on other machines, and at
// whether the server takes work.
namespace countersign {

// A finding for each address of a server's remote inspectors, matchers and readers; none if it has
// none. A program that nobody judges for is an error, the loss of one of several a warning.
Diagnosis check_remote_inspectors(const MetricSamples& metrics);

// Whether the server takes work, by its answer to GET readyz: the status, or 0 without an answer,
// and the body or why there is none. The reason is the one that the server gives.
Finding judge_readiness(int status, const std::string& answer);

}  // namespace countersign
