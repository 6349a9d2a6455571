#pragma once
#include "core/inspection/engine.h"
#include "core/machine/threads/fair_pool.h"
#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/caller/caller_service.h"
#include "http/caller/idempotency.h"
#include "http/limits/log_waiters.h"
#include "http/metrics/metrics.h"
#include "http/secrets/capture_links.h"
#include "http/secrets/session_token_issuer.h"
#include "http/settings/service_settings.h"
#include "http/webhooks/webhook_secrets.h"
#include "http/wire/address_guard.h"
#include "projections/folder/data_folder.h"
#include "projections/retention/purge_queue.h"

namespace countersign::http {

class WebhookSender;

// The parts of the server that the handlers of the backend and of the auditor use. Holds references
// only; every part is safe from any thread.
struct BackendService {
  DataFolder& data;
  const Engine& engine;
  FairPool& transfers;  // reads of one session's files and sealed parts: may block
  FairPool& reads;      // of lists and of the log: may block
  const Clock& clock;
  RandomSource& random;
  const ServiceSettings& settings;
  const SessionTokenIssuer& tokens;
  const CaptureLinks& links;
  Metrics& metrics;
  LogWaiters& waiters;
  PurgeQueue& purges;
  CallerService& caller;
  Idempotency& idempotency;
  const WebhookSecrets& webhook_secrets;
  const AddressGuard& webhook_guard;
  const WebhookSender* webhook_sender = nullptr;  // null: nothing is delivered
};

}  // namespace countersign::http
