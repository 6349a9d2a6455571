#include "http/webhooks/delivery/delivery_states.h"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace countersign::http {
namespace {

constexpr std::string_view kOutcomeNames[] = {
    "delivered", "refused", "slowed", "gone", "no_answer", "forbidden"};

}  // namespace

void DeliveryStates::set(const WebhookId& webhook, const DeliveryState& state) {
  const MutexLock lock(mutex_);
  states_.insert_or_assign(webhook, state);
}

void DeliveryStates::erase(const WebhookId& webhook) {
  const MutexLock lock(mutex_);
  states_.erase(webhook);
}

DeliveryState DeliveryStates::of(const WebhookId& webhook) const {
  const MutexLock lock(mutex_);
  const auto found = states_.find(webhook);
  return found == states_.end() ? DeliveryState{} : found->second;
}

void DeliveryStates::write(PrometheusText& page, UtcTime now) const {
  using enum PrometheusText::Kind;
  page.family("countersign_webhook_deliveries_total",
              Counter,
              "Attempts to deliver an event to a webhook, by outcome.");
  for (std::size_t i = 0; i < kOutcomes; ++i) {
    page.sample(outcomes_[i].load(), {"outcome", kOutcomeNames[i]});
  }
  page.family("countersign_webhook_challenges_total",
              Counter,
              "Attempts to have a webhook's address answer its challenge, by outcome.");
  page.sample(answered_.load(), {"outcome", "answered"});
  page.sample(unanswered_.load(), {"outcome", "failed"});
  std::uint64_t failing = 0;
  std::optional<UtcTime> oldest;
  std::uint64_t endpoints = 0;
  {
    const MutexLock lock(mutex_);
    endpoints = states_.size();
    for (const auto& [id, state] : states_) {
      if (state.is_failing) ++failing;
      if (state.oldest) oldest = oldest ? std::min(*oldest, *state.oldest) : state.oldest;
    }
  }
  page.gauge("countersign_webhooks", "Webhooks of all clients.", endpoints);
  page.gauge("countersign_webhooks_failing", "Webhooks whose last attempt failed.", failing);
  page.counter("countersign_webhooks_disabled_total",
               "Webhooks disabled because they were gone, or could not be delivered to.",
               disabled_.load());
  const Duration age = oldest ? std::max(now - *oldest, Duration(0)) : Duration(0);
  page.gauge(
      "countersign_webhook_oldest_undelivered_seconds",
      "Age of the oldest event that a webhook has not been delivered; 0 if there is none.",
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(age).count()));
}

}  // namespace countersign::http
