#pragma once
#include <atomic>
#include <functional>

#include "core/inspection/engine.h"
#include "core/machine/steady_now.h"
#include "core/machine/threads/fair_pool.h"
#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/judging/threshold_registry.h"
#include "http/limits/console_places.h"
#include "http/limits/log_waiters.h"
#include "http/limits/rate_limiter.h"
#include "http/metrics/metrics.h"
#include "http/review/passkey/sealed_challenges.h"
#include "http/review/passkey/sign_counters.h"
#include "http/review/passkey/spent_challenges.h"
#include "http/review/sessions/review_sessions.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

class ProviderLogin;
class WebhookSender;

// The parts of the server that the console uses. Apart from what it remembers of those who log in,
// it holds references. Every part is safe from any thread.
struct ReviewService {
  DataFolder& data;
  FairPool& reads;             // of the queue and of cases, in a line for each reviewer
  FairPool& reports;           // one at a time, as are those of a reviewer
  FairPool& inspection;        // renderings, in a line for each reviewer: bounded by the cores
  FairPool& ceremony_threads;  // what passkeys have signed is verified here (ceremony.h)
  const Engine& engine;
  ThresholdRegistry& thresholds;
  const Clock& clock;
  RandomSource& random;
  const ServiceSettings& settings;
  RateLimiter& limiter;
  Metrics& metrics;
  LogWaiters& waiters;  // pages that wait for the queue to move
  const std::atomic<bool>& draining;
  const std::function<bool()>& can_judge;   // whether pictures can be judged, here or elsewhere
  const WebhookSender* webhooks = nullptr;  // null: nothing is delivered
  SteadyNow steady = steady_now;            // for lifetimes of logins and ceremonies
  ReviewSessions sessions{random, clock, steady};
  SealedChallenges challenges{random, steady};
  SpentChallenges spent{steady};
  SignCounters counters{};
  ConsolePlaces places{};
  ProviderLogin* provider = nullptr;  // oidc/provider_login.h; null: no identity provider is set

  // REQUIRES: the server has a console (ServiceSettings::review).
  const ReviewSite& site() const;
};

}  // namespace countersign::http
