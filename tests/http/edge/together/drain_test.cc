#include <doctest/doctest.h>

#include <future>
#include <string>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::drain_test {

TEST_CASE("a drain lets what is in flight be answered and closes what is idle") {
  EdgeSettings settings;
  settings.threads = 1;  // one loop, so the end of `idle` shows that it drains
  ServedApplication served(settings);
  RawClient idle(served.port);
  idle.send(get("/hello"));
  CHECK(idle.receive().body == "hello");
  RawClient busy(served.port);
  busy.send(get("/hold/x"));
  REQUIRE(eventually([&] { return served.application.holding == 1; }));
  RawClient download(served.port, 8 * 1024);
  download.send(get("/stream/20000000"));
  REQUIRE(eventually([&] { return served.application.streams == 1; }));

  auto drained =
      std::async(std::launch::async, [&] { return served.edge->drain(std::chrono::seconds(20)); });
  CHECK(idle.ended());
  idle.close();
  CHECK_FALSE(RawClient(served.port).connected());
  served.application.release();
  const RawResponse response = busy.receive();
  CHECK(response.body == "x");
  CHECK(response.header("connection") == "close");
  CHECK(busy.ended());
  busy.close();
  CHECK(download.receive().body.size() == 20'000'000);
  download.close();
  CHECK(drained.get());
  CHECK(served.counters().open_connections == 0);
}

TEST_CASE("a drain ends at its deadline and says that something was cut off") {
  ServedApplication served;
  RawClient busy(served.port);
  busy.send(get("/hold/x"));
  REQUIRE(eventually([&] { return served.application.holding == 1; }));
  RawClient upload(served.port);
  upload.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc");
  REQUIRE(eventually([&] { return served.application.body_bytes == 3; }));
  CHECK_FALSE(served.edge->drain(std::chrono::milliseconds(10)));
  CHECK(busy.ended());
  CHECK(served.application.aborts.load() == 1);
  served.application.release();  // no client is left to answer
}

TEST_CASE("an exchange may outlive its edge") {
  std::shared_ptr<Exchange> exchange;
  {
    ServedApplication served;
    RawClient busy(served.port);
    busy.send(get("/hold/x"));
    REQUIRE(eventually([&] { return served.application.holding == 1; }));
    exchange = served.application.held();
  }
  CHECK(exchange->client_gone());
  exchange->resume();
  exchange.reset();
}

TEST_CASE("an edge that was never started ends") {
  TestApplication application;
  auto edge = Edge::create({}, application);
  REQUIRE(edge.has_value());
  CHECK((*edge)->listen_tcp("127.0.0.1:0").has_value());
  CHECK((*edge)->drain(std::chrono::seconds(1)));
}

}  // namespace countersign::http::drain_test
