#pragma once
#include <atomic>

#include "core/random_source.h"
#include "http/call/access_log.h"
#include "http/metrics/metrics.h"
#include "http/wire/trusted_proxies.h"

namespace countersign::http {

// The parts of the server that every Call uses. Holds references: their owner outlives all calls.
//
// Threading: every part is safe from any thread.
struct CallContext {
  RandomSource& random;
  const TrustedProxies& trusted_proxies;
  Metrics& metrics;
  AccessLog access_log{};             // empty: nothing is written
  std::atomic<bool> draining{false};  // every answer closes its connection
};

}  // namespace countersign::http
