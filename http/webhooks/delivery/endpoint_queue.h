#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "core/random_source.h"
#include "core/utc_time.h"
#include "http/webhooks/delivery/delivery_progress.h"

namespace countersign::http {

// The outcome of one attempt.
enum class DeliveryOutcome : std::uint8_t {
  Delivered,  // 2xx
  Refused,    // another status; a redirect too, which is not followed
  Slowed,     // 429, 502 or 504: it can be delivered, but not now
  Gone,       // 410
  NoAnswer,   // no connection, no whole answer, or none in time
  Forbidden,  // the address is one that the server does not connect to
};

struct DeliveryResult {
  DeliveryOutcome outcome = DeliveryOutcome::NoAnswer;
  std::optional<Duration> retry_after{};
};

// The deliveries to one endpoint: which event is sent next, and when. Events of one session go one
// after the other, in the order of the log: one that failed holds up those behind it, and no other
// session. While the receiver fails only one request is made at a time.
//
// Pure, but for the random source of the jitter. A value; one thread at a time.
class EndpointQueue {
 public:
  static constexpr std::size_t kTogetherMax = 4;  // requests at the same time

  // An endpoint that has failed before counts as failing until an event is delivered.
  explicit EndpointQueue(DeliveryProgress progress);

  const DeliveryProgress& progress() const { return progress_; }
  Sequence cursor() const { return progress_.cursor; }
  bool has_room() const { return progress_.outstanding.size() < DeliveryProgress::kOutstandingMax; }
  bool is_failing() const { return is_failing_; }
  std::size_t in_flight() const { return in_flight_.size(); }

  // Takes the next event for the endpoint; it is due at once. REQUIRES: has_room(); the event is
  // behind the cursor.
  void take(Sequence event, const SessionId& session, UtcTime at, UtcTime now);
  // Everything up to `to` that was not taken is not for the endpoint.
  void pass(Sequence to);

  // The event to be sent now, which is in flight from then on; nullopt if there is none.
  std::optional<Sequence> begin(UtcTime now);
  // When begin() has an event; nullopt if that depends on one in flight, or on an event to come.
  std::optional<UtcTime> next_due() const;

  // The attempt that begin() began is over. Returns false if it was the last one of its event, or
  // the receiver is gone: the endpoint is to be disabled.
  [[nodiscard]] bool finish(Sequence event,
                            const DeliveryResult& result,
                            UtcTime now,
                            RandomSource& random);

 private:
  std::size_t together() const { return is_failing_ ? 1 : kTogetherMax; }
  void slow_down(const DeliveryResult& result, UtcTime now);
  // The first outstanding event of each session that is not in flight.
  template <class Visitor>
  void for_each_ready(const Visitor& visit) const;

  DeliveryProgress progress_;
  std::set<Sequence> in_flight_;
  bool is_failing_ = false;
  std::uint32_t slowed_in_row_ = 0;
  UtcTime paused_until_;
  // The last value of next_due(); nullopt after a change, until it is computed again.
  mutable std::optional<std::optional<UtcTime>> next_due_;
};

}  // namespace countersign::http
