#pragma once
#include <atomic>

#include "core/machine/threads/fair_pool.h"
#include "core/random_source.h"
#include "http/limits/log_waiters.h"
#include "http/metrics/metrics.h"
#include "http/service/settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

class WitnessPusher;

// The parts of the server that the handlers of the admin socket use. Holds references only; every
// part is safe from any thread.
struct OperatorService {
  DataFolder& data;
  FairPool& transfers;  // operations: may block
  RandomSource& random;
  const ServiceSettings& settings;
  Metrics& metrics;
  LogWaiters& waiters;
  const std::atomic<bool>& draining;
  const WitnessPusher* witnesses = nullptr;  // set before the service is served; null: none
};

}  // namespace countersign::http
