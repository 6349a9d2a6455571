#pragma once
#include "http/backend/backend_service.h"
#include "http/call/call_context.h"
#include "http/caller/caller_service.h"
#include "http/caller/repeat_service.h"
#include "http/describe/describe_service.h"
#include "http/device/device_service.h"
#include "http/download/download_service.h"
#include "http/limits/fair_shares.h"
#include "http/limits/in_flight_keys.h"
#include "http/limits/rate_limiter.h"
#include "http/operator/operator_service.h"
#include "http/review/review_service.h"
#include "http/secrets/capture_links.h"
#include "http/secrets/session_token_issuer.h"

namespace countersign::http {

// The parts of the HTTP API, and what each group of handlers may touch of them. No handler sees
// this struct: it stands above their folders. It makes the parts that follow from the others. The
// program that assembles it (tools/server/server.cc) owns those others, which outlive this object.
// No call is left when this object is destroyed: calls hold permits of its parts.
//
// Threading: every part is safe from any thread.
struct Service {
  DataFolder& data;
  const Engine& engine;
  FairPool& inspection;
  FairPool& transfers;
  FairPool& faces;
  FairPool& ceremony_threads;
  FairPool& reads;
  FairPool& reports;
  FairPool& operator_threads;
  FairPool& long_work;  // of operators
  const Clock& clock;
  RandomSource& random;
  const ServiceSettings& settings;
  Metrics& metrics;
  LogWaiters& waiters;  // drain() it when setting `calls.draining`
  PurgeQueue& purges;
  DownloadPermits& downloads;
  const WebhookSecrets& webhook_secrets;
  const WebhookSender* webhooks = nullptr;                // null: nothing is delivered
  const WitnessPusher* witnesses = nullptr;               // null: no witness is set
  ProviderLogin* provider = nullptr;                      // null: no identity provider is set
  const DocSite* docs = nullptr;                          // null: no documentation is shown
  std::function<bool()> can_judge = [] { return true; };  // false: no inspector can be reached
  SteadyNow steady = steady_now;  // for lifetimes that a set clock must not change
  const SessionTokenIssuer tokens{data.keys().derive(kSessionTokenLabel), random};
  const CaptureLinks links{data.keys().derive(kCaptureCodeLabel), settings.public_origin};
  RateLimiter limiter{RateLimiter::kBucketsMax, steady};
  InFlightKeys in_flight{};
  CallContext calls{random, settings.trusted_proxies, metrics};
  ThresholdRegistry thresholds{data, settings.thresholds};
  SessionClaims claims{};  // sessions that have a call being judged
  UploadPermits uploads{data.vault(),
                        {.uploads = settings.max_uploads,
                         .a_session = settings.uploads_a_session,
                         .open_files = settings.max_upload_files}};
  UploadWatch upload_watch{uploads, data.queries(), clock};  // stop() it before `data` is destroyed
  AddressGuard webhook_guard{settings.webhooks.allowed};
  RepeatService repeats{data.queries(), tokens, links, webhook_secrets};
  Idempotency idempotency{data.queries(), clock, in_flight, repeats, metrics};

  CallerService caller{data, clock, settings, limiter, metrics, idempotency};
  BackendService backend{.data = data,
                         .engine = engine,
                         .transfers = transfers,
                         .reads = reads,
                         .clock = clock,
                         .random = random,
                         .settings = settings,
                         .tokens = tokens,
                         .links = links,
                         .metrics = metrics,
                         .waiters = waiters,
                         .purges = purges,
                         .caller = caller,
                         .idempotency = idempotency,
                         .webhook_secrets = webhook_secrets,
                         .webhook_guard = webhook_guard,
                         .webhook_sender = webhooks};
  DownloadService download{data, transfers, random, metrics, downloads};
  DeviceService device{.data = data,
                       .engine = engine,
                       .inspection = inspection,
                       .transfers = transfers,
                       .faces = faces,
                       .clock = clock,
                       .random = random,
                       .settings = settings,
                       .tokens = tokens,
                       .links = links,
                       .metrics = metrics,
                       .caller = caller,
                       .idempotency = idempotency,
                       .thresholds = thresholds,
                       .claims = claims,
                       .uploads = uploads,
                       .upload_watch = upload_watch,
                       .waiters = waiters};
  WorkPlaces work_places{};
  OperatorService operators{.data = data,
                            .threads = operator_threads,
                            .long_work = long_work,
                            .places = work_places,
                            .random = random,
                            .settings = settings,
                            .metrics = metrics,
                            .waiters = waiters,
                            .draining = calls.draining,
                            .webhooks = webhooks,
                            .witnesses = witnesses};
  ReviewService review{.data = data,
                       .reads = reads,
                       .reports = reports,
                       .inspection = inspection,
                       .ceremony_threads = ceremony_threads,
                       .engine = engine,
                       .thresholds = thresholds,
                       .clock = clock,
                       .random = random,
                       .settings = settings,
                       .limiter = limiter,
                       .metrics = metrics,
                       .waiters = waiters,
                       .draining = calls.draining,
                       .can_judge = can_judge,
                       .webhooks = webhooks,
                       .steady = steady,
                       .provider = provider};
  DescribeService describe{data, limiter, settings, metrics, calls.draining, clock, can_judge};
  // The calls of each client and its devices that have no answer yet; each keeps its connection.
  FairShares client_calls{settings.connections};
};

}  // namespace countersign::http
