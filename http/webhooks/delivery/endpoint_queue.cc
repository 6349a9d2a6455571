#include "http/webhooks/delivery/endpoint_queue.h"

#include <algorithm>
#include <utility>

#include "core/check.h"
#include "http/webhooks/delivery/delivery_schedule.h"

namespace countersign::http {

EndpointQueue::EndpointQueue(DeliveryProgress progress)
    : progress_(std::move(progress)),
      is_failing_(std::ranges::any_of(progress_.outstanding, [](const OutstandingEvent& each) {
        return each.failed_attempts > 0;
      })) {}

void EndpointQueue::take(Sequence event, const SessionId& session, UtcTime at, UtcTime now) {
  check(has_room() && event > progress_.cursor,
        "an event is taken once, behind the cursor, while there is room for it");
  progress_.cursor = event;
  progress_.outstanding.push_back({event, session, at, 0, now});
  next_due_.reset();
}

void EndpointQueue::pass(Sequence to) { progress_.cursor = std::max(progress_.cursor, to); }

template <class Visitor>
void EndpointQueue::for_each_ready(const Visitor& visit) const {
  std::set<SessionId> sessions;
  for (const OutstandingEvent& each : progress_.outstanding) {
    if (!sessions.insert(each.session).second) continue;
    if (in_flight_.contains(each.event)) continue;
    if (!visit(each)) return;
  }
}

std::optional<Sequence> EndpointQueue::begin(UtcTime now) {
  const auto due = next_due();
  if (!due || *due > now) return std::nullopt;
  std::optional<Sequence> found;
  for_each_ready([&](const OutstandingEvent& each) {
    if (each.due <= now) found = each.event;
    return !found;
  });
  if (found) in_flight_.insert(*found);
  next_due_.reset();
  return found;
}

std::optional<UtcTime> EndpointQueue::next_due() const {
  if (in_flight_.size() >= together()) return std::nullopt;
  if (next_due_) return *next_due_;
  std::optional<UtcTime> first;
  for_each_ready([&](const OutstandingEvent& each) {
    first = first ? std::min(*first, each.due) : each.due;
    return true;
  });
  if (first) first = std::max(*first, paused_until_);
  next_due_ = first;
  return first;
}

void EndpointQueue::slow_down(const DeliveryResult& result, UtcTime now) {
  const Duration pause = pause_after(++slowed_in_row_);
  paused_until_ = now + std::max(pause, result.retry_after.value_or(Duration(0)));
}

bool EndpointQueue::finish(Sequence event,
                           const DeliveryResult& result,
                           UtcTime now,
                           RandomSource& random) {
  in_flight_.erase(event);
  next_due_.reset();
  const auto at = std::ranges::find(progress_.outstanding, event, &OutstandingEvent::event);
  check(at != progress_.outstanding.end(), "an event that is in flight is outstanding");
  is_failing_ = result.outcome != DeliveryOutcome::Delivered;
  if (!is_failing_) {
    slowed_in_row_ = 0;
    progress_.outstanding.erase(at);
    return true;
  }
  if (result.outcome == DeliveryOutcome::Slowed) slow_down(result, now);
  ++at->failed_attempts;
  const auto delay = delay_after(at->failed_attempts);
  // Tried again only if the endpoint is enabled again, or could not be disabled.
  if (!delay || result.outcome == DeliveryOutcome::Gone) {
    at->failed_attempts = std::min(at->failed_attempts, kDeliveryAttempts);
    at->due = now + with_jitter(*delay_after(1), random);
    return false;
  }
  at->due = now + std::max(with_jitter(*delay, random), result.retry_after.value_or(Duration(0)));
  return true;
}

}  // namespace countersign::http
