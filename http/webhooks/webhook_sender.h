#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "core/ids.h"
#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/client/parallel_posts.h"
#include "http/metrics/prometheus_text.h"
#include "http/webhooks/delivery/delivery_states.h"
#include "http/webhooks/delivery/endpoint_queue.h"
#include "http/webhooks/endpoint_proof.h"
#include "http/webhooks/progress_folder.h"
#include "http/webhooks/webhook_secrets.h"
#include "http/webhooks/webhook_settings.h"
#include "http/wire/address_guard.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// Delivers the events of clients to their webhooks, at least once each. One thread reads the feeds
// of the clients whose endpoints have room, and makes the requests, many at a time. At most
// kTogetherMax run, of which those to failing endpoints may be half: so endpoints that hang hinder
// no others. A round over the endpoints takes at most a tenth of the thread's time, however many
// there are.
//
// An address is sent a challenge before any event, and events only once it has answered: that it
// has is an event of the log. An endpoint whose event could not be delivered in all its attempts,
// that is gone, or that did not answer its challenge, is disabled by an event of the log.
//
// Threading: any thread, but only one stop() at a time. Ownership: owns its thread. `data`, `clock`
// and `random` outlive stop().
class WebhookSender {
 public:
  // Receives a sentence for the operator.
  using Warn = ProgressFolder::Warn;

  WebhookSender(DataFolder& data,
                const Clock& clock,
                RandomSource& random,
                const WebhookSettings& settings,
                const WebhookSecrets& secrets,
                Warn warn);
  ~WebhookSender();
  WebhookSender(const WebhookSender&) = delete;
  WebhookSender& operator=(const WebhookSender&) = delete;

  // Ends the thread. Drops the requests that run, which are made again after the next start. The
  // destructor calls it too.
  void stop();

  // The state of an endpoint; that of one without deliveries if it is unknown.
  DeliveryState state_of(const WebhookId& webhook) const { return states_.of(webhook); }
  // Looks at the clock and the log now. For tests that move the clock.
  void wake() { posts_.wake(); }
  // Adds the families of the webhooks to the metrics.
  void write(PrometheusText& page) const { states_.write(page, clock_.now()); }

 private:
  struct Endpoint {
    ClientKey client;
    Webhook webhook;
    bool is_enabled = false;  // neither it nor its client is disabled
    std::uint64_t run = 0;    // another number after each replay
    EndpointQueue queue;
    EndpointProof proof;
    // A stop that is not in the log yet.
    std::optional<WebhookStop> to_stop{};
    bool has_answered = false;  // the challenge
    UtcTime record_tried{};
    std::optional<UtcTime> delivered_at{};
    std::uint64_t failures = 0;

    bool is_usable() const { return is_enabled && webhook.is_proven; }
    bool waits_for_proof() const {
      return is_enabled && !webhook.is_proven && !has_answered && !to_stop;
    }
  };
  // A request that runs.
  struct Sent {
    WebhookId webhook;
    std::uint64_t run = 0;
    Sequence event;
    bool was_failing = false;
    std::string challenge{};  // empty: an event was sent
  };

  void run();
  void round();
  // These return false if the log could not be read; then the next round tries again.
  bool reload();
  bool fill();
  bool fill(Endpoint& endpoint, Sequence head);
  void take_over(const ClientKey& client, const Webhook& webhook, bool is_enabled, Sequence head);
  void drop_all_but(const std::set<WebhookId>& known);
  void start();
  bool start(Endpoint& endpoint, Sequence event);
  void start_challenge(Endpoint& endpoint);
  void finish(const ParallelPosts::Answer& answer);
  void settle(const Sent& sent, const ParallelPosts::Answer& answer, DeliveryOutcome outcome);
  void settle_challenge(const Sent& sent, const ParallelPosts::Answer& answer);
  void record_endpoints();
  void record(Endpoint& endpoint, WebhookCommand command);
  void publish(const Endpoint& endpoint);
  std::size_t places_for(const Endpoint& endpoint) const;
  bool has_room_for_failing() const { return failing_in_flight_ < settings_.together / 2; }
  std::optional<UtcTime> next_due(const Endpoint& endpoint) const;
  std::chrono::milliseconds patience() const;
  bool note_failure(std::string_view what);  // returns false

  DataFolder& data_;
  const Clock& clock_;
  RandomSource& random_;
  const WebhookSettings settings_;
  const WebhookSecrets& secrets_;
  const Warn warn_;
  const AddressGuard guard_;
  const std::string origin_;  // of the log
  ProgressFolder folder_;
  ParallelPosts posts_;

  // The sender's thread owns these.
  std::map<WebhookId, Endpoint> endpoints_;
  std::map<std::uint64_t, Sent> sent_;
  std::uint64_t requests_ = 0;
  std::uint64_t runs_ = 0;
  std::size_t failing_in_flight_ = 0;
  std::optional<Sequence> loaded_;  // Queries::webhooks_changed() of what is in endpoints_
  std::optional<Sequence> filled_;  // the head that every endpoint with room was filled up to
  WebhookId next_;                  // the endpoint that is first served in the next round
  std::chrono::steady_clock::time_point next_round_{};
  bool is_reading_failing_ = false;

  DeliveryStates states_;
  std::atomic<bool> stopping_{false};
  std::optional<std::size_t> observer_;
  std::thread thread_;
};

}  // namespace countersign::http
