#include "http/webhooks/webhook_sender.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "http/webhooks/delivered_event.h"
#include "http/webhooks/delivery/delivery_schedule.h"
#include "http/webhooks/webhook_headers.h"

namespace countersign::http {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::size_t kPageOfFeed = 64;
constexpr milliseconds kRoundMin{5};       // between two looks at the log
constexpr milliseconds kPatienceMax{500};  // between two looks at the clock
constexpr Duration kRecordAgain = std::chrono::seconds(1);

constexpr int kTooManyRequests = 429;
constexpr int kGone = 410;

DeliveryOutcome outcome_of(const ParallelPosts::Answer& answer) {
  if (answer.is_forbidden) return DeliveryOutcome::Forbidden;
  if (answer.status == 0) return DeliveryOutcome::NoAnswer;
  if (answer.status >= 200 && answer.status < 300) return DeliveryOutcome::Delivered;
  if (answer.status == kGone) return DeliveryOutcome::Gone;
  const bool slowed =
      answer.status == kTooManyRequests || answer.status == 502 || answer.status == 504;
  return slowed ? DeliveryOutcome::Slowed : DeliveryOutcome::Refused;
}

// The log's name in its checkpoints. A log that is not signed has none.
std::string origin_of(const DataFolder& data) {
  return data.checkpoints() == nullptr ? "" : data.checkpoints()->verifier().name();
}

}  // namespace

WebhookSender::WebhookSender(DataFolder& data,
                             const Clock& clock,
                             RandomSource& random,
                             const WebhookSettings& settings,
                             const WebhookSecrets& secrets,
                             Warn warn)
    : data_(data),
      clock_(clock),
      random_(random),
      settings_(settings),
      secrets_(secrets),
      warn_(std::move(warn)),
      guard_(settings.allowed),
      origin_(origin_of(data)),
      folder_(data.path() / "webhooks", warn_),
      posts_([this](const ::sockaddr& address, bool is_secure) {
        const auto ip = ip_address_of(address);
        return ip && guard_.may_connect(*ip, is_secure);
      }) {
  observer_ = data_.writer().observe([this](Sequence) { posts_.wake(); });
  thread_ = std::thread([this] { run(); });
}

WebhookSender::~WebhookSender() { stop(); }

void WebhookSender::stop() {
  if (!observer_) return;
  data_.writer().forget(*std::exchange(observer_, std::nullopt));
  stopping_ = true;
  posts_.wake();
  thread_.join();
  folder_.stop();
}

void WebhookSender::run() {
  while (!stopping_) {
    if (steady_clock::now() >= next_round_) round();
    start();
    record_endpoints();
    for (const ParallelPosts::Answer& answer : posts_.wait(patience())) finish(answer);
  }
}

// Reads what is new in the log. The next round is as far away as makes rounds a tenth of the time.
void WebhookSender::round() {
  constexpr int kShare = 9;
  const auto began = steady_clock::now();
  if (reload() && fill()) is_reading_failing_ = false;
  const auto ended = steady_clock::now();
  next_round_ = ended + std::max<steady_clock::duration>(kRoundMin, kShare * (ended - began));
}

bool WebhookSender::note_failure(std::string_view what) {
  if (!std::exchange(is_reading_failing_, true)) {
    warn_(fmt::format("{} cannot be read: webhooks wait", what));
  }
  return false;
}

// Takes over the endpoints as the log has them now.
bool WebhookSender::reload() {
  const auto changed = data_.queries().webhooks_changed();
  if (!changed) return note_failure("the list of webhooks");
  if (loaded_ == *changed) return true;
  const Sequence head = data_.queries().head();
  const auto all = data_.queries().all_webhooks();
  if (!all) return note_failure("the list of webhooks");
  std::set<WebhookId> known;
  for (const Webhooks& webhooks : *all) {
    if (webhooks.endpoints.empty()) continue;
    const auto client = data_.queries().client(webhooks.client);
    if (!client) return note_failure("a client");
    const bool is_usable = *client && countersign::is_usable(**client);
    for (const Webhook& webhook : webhooks.endpoints) {
      known.insert(webhook.id);
      take_over(webhooks.client, webhook, is_usable && !webhook.stopped, head);
    }
  }
  drop_all_but(known);
  loaded_ = *changed;
  filled_.reset();
  return true;
}

