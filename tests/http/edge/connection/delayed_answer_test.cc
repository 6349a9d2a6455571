// Answers that the application has delayed (Response::delay).
#include <doctest/doctest.h>

#include <future>
#include <string>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::delayed_answer_test {

constexpr const char* kAnHourLater = "/delayed/3600000";

EdgeSettings one_loop() {
  EdgeSettings settings;
  settings.threads = 1;  // so that an answer to one client shows that the others had their turn
  return settings;
}

std::string hello_of(const ServedApplication& served, const char* from) {
  RawClient client(served.port, from);
  client.send(get("/hello"));
  return client.receive().body;
}

TEST_CASE("a delayed answer comes, and the next request is answered after it") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/delayed/200") + get("/hello"));
  CHECK(client.receive().body == "delayed");
  CHECK(client.receive().body == "hello");
}

TEST_CASE("a delayed answer is not begun before its time, and at once when the server ends") {
  ServedApplication served(one_loop());
  RawClient waiting(served.port);
  waiting.send(get(kAnHourLater));
  REQUIRE(eventually([&] { return served.application.requests == 1; }));
  CHECK(hello_of(served, "127.0.0.3") == "hello");
  CHECK(served.counters().responses_2xx == 1);
  auto drained =
      std::async(std::launch::async, [&] { return served.edge->drain(std::chrono::seconds(20)); });
  const RawResponse response = waiting.receive();
  CHECK(response.body == "delayed");
  CHECK(response.header("connection") == "close");
  waiting.close();
  CHECK(drained.get());
}

TEST_CASE("a connection whose answer is delayed gives its place to whoever needs it") {
  EdgeSettings settings = one_loop();
  settings.max_connections_an_address = 6;
  ServedApplication served(settings);
  const std::vector<std::string> requests = {
      get(kAnHourLater),
      post(kAnHourLater, "a body that is skipped"),
      "POST " + std::string(kAnHourLater) +
          " HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n",
  };
  std::vector<RawClient> callers;
  for (int i = 0; i < 6; ++i) {
    callers.emplace_back(served.port, "127.0.0.2");
    callers.back().send(requests[i % requests.size()]);
    REQUIRE(eventually([&] { return served.application.requests == i + 1; }));
  }
  std::vector<RawClient> colleagues;
  for (std::size_t i = 0; i < callers.size(); ++i) {
    colleagues.emplace_back(served.port, "127.0.0.2");
    colleagues.back().send(get("/hold/x"));
    REQUIRE(eventually([&] { return served.application.holding == static_cast<int>(i + 1); }));
    CHECK(callers[i].ended());
    CHECK(served.counters().evicted_connections == i + 1);
  }
  // Calls that are answered as soon as they can be give no place.
  RawClient further(served.port, "127.0.0.2");
  further.send(get("/hello"));
  CHECK(further.receive().status == 503);
  served.application.release();
  for (RawClient& colleague : colleagues) CHECK(colleague.receive().body == "x");
}

TEST_CASE("however many answers of an address are delayed, another address is served") {
  EdgeSettings settings = one_loop();
  settings.max_connections = 8;
  ServedApplication served(settings);
  std::vector<RawClient> callers;
  for (int i = 0; i < 40; ++i) {
    callers.emplace_back(served.port, "127.0.0.2");
    callers.back().send(get(kAnHourLater));
    const std::string from = "127.0.1." + std::to_string(1 + i);
    REQUIRE(hello_of(served, from.c_str()) == "hello");
  }
  CHECK(served.counters().responses_5xx == 0);
}

}  // namespace countersign::http::delayed_answer_test
