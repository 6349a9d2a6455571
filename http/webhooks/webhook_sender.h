#pragma once
#include <array>
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
#include "core/machine/threads/mutex.h"
#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/client/parallel_posts.h"
#include "http/metrics/prometheus_text.h"
#include "http/webhooks/address_guard.h"
#include "http/webhooks/endpoint_queue.h"
#include "http/webhooks/progress_folder.h"
#include "http/webhooks/webhook_secrets.h"
#include "http/webhooks/webhook_settings.h"
#include "projections/folder/data_folder.h"

namespace countersign::http {

// How the deliveries to an endpoint are going: all that a client is told of them.
struct DeliveryState {
  bool is_failing = false;        // the last attempt did not succeed
  std::uint64_t outstanding = 0;  // events that are not delivered yet, of those taken
  std::optional<UtcTime> oldest;  // the time of the oldest of them
};

// Delivers the events of clients to their webhooks, at least once each. One thread reads the feeds
// of the clients whose endpoints have room, and makes the requests, many at a time. At most
// kTogetherMax run, of which those to failing endpoints may be half: so endpoints that hang hinder
// no others. A round over the endpoints takes at most a tenth of the thread's time, however many
// there are.
//
// An endpoint whose event could not be delivered in all its attempts, or that is gone, is disabled
// by an event of the log.
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
  DeliveryState state_of(const WebhookId& webhook) const;
  // Looks at the clock and the log now. For tests that move the clock.
  void wake() { posts_.wake(); }
  // Adds the families of the webhooks to the metrics.
  void write(PrometheusText& page) const;

 private:
  struct Endpoint {
    ClientKey client;
    Webhook webhook;
    bool is_usable = false;  // neither it nor its client is disabled
    std::uint64_t run = 0;   // another number after each replay
    EndpointQueue queue;
    std::optional<WebhookStop> to_stop{};  // not in the log yet
    UtcTime stop_tried{};
  };
  // A request that runs.
  struct Sent {
    WebhookId webhook;
    std::uint64_t run = 0;
    Sequence event;
    bool was_failing = false;
  };
  static constexpr std::size_t kOutcomes = 6;

  void run();
  void round();
  // These return false if the log could not be read; then the next round tries again.
  bool reload();
  bool fill();
  bool fill(Endpoint& endpoint, Sequence head);
  void take_over(const ClientKey& client, const Webhook& webhook, bool is_usable, Sequence head);
  void drop_all_but(const std::set<WebhookId>& known);
  void start();
  bool start(Endpoint& endpoint, Sequence event);
  void finish(const ParallelPosts::Answer& answer);
  void settle(const Sent& sent, const ParallelPosts::Answer& answer, DeliveryOutcome outcome);
  void stop_endpoints();
  void publish(const Endpoint& endpoint);
  std::size_t places_for(const Endpoint& endpoint) const;
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

  // Of the thread.
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

  std::array<std::atomic<std::uint64_t>, kOutcomes> outcomes_{};
  std::atomic<std::uint64_t> disabled_{0};
  mutable Mutex mutex_;
  std::map<WebhookId, DeliveryState> states_ GUARDED_BY(mutex_);
  std::atomic<bool> stopping_{false};
  std::optional<std::size_t> observer_;
  std::thread thread_;
};

}  // namespace countersign::http
