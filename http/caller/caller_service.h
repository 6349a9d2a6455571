#pragma once
#include "core/utc_time.h"
#include "http/caller/idempotency.h"
#include "http/limits/rate_limiter.h"
#include "http/metrics/metrics.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// The parts of the server that authentication uses. Holds references only; every part is safe from
// any thread.
struct CallerService {
  const DataFolder& data;
  const Clock& clock;
  const ServiceSettings& settings;
  RateLimiter& limiter;
  Metrics& metrics;
  const Idempotency& idempotency;
};

}  // namespace countersign::http