void WebhookSender::take_over(const ClientKey& client,
                              const Webhook& webhook,
                              bool is_enabled,
                              Sequence head) {
  const auto at = endpoints_.find(webhook.id);
  const bool is_new = at == endpoints_.end();
  const bool is_asked_again = is_new || at->second.webhook.url != webhook.url ||
                              at->second.webhook.resumed_by != webhook.resumed_by;
  EndpointProof proof = is_asked_again ? EndpointProof(clock_.now()) : at->second.proof;
  if (!is_new && at->second.webhook.placed_by == webhook.placed_by &&
      at->second.webhook.resumed_by == webhook.resumed_by) {
    at->second.webhook = webhook;
    at->second.is_enabled = is_enabled;
    at->second.proof = std::move(proof);
    if (webhook.stopped) at->second.to_stop.reset();
    if (webhook.is_proven || is_asked_again) at->second.has_answered = false;
    return;
  }
  // New, replayed, or enabled again: what is in flight is not of the new queue.
  auto kept = is_new ? folder_.read(webhook.id) : std::optional(at->second.queue.progress());
  EndpointQueue queue(progress_of(webhook, std::move(kept), head, clock_.now()));
  const auto [placed, fresh] = endpoints_.insert_or_assign(webhook.id,
                                                           Endpoint{.client = client,
                                                                    .webhook = webhook,
                                                                    .is_enabled = is_enabled,
                                                                    .run = ++runs_,
                                                                    .queue = std::move(queue),
                                                                    .proof = std::move(proof)});
  publish(placed->second);
}

void WebhookSender::drop_all_but(const std::set<WebhookId>& known) {
  if (!loaded_) folder_.remove_all_but(known);
  std::erase_if(endpoints_, [&](const auto& entry) {
    if (known.contains(entry.first)) return false;
    folder_.remove(entry.first);
    states_.erase(entry.first);
    return true;
  });
}

bool WebhookSender::fill() {
  const Sequence head = data_.queries().head();
  if (filled_ == head) return true;
  filled_ = head;
  for (auto& [id, endpoint] : endpoints_) {
    if (!endpoint.is_usable() || endpoint.queue.cursor() >= head) continue;
    if (fill(endpoint, head)) continue;
    filled_.reset();
    return false;
  }
  return true;
}

bool WebhookSender::fill(Endpoint& endpoint, Sequence head) {
  EndpointQueue& queue = endpoint.queue;
  const std::size_t before = queue.progress().outstanding.size();
  while (queue.has_room() && queue.cursor() < head) {
    const auto page = data_.queries().feed(endpoint.client, queue.cursor(), kPageOfFeed);
    if (!page) return note_failure("the feed of a client");
    for (const StoredEvent& event : page->events) {
      if (!queue.has_room()) break;
      const RecordedEvent& recorded = event.recorded;
      if (const auto line = line_of(endpoint.webhook, recorded)) {
        queue.take(recorded.sequence, *line, recorded.at, clock_.now());
      } else {
        queue.pass(recorded.sequence);
      }
    }
    if (page->events.size() < kPageOfFeed && queue.has_room()) queue.pass(head);
  }
  if (queue.progress().outstanding.size() != before) publish(endpoint);
  return true;
}

// Half of the places are for endpoints that have no request in flight: so receivers that are slow,
// and accept all the same, do not keep the others waiting.
std::size_t WebhookSender::places_for(const Endpoint& endpoint) const {
  return endpoint.queue.in_flight() == 0 ? settings_.together : settings_.together / 2;
}

