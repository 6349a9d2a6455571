#pragma once
#include <atomic>
#include <functional>

#include "core/utc_time.h"
#include "http/limits/rate_limiter.h"
#include "http/metrics/metrics.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// The parts of the server that the handlers without authentication use. Holds references only;
// every part is safe from any thread.
struct DescribeService {
  const DataFolder& data;
  const RateLimiter& limiter;
  const ServiceSettings& settings;
  Metrics& metrics;
  const std::atomic<bool>& draining;
  const Clock& clock;
  const std::function<bool()>& can_judge;  // whether pictures can be judged, here or elsewhere
};

}  // namespace countersign::http
