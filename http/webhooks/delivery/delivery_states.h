#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "core/ids.h"
#include "core/machine/threads/mutex.h"
#include "core/utc_time.h"
#include "http/metrics/prometheus_text.h"
#include "http/webhooks/delivery/endpoint_queue.h"

namespace countersign::http {

// The state of the deliveries to an endpoint. The first three are all that a client sees of them.
struct DeliveryState {
  bool is_failing = false;        // the last attempt did not succeed
  std::uint64_t outstanding = 0;  // events that are not delivered yet, of those taken
  std::optional<UtcTime> oldest;  // the time of the oldest of them
  // Since the process began, or since the endpoint was last replayed or enabled.
  std::optional<UtcTime> delivered_at{};  // the last success
  std::uint64_t failures = 0;             // attempts that did not succeed
};

// The state of each endpoint, and counts over all of them. Thread-safe.
class DeliveryStates {
 public:
  void set(const WebhookId& webhook, const DeliveryState& state);
  void erase(const WebhookId& webhook);
  // Returns the state of an endpoint without deliveries if the endpoint is unknown.
  DeliveryState of(const WebhookId& webhook) const;

  void count(DeliveryOutcome outcome) { ++outcomes_[static_cast<std::size_t>(outcome)]; }
  void count_challenge(bool is_answered) { ++(is_answered ? answered_ : unanswered_); }
  void count_disabled() { ++disabled_; }

  // Adds the families of the webhooks to the metrics.
  void write(PrometheusText& page, UtcTime now) const;

 private:
  static constexpr std::size_t kOutcomes = 6;

  std::array<std::atomic<std::uint64_t>, kOutcomes> outcomes_{};
  std::atomic<std::uint64_t> disabled_{0};
  std::atomic<std::uint64_t> answered_{0};    // challenges
  std::atomic<std::uint64_t> unanswered_{0};  // the same
  mutable Mutex mutex_;
  std::map<WebhookId, DeliveryState> states_ GUARDED_BY(mutex_);
};

}  // namespace countersign::http