// Begins what is due, endpoint by endpoint, beginning where the last round ran out of places.
void WebhookSender::start() {
  const UtcTime now = clock_.now();
  auto at = endpoints_.lower_bound(next_);
  for (std::size_t left = endpoints_.size(); left > 0; --left, ++at) {
    if (at == endpoints_.end()) at = endpoints_.begin();
    Endpoint& endpoint = at->second;
    if (endpoint.waits_for_proof()) start_challenge(endpoint);
    if (!endpoint.is_usable() || endpoint.to_stop) continue;
    for (;;) {
      if (posts_.running() >= settings_.together) {
        next_ = at->first;
        return;
      }
      if (posts_.running() >= places_for(endpoint)) break;
      if (endpoint.queue.is_failing() && !has_room_for_failing()) break;
      const auto event = endpoint.queue.begin(now);
      if (!event || !start(endpoint, *event)) break;
    }
  }
}

bool WebhookSender::start(Endpoint& endpoint, Sequence event) {
  const auto message = message_about(data_, origin_, endpoint.webhook, event);
  const UtcTime now = clock_.now();
  if (!message) {
    // Counts as an attempt, so that damage in the log ends like any other obstacle.
    note_failure("an event");
    if (!endpoint.queue.finish(event, {.retry_after = {}}, now, random_)) {
      endpoint.to_stop = WebhookStop::Exhausted;
    }
    return false;
  }
  const bool was_failing = endpoint.queue.is_failing();
  if (was_failing) ++failing_in_flight_;
  sent_.emplace(++requests_, Sent{endpoint.webhook.id, endpoint.run, event, was_failing});
  posts_.begin(requests_,
               {.url = endpoint.webhook.url,
                .headers = webhook_headers(*message, endpoint.webhook, secrets_, now),
                .body = message->body,
                .timeout = settings_.timeout});
  return true;
}

// An address that has never answered counts as failing, so that all of them together take half of
// the places at most.
void WebhookSender::start_challenge(Endpoint& endpoint) {
  const UtcTime now = clock_.now();
  const auto due = endpoint.proof.next_due();
  if (!due || *due > now || !has_room_for_failing()) return;
  const std::string challenge = endpoint.proof.begin(random_);
  const WebhookMessage message = challenge_message(challenge, now, random_);
  ++failing_in_flight_;
  sent_.emplace(++requests_, Sent{endpoint.webhook.id, endpoint.run, Sequence(), true, challenge});
  posts_.begin(requests_,
               {.url = endpoint.webhook.url,
                .headers = webhook_headers(message, endpoint.webhook, secrets_, now),
                .body = message.body,
                .timeout = settings_.timeout,
                .kept_bytes = EndpointProof::kAnswerBytesMax});
}

void WebhookSender::finish(const ParallelPosts::Answer& answer) {
  const auto at = sent_.find(answer.id);
  check(at != sent_.end(), "a request that is over was begun");
  const Sent sent = at->second;
  sent_.erase(at);
  if (sent.was_failing) --failing_in_flight_;
  if (!sent.challenge.empty()) return settle_challenge(sent, answer);
  const DeliveryOutcome outcome = outcome_of(answer);
  settle(sent, answer, outcome);
  states_.count(outcome);
}

void WebhookSender::settle(const Sent& sent,
                           const ParallelPosts::Answer& answer,
                           DeliveryOutcome outcome) {
  const auto found = endpoints_.find(sent.webhook);
  // Deleted or replayed meanwhile: then the event is not in flight any more.
  if (found == endpoints_.end() || found->second.run != sent.run) return;
  Endpoint& endpoint = found->second;
  const UtcTime now = clock_.now();
  DeliveryResult result{.outcome = outcome, .retry_after = {}};
  if (answer.retry_after) result.retry_after = parse_retry_after(*answer.retry_after, now);
  if (outcome == DeliveryOutcome::Delivered) {
    endpoint.delivered_at = now;
  } else {
    ++endpoint.failures;
  }
  const bool had_room = endpoint.queue.has_room();
  if (!endpoint.queue.finish(sent.event, result, now, random_)) {
    endpoint.to_stop =
        outcome == DeliveryOutcome::Gone ? WebhookStop::Gone : WebhookStop::Exhausted;
  }
  if (!had_room && endpoint.queue.has_room()) filled_.reset();
  publish(endpoint);
}

