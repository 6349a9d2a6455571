#include "http/edge/knocks.h"

#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <thread>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::knocks_test {

using std::chrono::milliseconds;

TEST_CASE("who knocks hears of as many answers as there are, and not of more") {
  const auto knocks = std::make_shared<Knocks>();
  CHECK(knocks->wait_for(0, milliseconds(0)));
  CHECK_FALSE(knocks->wait_for(1, milliseconds(0)));
  std::thread loop([knocks] { knocks->answer(); });
  CHECK(knocks->wait_for(1, std::chrono::minutes(1)));
  loop.join();
  CHECK_FALSE(knocks->wait_for(2, milliseconds(1)));
}

TEST_CASE("an edge responds while it serves, and when it has been drained") {
  TestApplication application;
  const auto edge = std::move(Edge::create({.threads = 3}, application)).value();
  REQUIRE(edge->listen_tcp("127.0.0.1:0").has_value());
  edge->start();
  CHECK(edge->responds(std::chrono::minutes(1)));
  CHECK(edge->drain(milliseconds(1'000)));
  CHECK(edge->responds(std::chrono::minutes(1)));
}

}  // namespace countersign::http::knocks_test
