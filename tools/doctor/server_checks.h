#pragma once
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "core/utc_time.h"
#include "tools/doctor/finding.h"
#include "tools/doctor/metric_samples.h"

// The part of `countersign doctor` that reads from a running server: its metrics, its webhooks and
// its processes.
namespace countersign {

// The facts that only a running server knows. Without metrics no server runs, and nothing of this
// was checked.
Diagnosis check_metrics(const std::optional<MetricSamples>& metrics, UtcTime now);

// A server that listens on the operators' socket and has not answered within `waited`. `process` is
// the server's, and `state` its state as proc(5) shows it, if they are known.
Finding judge_silence(const std::optional<::pid_t>& process,
                      const std::string& state,
                      std::chrono::seconds waited);

// `answer` is that of the operation `webhook list`, or why there is none.
Diagnosis check_webhooks(const std::string& answer);

// The workers that the server has, as proc(5) shows them: each must have a system call filter and
// no way to new privileges. `proc` is /proc, or a folder of its form. A worker that was forked at
// this moment is looked at again.
Finding check_workers_of(const std::filesystem::path& proc, ::pid_t server);

}  // namespace countersign
