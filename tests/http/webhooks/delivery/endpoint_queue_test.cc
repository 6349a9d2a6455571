#include "http/webhooks/delivery/endpoint_queue.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "http/webhooks/delivery/delivery_schedule.h"

namespace countersign::http::endpoint_queue_test {

using namespace std::chrono_literals;

class NoJitter final : public RandomSource {
 public:
  void fill(std::span<std::uint8_t> out) override { std::ranges::fill(out, std::uint8_t{0}); }
};

// A small language for one endpoint: take(7, 'a') is an event of the session `a`.
class OneEndpoint {
 public:
  OneEndpoint& take(std::uint64_t event, char session) {
    queue.take(Sequence(event), SessionId(Uuid{static_cast<std::uint8_t>(session)}), now, now);
    return *this;
  }
  // The events that are sent now.
  std::vector<std::uint64_t> sent() {
    std::vector<std::uint64_t> events;
    while (const auto event = queue.begin(now)) events.push_back(event->value());
    return events;
  }
  bool end(std::uint64_t event, DeliveryOutcome outcome, std::optional<Duration> after = {}) {
    return queue.finish(Sequence(event), {outcome, after}, now, random);
  }
  void pass(Duration time) { now = now + time; }

  NoJitter random;
  UtcTime now{0};
  EndpointQueue queue{DeliveryProgress{}};
};

using Events = std::vector<std::uint64_t>;
using enum DeliveryOutcome;

TEST_CASE("events of one session go one after the other, those of others beside them") {
  OneEndpoint endpoint;
  endpoint.take(1, 'a').take(2, 'a').take(3, 'b');
  CHECK(endpoint.sent() == Events{1, 3});
  CHECK(endpoint.end(3, Delivered));
  CHECK(endpoint.sent() == Events{});
  CHECK(endpoint.end(1, Delivered));
  CHECK(endpoint.sent() == Events{2});
  CHECK(endpoint.end(2, Delivered));
  CHECK(endpoint.queue.progress().outstanding.empty());
  CHECK(endpoint.queue.cursor() == Sequence(3));
}

TEST_CASE("an event that failed holds up its session and no other") {
  OneEndpoint endpoint;
  endpoint.take(1, 'a').take(2, 'a').take(3, 'b');
  CHECK(endpoint.sent() == Events{1, 3});
  CHECK(endpoint.end(1, DeliveryOutcome::Refused));
  CHECK(endpoint.end(3, Delivered));
  CHECK(endpoint.sent() == Events{});
  CHECK(endpoint.queue.next_due() == endpoint.now + 5s);
  endpoint.pass(5s);
  CHECK(endpoint.sent() == Events{1});
  CHECK(endpoint.end(1, Delivered));
  CHECK(endpoint.sent() == Events{2});
}

TEST_CASE("requests to an endpoint at the same time are bounded, to a failing one there is one") {
  OneEndpoint endpoint;
  for (int i = 1; i <= 10; ++i) endpoint.take(static_cast<std::uint64_t>(i), static_cast<char>(i));
  CHECK(endpoint.sent() == Events{1, 2, 3, 4});
  for (const std::uint64_t each : {1, 2, 3, 4}) CHECK(endpoint.end(each, NoAnswer));
  CHECK(endpoint.queue.is_failing());
  CHECK(endpoint.sent() == Events{5});
  CHECK(endpoint.end(5, Delivered));
  CHECK(endpoint.sent() == Events{6, 7, 8, 9});
}

TEST_CASE("an event is given up after all its attempts, and the schedule is kept") {
  OneEndpoint endpoint;
  endpoint.take(1, 'a');
  for (std::uint32_t attempt = 1; attempt <= kDeliveryAttempts; ++attempt) {
    CHECK(endpoint.sent() == Events{1});
    const bool goes_on = endpoint.end(1, DeliveryOutcome::Refused);
    CHECK(goes_on == (attempt < kDeliveryAttempts));
    if (!goes_on) break;
    endpoint.pass(*delay_after(attempt) - 1us);
    CHECK(endpoint.sent() == Events{});
    endpoint.pass(1us);
  }
  CHECK(endpoint.queue.progress().outstanding.size() == 1);  // for when it is enabled again
}

TEST_CASE("a receiver that is gone is given up at once") {
  OneEndpoint endpoint;
  endpoint.take(1, 'a');
  CHECK(endpoint.sent() == Events{1});
  CHECK_FALSE(endpoint.end(1, Gone));
}

TEST_CASE("a receiver that asks for fewer requests gets none for a while") {
  OneEndpoint endpoint;
  endpoint.take(1, 'a').take(2, 'b');
  CHECK(endpoint.sent() == Events{1, 2});
  CHECK(endpoint.end(1, Slowed, 60s));
  CHECK(endpoint.end(2, Slowed));
  endpoint.pass(9s);
  CHECK(endpoint.sent() == Events{});
  endpoint.pass(1s);
  // The pause of the second answer is over, and the first event keeps its Retry-After.
  CHECK(endpoint.sent() == Events{2});
  CHECK(endpoint.end(2, Delivered));
  CHECK(endpoint.sent() == Events{});
  endpoint.pass(50s);
  CHECK(endpoint.sent() == Events{1});
}

TEST_CASE("a bounded number of events is outstanding, then the endpoint waits") {
  OneEndpoint endpoint;
  for (std::uint64_t i = 1; i <= DeliveryProgress::kOutstandingMax; ++i) {
    CHECK(endpoint.queue.has_room());
    endpoint.take(i, 'a');
  }
  CHECK_FALSE(endpoint.queue.has_room());
  CHECK(endpoint.sent() == Events{1});
  CHECK(endpoint.end(1, Delivered));
  CHECK(endpoint.queue.has_room());
}

}  // namespace countersign::http::endpoint_queue_test
