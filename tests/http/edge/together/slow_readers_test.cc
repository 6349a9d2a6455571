// Clients that ask for much and take little of it.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"
#include "tests/http/edge/support/tls_client.h"

namespace countersign::http::slow_readers_test {

constexpr int kSmallBuffer = 4 * 1024;
constexpr const char* kMuch = "/big/1000000";

// Requests that are pipelined, of which the reader takes no answer.
std::string many_requests() {
  std::string many;
  for (int i = 0; i < 60; ++i) many += get(kMuch);
  return many;
}

// Readers of an address that take nothing, and come again when they are dropped.
class Crowd {
 public:
  explicit Crowd(std::uint16_t port) : port_(port) {}

  void come(const std::string& from) {
    readers_.emplace_back(port_, from.c_str(), kSmallBuffer);
    (void)readers_.back().send_without_waiting(requests_);
  }

 private:
  const std::string requests_ = many_requests();
  const std::uint16_t port_;
  std::vector<RawClient> readers_;
};

std::string hostile_address(int i) { return "127.0.0." + std::to_string(2 + i % 64); }

// Lets some time pass on an edge's timer: that of its limit for the first byte of a head.
void let_pass(std::chrono::milliseconds time) {
  EdgeSettings settings;
  settings.head_timeout = time;
  ServedApplication clock(settings);
  RawClient waiting(clock.port);
  CHECK(waiting.ended());
}

TEST_CASE("slow readers of 64 addresses leave every honest request served") {
  EdgeSettings settings;
  settings.max_connections = 80;
  settings.max_connections_an_address = 20;
  ServedApplication served(settings);
  Crowd crowd(served.port);
  for (int i = 0; i < 160; ++i) crowd.come(hostile_address(i));
  REQUIRE(eventually([&] { return served.counters().evicted_connections >= 80; }));
  RawClient kept(served.port, "127.0.1.1");
  for (int i = 0; i < 100; ++i) {
    crowd.come(hostile_address(3 * i));
    crowd.come(hostile_address(3 * i + 1));
    RawClient honest(served.port, ("127.0.2." + std::to_string(1 + i)).c_str());
    honest.send(get("/hello"));
    REQUIRE(honest.receive().body == "hello");
    kept.send(get("/tag/" + std::to_string(i)));
    REQUIRE(kept.receive().body == std::to_string(i));
  }
  CHECK(eventually([&] { return served.counters().open_connections <= 80; }));
}

TEST_CASE("slow readers over TLS leave every honest request served") {
  const TestCertificate certificate;
  TestApplication application;
  EdgeSettings settings;
  settings.max_connections = 8;
  auto edge = *Edge::create(settings, application);
  const auto port = edge->listen_tcp("127.0.0.1:0", certificate.files());
  REQUIRE(port);
  edge->start();
  std::vector<std::unique_ptr<TlsClient>> hostile;
  for (int i = 0; i < 24; ++i) {
    hostile.push_back(std::make_unique<TlsClient>(*port));
    REQUIRE(hostile.back()->connected());
    (void)hostile.back()->send(get("/big/20000000"));
    TlsClient honest(*port);
    REQUIRE(honest.send(get("/hello", "Connection: close\r\n")));
    REQUIRE(honest.receive_to_end().ends_with("hello"));
  }
  CHECK(edge->counters().evicted_connections > 0);
}

TEST_CASE("a reader who takes nothing is idle for whoever needs the place, and not before") {
  EdgeSettings settings;
  settings.max_connections = 4;
  settings.reader_idle = std::chrono::milliseconds(400);
  ServedApplication served(settings);
  std::vector<RawClient> busy;
  for (int i = 0; i < 3; ++i) {
    busy.emplace_back(served.port, "127.0.0.2");
    busy.back().send(get("/hold/x"));
  }
  REQUIRE(eventually([&] { return served.application.holding == 3; }));
  RawClient reader(served.port, "127.0.0.3", kSmallBuffer);
  reader.send(get("/big/50000000"));
  REQUIRE(eventually([&] { return served.counters().responses_2xx == 1; }));
  // One slow reader has less than half of the places, so it is not slow readers that have to go.
  const auto is_served = [&] {
    RawClient honest(served.port, "127.0.0.4");
    honest.send(get("/hello"));
    return honest.receive().body == "hello";
  };
  CHECK(eventually(is_served));
  CHECK(served.counters().evicted_connections == 1);
  CHECK_FALSE(reader.receive().complete);
  served.application.release();
  for (RawClient& client : busy) CHECK(client.receive().body == "x");
}

TEST_CASE("a reader who pauses for longer than that gets the whole answer while places are free") {
  EdgeSettings settings;
  settings.reader_idle = std::chrono::milliseconds(100);
  ServedApplication served(settings);
  RawClient phone(served.port, "127.0.0.2", kSmallBuffer);
  phone.send(get("/stream/5000000"));
  REQUIRE(eventually([&] { return served.counters().responses_2xx == 1; }));
  let_pass(std::chrono::milliseconds(600));
  const RawResponse answer = phone.receive();
  CHECK(answer.complete);
  CHECK(answer.body.size() == 5'000'000);
  CHECK(served.counters().evicted_connections == 0);
}

TEST_CASE("a reader who takes a little at a time gets the whole answer beside idle connections") {
  EdgeSettings settings;
  settings.max_connections = 8;
  ServedApplication served(settings);
  RawClient phone(served.port, "127.0.0.2", kSmallBuffer);
  phone.send(get("/stream/3000000"));
  REQUIRE(eventually([&] { return served.counters().responses_2xx == 1; }));
  std::vector<RawClient> idle;
  for (int i = 0; i < 40; ++i) {
    idle.emplace_back(served.port, "127.0.0.3");
    idle.back().send(get("/hello"));
    CHECK(idle.back().receive().body == "hello");
  }
  const RawResponse answer = phone.receive();
  CHECK(answer.complete);
  CHECK(answer.body.size() == 3'000'000);
}

TEST_CASE("a reader who takes nothing holds a bounded part of an answer in the kernel") {
  ServedApplication served;
  RawClient absent(served.port, "127.0.0.2", kSmallBuffer);
  absent.send(get("/big/64000000"));
  REQUIRE(eventually([&] { return served.counters().responses_2xx == 1; }));
  let_pass(std::chrono::milliseconds(500));
  CHECK(served.counters().sent_bytes < 1'000'000);
}

}  // namespace countersign::http::slow_readers_test
