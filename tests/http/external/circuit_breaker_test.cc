#include "http/external/circuit_breaker.h"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace countersign::http::circuit_breaker_test {

using namespace std::chrono_literals;
using State = CircuitBreaker::State;
using Change = CircuitBreaker::Change;

// A breaker whose time a test moves.
struct Bench {
  CircuitBreaker breaker{CircuitBreaker::Rules{.failures = 3, .open_for = 10s}};
  CircuitBreaker::Time now{};

  State state() const { return breaker.state(now); }
  std::optional<CircuitBreaker::Leave> ask() { return breaker.ask(now); }
  Change fail() { return breaker.failed(*ask(), now); }
  Change succeed() { return breaker.succeeded(*ask()); }
  void open() {
    while (state() == State::Closed) (void)fail();
  }
};

TEST_CASE("as many failures in a row as the rules say open it, and fewer do not") {
  Bench bench;
  CHECK(bench.fail() == Change::None);
  CHECK(bench.fail() == Change::None);
  CHECK(bench.succeed() == Change::None);
  CHECK(bench.fail() == Change::None);
  CHECK(bench.fail() == Change::None);
  CHECK(bench.state() == State::Closed);
  CHECK(bench.fail() == Change::Opened);
  CHECK(bench.state() == State::Open);
  CHECK_FALSE(bench.ask().has_value());
}

TEST_CASE("once its time is over one may try, and no other while that one does") {
  Bench bench;
  bench.open();
  bench.now += 9999ms;
  CHECK_FALSE(bench.ask().has_value());
  bench.now += 1ms;
  CHECK(bench.state() == State::HalfOpen);
  auto probe = bench.ask();
  REQUIRE(probe.has_value());
  CHECK_FALSE(bench.ask().has_value());
  CHECK(bench.breaker.succeeded(*std::move(probe)) == Change::Closed);
  CHECK(bench.state() == State::Closed);
  CHECK(bench.fail() == Change::None);  // it counts from zero again
}

TEST_CASE("a probe that fails opens it for as long again, and changes nothing") {
  Bench bench;
  bench.open();
  bench.now += 10s;
  CHECK(bench.fail() == Change::None);
  CHECK(bench.state() == State::Open);
  bench.now += 9s;
  CHECK_FALSE(bench.ask().has_value());
  bench.now += 1s;
  CHECK(bench.succeed() == Change::Closed);
}

TEST_CASE("a probe that was not made leaves its turn to the next") {
  Bench bench;
  bench.open();
  bench.now += 10s;
  { const auto given_up = bench.ask(); }
  CHECK(bench.state() == State::HalfOpen);
  CHECK(bench.succeed() == Change::Closed);
}

TEST_CASE("requests begun before the breaker opened do not count") {
  Bench bench;
  auto slow = bench.ask();
  auto slower = bench.ask();
  bench.open();
  CHECK(bench.breaker.succeeded(*std::move(slow)) == Change::None);
  CHECK(bench.state() == State::Open);
  bench.now += 10s;
  auto probe = bench.ask();
  CHECK(bench.breaker.failed(*std::move(slower), bench.now) == Change::None);
  CHECK(bench.state() == State::HalfOpen);
  CHECK(bench.breaker.succeeded(*std::move(probe)) == Change::Closed);
}

TEST_CASE("an engine found dead in another way is not asked either") {
  Bench bench;
  CHECK(bench.breaker.found_dead(bench.now) == Change::None);
  CHECK(bench.fail() == Change::None);
  CHECK(bench.breaker.found_dead(bench.now) == Change::Opened);
  bench.now += 5s;
  CHECK(bench.breaker.found_dead(bench.now) == Change::None);
  bench.now += 5s;
  CHECK(bench.state() == State::HalfOpen);
  CHECK(bench.breaker.found_dead(bench.now) == Change::None);
  CHECK(bench.state() == State::Open);
}

}  // namespace countersign::http::circuit_breaker_test
