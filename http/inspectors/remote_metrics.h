#pragma once
#include <span>
#include <string_view>

#include "http/inspectors/remote_engine.h"
#include "http/metrics/prometheus_text.h"

namespace countersign::http {

// An engine of other machines, by the name of the program that runs there.
struct NamedRemoteEngine {
  std::string_view program;
  const RemoteEngine* engine = nullptr;
};

// Adds the families of all inspectors on other machines to the metrics.
void write_remote_metrics(std::span<const NamedRemoteEngine> engines, PrometheusText& page);

}  // namespace countersign::http