void WebhookSender::settle_challenge(const Sent& sent, const ParallelPosts::Answer& answer) {
  const auto found = endpoints_.find(sent.webhook);
  if (found == endpoints_.end()) return;
  Endpoint& endpoint = found->second;
  const DeliveryOutcome outcome = outcome_of(answer);
  const bool is_good = outcome == DeliveryOutcome::Delivered;
  const auto verdict = endpoint.proof.finish(
      sent.challenge, is_good ? answer.body : std::nullopt, clock_.now(), random_);
  if (verdict == EndpointProof::Verdict::Stale) return;
  endpoint.has_answered = verdict == EndpointProof::Verdict::Proven;
  states_.count_challenge(endpoint.has_answered);
  if (endpoint.has_answered) return;
  if (verdict == EndpointProof::Verdict::GivenUp) endpoint.to_stop = WebhookStop::Unproven;
  if (outcome == DeliveryOutcome::Gone) endpoint.to_stop = WebhookStop::Gone;
}

// Writes into the log which endpoints are disabled, and which have answered their challenge. Rare,
// so the thread waits for it.
void WebhookSender::record_endpoints() {
  const UtcTime now = clock_.now();
  for (auto& [id, endpoint] : endpoints_) {
    if (!endpoint.to_stop && !endpoint.has_answered) continue;
    if (now < endpoint.record_tried + kRecordAgain) continue;
    endpoint.record_tried = now;
    if (endpoint.to_stop) {
      record(endpoint, DisableWebhook{now, id, *endpoint.to_stop});
    } else {
      record(endpoint, ProveWebhook{now, id, endpoint.webhook.url});
    }
  }
}

// The log changes the endpoint, once it is read again.
void WebhookSender::record(Endpoint& endpoint, WebhookCommand command) {
  const Outcome outcome =
      data_.writer().submit_and_wait(Submission{.stream = webhooks_stream_of(endpoint.client),
                                                .command = std::move(command),
                                                .actor = {ActorKind::Sweep, {}},
                                                .request = {}});
  const bool is_recorded = std::holds_alternative<Committed>(outcome);
  if (!is_recorded && !std::holds_alternative<Rejection>(outcome)) return;
  endpoint.record_tried = {};
  if (endpoint.to_stop) {
    if (is_recorded) states_.count_disabled();
    endpoint.is_enabled = false;
    endpoint.to_stop.reset();
  } else {
    endpoint.has_answered = false;
    endpoint.webhook.is_proven = is_recorded;
  }
}

void WebhookSender::publish(const Endpoint& endpoint) {
  const DeliveryProgress& progress = endpoint.queue.progress();
  folder_.keep(endpoint.webhook.id, progress);
  DeliveryState state{.is_failing = endpoint.queue.is_failing(),
                      .outstanding = progress.outstanding.size(),
                      .oldest = {},
                      .delivered_at = endpoint.delivered_at,
                      .failures = endpoint.failures};
  if (!progress.outstanding.empty()) state.oldest = progress.outstanding.front().at;
  states_.set(endpoint.webhook.id, state);
}

// Until the next look at the log that is owed, or at the clock, which may be set at any time.
milliseconds WebhookSender::patience() const {
  const auto left = next_round_ - steady_clock::now();
  const bool is_owed = filled_ != data_.queries().head() && !is_reading_failing_;
  milliseconds patience = kPatienceMax;
  if (is_owed) {
    patience = std::clamp(std::chrono::ceil<milliseconds>(left), milliseconds(0), patience);
  }
  const UtcTime now = clock_.now();
  for (const auto& [id, endpoint] : endpoints_) {
    const auto due = next_due(endpoint);
    if (!due || posts_.running() >= places_for(endpoint)) continue;
    const auto wait = std::chrono::ceil<milliseconds>(std::max(*due - now, Duration(0)));
    patience = std::min(patience, wait);
  }
  return patience;
}

std::optional<UtcTime> WebhookSender::next_due(const Endpoint& endpoint) const {
  if (endpoint.waits_for_proof()) {
    return has_room_for_failing() ? endpoint.proof.next_due() : std::nullopt;
  }
  if (!endpoint.is_usable() || endpoint.to_stop) return std::nullopt;
  if (endpoint.queue.is_failing() && !has_room_for_failing()) return std::nullopt;
  return endpoint.queue.next_due();
}

}  // namespace countersign::http
