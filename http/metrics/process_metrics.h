#pragma once
#include "core/machine/process_usage.h"
#include "http/metrics/prometheus_text.h"

// Families on the program and its process, whatever the process serves. Any thread.
namespace countersign::http {

// Adds `countersign_build_info`, whose value is 1 and whose labels say which build this is.
void write_build(PrometheusText& page);

// Adds the families that Prometheus' libraries give each process, by the names and units of
// prometheus.io, "Writing client libraries", "Process metrics". Leaves out what `usage` does not
// have. The programs that judge pictures are processes of their own, and are not counted.
void write_process(PrometheusText& page, const ProcessUsage& usage);

}  // namespace countersign::http
