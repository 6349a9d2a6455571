#include "http/webhooks/delivery/delivery_schedule.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>

namespace countersign::http::delivery_schedule_test {

using namespace std::chrono_literals;

class FixedBytes final : public RandomSource {
 public:
  explicit FixedBytes(std::uint8_t byte) : byte_(byte) {}
  void fill(std::span<std::uint8_t> out) override { std::ranges::fill(out, byte_); }

 private:
  const std::uint8_t byte_;
};

const UtcTime kNow = *parse_utc_time("2026-11-26T12:00:00Z");

TEST_CASE("an event is tried ten times, further and further apart") {
  const Duration waits[] = {0s, 5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h};
  for (std::uint32_t i = 0; i < kDeliveryAttempts; ++i) CHECK(delay_after(i) == waits[i]);
  CHECK_FALSE(delay_after(kDeliveryAttempts).has_value());
}

TEST_CASE("the jitter adds at most a fifth") {
  FixedBytes none(0);
  FixedBytes all(0xff);
  CHECK(with_jitter(5s, none) == 5s);
  CHECK(with_jitter(5s, all) > 5900ms);
  CHECK(with_jitter(5s, all) <= 6s);
  CHECK(with_longest_jitter(5s) == 6s);
}

TEST_CASE("an endpoint that asks for fewer requests gets a longer pause each time") {
  CHECK(pause_after(1) == 5s);
  CHECK(pause_after(2) == 10s);
  CHECK(pause_after(6) == 160s);
  CHECK(pause_after(7) == 5min);
  CHECK(pause_after(4'000'000'000) == 5min);
}

TEST_CASE("a Retry-After is read as seconds or as a date, and bounded") {
  CHECK(parse_retry_after("0", kNow) == Duration(0));
  CHECK(parse_retry_after("120", kNow) == 2min);
  CHECK(parse_retry_after("999999999999999999", kNow) == 24h);
  CHECK(parse_retry_after("Thu, 26 Nov 2026 12:01:00 GMT", kNow) == 1min);
  CHECK(parse_retry_after("Thu, 26 Nov 2026 11:00:00 GMT", kNow) == Duration(0));
  CHECK(parse_retry_after("Fri, 26 Nov 2027 12:00:00 GMT", kNow) == 24h);
  for (const char* const text : {"",
                                 "-1",
                                 "1.5",
                                 "1 ",
                                 "soon",
                                 "9999999999999999999",
                                 "Thu, 31 Feb 2026 12:00:00 GMT",
                                 "Thu, 26 Nov 2026 25:00:00 GMT",
                                 "Thu, 26 Nov 2026 12:00:00 CET",
                                 "Thu, 26 Foo 2026 12:00:00 GMT",
                                 "26 Nov 2026 12:00:00 GMT"}) {
    CHECK_MESSAGE(!parse_retry_after(text, kNow).has_value(), text);
  }
}

}  // namespace countersign::http::delivery_schedule_test
