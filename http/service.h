#pragma once
#include <atomic>

#include "core/inspection/engine.h"
#include "core/inspection/fair_pool.h"
#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/access_log.h"
#include "http/in_flight_keys.h"
#include "http/log_waiters.h"
#include "http/metrics.h"
#include "http/rate_limiter.h"
#include "http/session_claims.h"
#include "http/settings.h"
#include "http/threshold_book.h"
#include "http/token_mint.h"
#include "http/transfer_slots.h"
#include "http/upload_places.h"
#include "http/upload_watch.h"
#include "projections/data_folder.h"
#include "projections/purge_queue.h"

namespace countersign::http {

class WitnessPusher;

// What a handler may touch. Holds references only: the program that assembles
// it (tools/countersignd.cc) owns the parts and outlives it.
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
  const TokenMint& tokens;
  RateLimiter& limiter;
  InFlightKeys& in_flight;  // idempotency keys whose first request still runs
  Metrics& metrics;
  LogWaiters& waiters;  // drain() it together with setting `draining`
  PurgeQueue& purges;
  TransferSlots& downloads;  // fewer than `transfers` has threads
  std::atomic<bool> draining{false};
  ThresholdBook thresholds{data, settings.thresholds};
  SessionClaims claims{};              // sessions with a call that is being judged
  AccessLog access_log{};              // empty: nothing is written
  WitnessPusher* witnesses = nullptr;  // set before it is served; null: nobody is asked
  UploadPlaces uploads{data.vault(),
                       {.uploads = settings.max_uploads,
                        .a_session = settings.uploads_a_session,
                        .open_files = settings.max_upload_files}};
  UploadWatch upload_watch{uploads, data.queries(), clock};  // stop() it before `data` goes
};

}  // namespace countersign::http
