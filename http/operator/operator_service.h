#pragma once
#include <atomic>
#include <functional>
#include <string>

#include "core/machine/threads/fair_pool.h"
#include "core/machine/threads/given_up.h"
#include "core/random_source.h"
#include "http/call/call.h"
#include "http/call/endpoint.h"
#include "http/limits/log_waiters.h"
#include "http/metrics/metrics.h"
#include "http/operator/work_places.h"
#include "http/settings/service_settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

class WebhookSender;
class WitnessPusher;

// The parts of the server that the handlers of the admin socket use. Holds references only; every
// part is safe from any thread.
struct OperatorService {
  DataFolder& data;
  FairPool& threads;    // for operations only, which may block
  FairPool& long_work;  // for long ones, which step back behind all other threads
  WorkPlaces& places;
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

// Answers a call with long work, if the work's place is free; else refuses the call with 409 and
// the name of what runs. The work runs in the background (core/machine/threads/background.h) on
// threads of its own, but for a rotation of keys, which others wait for. `answer` ends the place
// before it answers, and otherwise the place ends with the work.
void answer_with_long_work(OperatorService& service,
                           const CallPtr& call,
                           const OperatorPeer& peer,
                           LongWork work,
                           std::function<void(WorkPlaces::Place& place)> answer);

// The work of a call is given up when the call's client has left, or the server stops.
GivenUp given_up_with(const OperatorService& service, const CallPtr& call);

// The caller as the log names it: `uid:0`.
std::string actor_of(const OperatorPeer& peer);

}  // namespace countersign::http
