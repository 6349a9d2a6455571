#pragma once
#include "core/inspection/engine.h"
#include "core/machine/threads/fair_pool.h"
#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/caller/caller_service.h"
#include "http/caller/idempotency.h"
#include "http/judging/threshold_registry.h"
#include "http/limits/log_waiters.h"
#include "http/limits/session_claims.h"
#include "http/limits/upload_permits.h"
#include "http/limits/upload_watch.h"
#include "http/metrics/metrics.h"
#include "http/secrets/capture_links.h"
#include "http/secrets/session_token_issuer.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// The parts of the server that the handlers of a device use. Holds references only; every part is
// safe from any thread.
struct DeviceService {
  DataFolder& data;
  const Engine& engine;
  FairPool& inspection;  // image work: CPU-bound, bounded
  FairPool& transfers;   // file I/O: may block
  FairPool& faces;       // finalize's face match: may block
  const Clock& clock;
  RandomSource& random;
  const ServiceSettings& settings;
  const SessionTokenIssuer& tokens;
  const CaptureLinks& links;
  Metrics& metrics;
  CallerService& caller;
  Idempotency& idempotency;
  ThresholdRegistry& thresholds;
  SessionClaims& claims;
  UploadPermits& uploads;
  UploadWatch& upload_watch;
  LogWaiters& waiters;
};

}  // namespace countersign::http
