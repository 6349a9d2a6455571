#pragma once
#include "core/inspection/confined/confined_engine.h"
#include "http/metrics/metrics.h"
#include "http/service.h"

namespace countersign {

// These add metrics whose values other parts of the server keep. Those parts must outlive `metrics`
// or the last page that it writes.

// The counts of the service's queues and of what its parts hold.
void add_service_sources(http::Metrics& metrics, const http::Service& service);
// The state of the process that forks the workers which inspect images, and of those which compare
// faces.
void add_inspector_sources(http::Metrics& metrics, const confined::ConfinedEngine& engine);
void add_matcher_sources(http::Metrics& metrics, const confined::ConfinedEngine& engine);
void add_reader_sources(http::Metrics& metrics, const confined::ConfinedEngine& engine);

}  // namespace countersign
