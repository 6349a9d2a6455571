#pragma once
#include "core/inspection/engine.h"
#include "core/machine/threads/fair_pool.h"
#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/call/call_context.h"
#include "http/limits/download_permits.h"
#include "http/limits/in_flight_keys.h"
#include "http/limits/log_waiters.h"
#include "http/limits/rate_limiter.h"
#include "http/limits/session_claims.h"
#include "http/limits/upload_permits.h"
#include "http/limits/upload_watch.h"
#include "http/metrics/metrics.h"
#include "http/service/session_token_issuer.h"
#include "http/service/settings.h"
#include "http/service/threshold_registry.h"
#include "projections/folder/data_folder.h"
#include "projections/retention/purge_queue.h"

namespace countersign::http {

class WitnessPusher;

// The parts that a handler may use. Holds references only: the program that assembles them
// (tools/server/server.cc) owns the parts and outlives this object.
//
// Threading: every part is safe from any thread.
class Service {
 public:
  DataFolder& data;
  const Engine& engine;
  FairPool& inspection;  // image work: CPU-bound, bounded
  FairPool& transfers;   // file I/O, bundles: may block
  FairPool& faces;       // finalize's face match: may block
  const Clock& clock;
  RandomSource& random;
  const ServiceSettings& settings;
  const SessionTokenIssuer& tokens;
  RateLimiter& limiter;
  InFlightKeys& in_flight;  // idempotency keys whose first request is in progress
  Metrics& metrics;
  LogWaiters& waiters;  // drain() it when setting `calls.draining`
  PurgeQueue& purges;
  DownloadPermits& downloads;  // fewer slots than `transfers` has threads
  CallContext calls{random, settings.trusted_proxies, metrics};
  ThresholdRegistry thresholds{data, settings.thresholds};
  SessionClaims claims{};              // sessions that have a call being judged
  WitnessPusher* witnesses = nullptr;  // set before the service is served; null: no witnesses
  UploadPermits uploads{data.vault(),
                        {.uploads = settings.max_uploads,
                         .a_session = settings.uploads_a_session,
                         .open_files = settings.max_upload_files}};
  UploadWatch upload_watch{uploads, data.queries(), clock};  // stop() it before `data` is destroyed
};

}  // namespace countersign::http
