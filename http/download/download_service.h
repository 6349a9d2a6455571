#pragma once
#include "core/machine/threads/fair_pool.h"
#include "core/random_source.h"
#include "http/limits/download_permits.h"
#include "http/metrics/metrics.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// The parts of the server that the handlers of downloads use. Holds references only; every part is
// safe from any thread.
struct DownloadService {
  DataFolder& data;
  FairPool& transfers;  // a download holds a thread while its reader takes it
  RandomSource& random;
  Metrics& metrics;
  DownloadPermits& downloads;  // fewer than `transfers` has threads
};

}  // namespace countersign::http
