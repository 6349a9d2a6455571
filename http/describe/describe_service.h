#pragma once
#include <atomic>

#include "http/limits/rate_limiter.h"
#include "http/metrics/metrics.h"
#include "http/service/settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// What the handlers that are open to all may touch. Holds references only; every part is safe from
// any thread.
struct DescribeService {
  const DataFolder& data;
  const RateLimiter& limiter;
  const ServiceSettings& settings;
  Metrics& metrics;
  const std::atomic<bool>& draining;
};

}  // namespace countersign::http
