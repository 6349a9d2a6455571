#include "http/limits/rate_limiter.h"

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace countersign::http::rate_limiter_test {

constexpr SteadyTime t(double seconds) {
  return SteadyTime(std::chrono::microseconds(static_cast<std::int64_t>((1e6 + seconds) * 1e6)));
}

// A limiter whose clock shows the time that each request names.
class TimedLimiter {
 public:
  explicit TimedLimiter(std::size_t buckets_max = RateLimiter::kBucketsMax)
      : limiter_(buckets_max, [this] { return now_.load(); }) {}

  RateDecision take(RateClass limited, std::string_view key, const Rate& rate, SteadyTime now) {
    now_ = now;
    return limiter_.take(limited, key, rate);
  }
  std::size_t size() const { return limiter_.size(); }

 private:
  std::atomic<SteadyTime> now_{};
  RateLimiter limiter_;
};

constexpr Rate kRate{300, 60'000};  // five per second, a burst of 60

int allowed_at_once(TimedLimiter& limiter, std::string_view key, const Rate& rate, SteadyTime now) {
  int count = 0;
  while (limiter.take(RateClass::Create, key, rate, now).allowed) ++count;
  return count;
}

TEST_CASE("a bucket allows a fifth of the count at once and then the rate") {
  TimedLimiter limiter;
  CHECK(allowed_at_once(limiter, "a", kRate, t(0)) == 60);
  CHECK(allowed_at_once(limiter, "a", kRate, t(0.199)) == 0);
  CHECK(allowed_at_once(limiter, "a", kRate, t(0.2)) == 1);
  CHECK(allowed_at_once(limiter, "a", kRate, t(1.2)) == 5);
  CHECK(allowed_at_once(limiter, "a", kRate, t(1000)) == 60);
}

TEST_CASE("over a period no more than the count and one burst pass") {
  TimedLimiter limiter;
  int passed = 0;
  for (int ms = 0; ms < 60'000; ms += 10) {
    if (limiter.take(RateClass::Create, "a", kRate, t(ms / 1000.0)).allowed) ++passed;
  }
  CHECK(passed >= 355);
  CHECK(passed <= 360);
}

TEST_CASE("keys and classes have buckets of their own") {
  TimedLimiter limiter;
  CHECK(allowed_at_once(limiter, "a", kRate, t(0)) == 60);
  CHECK(allowed_at_once(limiter, "b", kRate, t(0)) == 60);
  CHECK(limiter.take(RateClass::Read, "a", kRate, t(0)).allowed);
}

TEST_CASE("a refusal says how long to wait, and then it is allowed") {
  TimedLimiter limiter;
  const Rate slow{5, 60'000};  // one every twelve seconds, a burst of one
  CHECK(limiter.take(RateClass::Read, "a", slow, t(0)).allowed);
  const RateDecision no = limiter.take(RateClass::Read, "a", slow, t(0.5));
  CHECK_FALSE(no.allowed);
  CHECK(no.retry_after_seconds == 12);
  CHECK_FALSE(limiter.take(RateClass::Read, "a", slow, t(11.9)).allowed);
  CHECK(limiter.take(RateClass::Read, "a", slow, t(0.5 + 12)).allowed);
}

TEST_CASE("the headers name the policy and what is left") {
  TimedLimiter limiter;
  const RateDecision first = limiter.take(RateClass::Bundle, "a", {60, 60'000}, t(0));
  CHECK(first.policy == "\"bundle\";q=60;w=60;burst=12");
  CHECK(first.state == "\"bundle\";r=11;t=1");
  CHECK(first.remaining == 11);
}

TEST_CASE("a small count still allows one, and a count of zero nothing") {
  TimedLimiter limiter;
  CHECK(allowed_at_once(limiter, "a", {1, 1000}, t(0)) == 1);
  const RateDecision never = limiter.take(RateClass::Read, "a", {0, 60'000}, t(0));
  CHECK_FALSE(never.allowed);
  CHECK(never.retry_after_seconds == 60);
}

TEST_CASE("a rate that was lowered locks nobody out for longer than its own burst") {
  TimedLimiter limiter;
  CHECK(allowed_at_once(limiter, "a", kRate, t(0)) == 60);
  const Rate lowered{50, 60'000};  // a burst of ten, one every 1.2 seconds
  CHECK_FALSE(limiter.take(RateClass::Create, "a", lowered, t(0)).allowed);
  CHECK(allowed_at_once(limiter, "a", lowered, t(12)) == 10);
}

TEST_CASE("the time of a limiter is the machine's own, which goes on by itself") {
  RateLimiter limiter;
  const Rate quick{1'000'000, 1000};
  CHECK(limiter.take(RateClass::Create, "a", quick).allowed);
  const Rate slow{1, 366ull * 24 * 3600 * 1000};
  CHECK(limiter.take(RateClass::Read, "a", slow).allowed);
  CHECK_FALSE(limiter.take(RateClass::Read, "a", slow).allowed);
}

TEST_CASE("memory is bounded, whoever asks, and full buckets go first") {
  TimedLimiter limiter(1600);
  for (int i = 0; i < 20'000; ++i) {
    limiter.take(RateClass::AuthFailure, std::to_string(i), kRate, t(0));
  }
  CHECK(limiter.size() <= 1600);
  // All buckets are full again by now, so new keys sweep them out.
  for (int i = 0; i < 400; ++i) {
    limiter.take(RateClass::AuthFailure, "n" + std::to_string(i), kRate, t(100));
  }
  CHECK(limiter.size() < 1600);
}

TEST_CASE("threads that share a bucket never pass more than it holds") {
  TimedLimiter limiter;
  std::atomic<int> passed{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 100; ++n) {
        if (limiter.take(RateClass::Device, "a", kRate, t(0)).allowed) ++passed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(passed == 60);
}

}  // namespace countersign::http::rate_limiter_test
