#pragma once
#include <atomic>
#include <functional>

#include "core/machine/threads/fair_pool.h"
#include "core/random_source.h"
#include "http/call/call.h"
#include "http/limits/log_waiters.h"
#include "http/metrics/metrics.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

class WebhookSender;
class WitnessPusher;

// The parts of the server that the handlers of the admin socket use. Holds references only; every
// part is safe from any thread.
struct OperatorService {
  DataFolder& data;
  FairPool& threads;  // for operations only, which may block
  RandomSource& random;
  const ServiceSettings& settings;
  Metrics& metrics;
  LogWaiters& waiters;
  const std::atomic<bool>& draining;
  const WebhookSender* webhooks = nullptr;   // null: nothing is delivered
  const WitnessPusher* witnesses = nullptr;  // null: no witness is set
};

// Answers a call of the admin socket on the operators' threads; `answer` may block. Each operation
// has a line of its own there and at most half of the threads (core/machine/threads/fair_pool.h),
// so that slow calls of one operation hold up no other operation. Refuses the call with 503 if too
// many calls of its operation wait.
void answer_on_operator_threads(OperatorService& service,
                                const CallPtr& call,
                                std::function<void()> answer);

}  // namespace countersign::http
