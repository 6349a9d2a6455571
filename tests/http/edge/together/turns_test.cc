#include <doctest/doctest.h>
#include <poll.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <semaphore>
#include <string>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"
#include "tests/http/edge/support/tls_client.h"

// The service that other clients of one event loop get during a flood of TLS handshakes, requests
// or records.
namespace countersign::http::turns_test {

// Many clients from one address whose handshakes wait for the server's answer.
class Flood {
 public:
  Flood(std::uint16_t port, int count) {
    const std::string hello = client_hello();
    for (int i = 0; i < count; ++i) {
      clients_.emplace_back(port, "127.0.0.2");
      REQUIRE(clients_.back().send(hello));
    }
  }
  // The number of clients that the server has answered.
  int answered() const {
    return static_cast<int>(std::ranges::count_if(clients_, [](const RawClient& client) {
      pollfd waited{.fd = client.fd(), .events = POLLIN, .revents = 0};
      return ::poll(&waited, 1, 0) == 1;
    }));
  }

 private:
  std::vector<RawClient> clients_;
};

// Blocks its loop at /tag/block until the test releases it. Records at each /tag/count how many
// handshakes of the flood have been answered.
class BlockingApplication final : public TestApplication {
 public:
  std::shared_ptr<BodySink> on_request(RequestHead head,
                                       std::shared_ptr<Exchange> exchange) override {
    if (head.target == "/tag/block") {
      blocked.set_value();
      gone_on.wait(false);
    } else if (head.target == "/tag/count") {
      answered.push_back(flood->answered());
    }
    return TestApplication::on_request(std::move(head), std::move(exchange));
  }

  void go_on() {
    gone_on = true;
    gone_on.notify_all();
  }

  std::promise<void> blocked;
  std::atomic<bool> gone_on = false;
  const Flood* flood = nullptr;
  std::vector<int> answered;
};

enum class Over { Tcp, Tls };

// An application behind an edge with one loop.
template <class Served>
struct OneLoop {
  template <class... Arguments>
  explicit OneLoop(Over transport, const Arguments&... arguments) : application(arguments...) {
    EdgeSettings settings;
    settings.threads = 1;
    edge = std::move(Edge::create(settings, application)).value();
    port = transport == Over::Tls ? edge->listen_tcp("127.0.0.1:0", certificate.files()).value()
                                  : edge->listen_tcp("127.0.0.1:0").value();
    edge->start();
  }
  ~OneLoop() { application.go_on(); }  // also after a failed test

  TestCertificate certificate;
  Served application;
  std::unique_ptr<Edge> edge;
  std::uint16_t port = 0;
};

struct BlockedEdge : OneLoop<BlockingApplication> {
  BlockedEdge() : OneLoop(Over::Tls) {}
  void block(TlsClient& client) {
    REQUIRE(client.send(get("/tag/block", "Connection: close\r\n")));
    application.blocked.get_future().wait();
  }
  bool holds(std::uint64_t connections) const {
    return eventually([&] { return edge->counters().open_connections == connections; });
  }
};

TEST_CASE("handshakes that wait let open connections be served between any two of them") {
  BlockedEdge served;
  TlsClient open(served.port);
  TlsClient blocker(served.port);
  REQUIRE(open.connected());
  served.block(blocker);
  const Flood flood(served.port, 50);
  served.application.flood = &flood;
  REQUIRE(served.holds(52));
  // The loop may serve two requests before it learns of the flood.
  constexpr std::size_t kRequests = 5;
  std::string requests;
  for (std::size_t i = 1; i < kRequests; ++i) requests += get("/tag/count");
  REQUIRE(open.send(requests + get("/tag/count", "Connection: close\r\n")));
  served.application.go_on();
  CHECK(open.receive_to_end().ends_with("count"));
  REQUIRE(served.application.answered.size() == kRequests);
  CHECK(served.application.answered.back() <= static_cast<int>(kRequests));
  CHECK(eventually([&] { return flood.answered() == 50; }));
}

TEST_CASE("a handshake from another address does not wait for all those of a flood") {
  constexpr int kFlood = 400;
  BlockedEdge served;
  TlsClient blocker(served.port);
  served.block(blocker);
  const Flood flood(served.port, kFlood);
  served.application.flood = &flood;
  REQUIRE(served.holds(kFlood + 1));
  auto newcomer =
      std::async(std::launch::async, [&] { return std::make_unique<TlsClient>(served.port); });
  REQUIRE(served.holds(kFlood + 2));
  served.application.go_on();
  const auto client = newcomer.get();
  REQUIRE(client->connected());
  REQUIRE(client->send(get("/tag/count", "Connection: close\r\n")));
  CHECK(client->receive_to_end().ends_with("count"));
  REQUIRE(served.application.answered.size() == 1);
  CHECK(served.application.answered[0] < kFlood);
  CHECK(eventually([&] { return flood.answered() == kFlood; }));
}

// Blocks its loop at /tag/block, and at request number `held_at` for /tag/flood, until the test
// releases it. Records at each /tag/count how many requests for /tag/flood and how many body bytes
// have come.
class CountingApplication final : public TestApplication {
 public:
  explicit CountingApplication(int held_at = -1) : held_at_(held_at) {}

  std::shared_ptr<BodySink> on_request(RequestHead head,
                                       std::shared_ptr<Exchange> exchange) override {
    if (head.target == "/tag/block" || (head.target == "/tag/flood" && ++flood == held_at_)) {
      waiting.release();
      gone_on.acquire();
    } else if (head.target == "/tag/count") {
      requests_before.push_back(flood);
      bytes_before.push_back(body_bytes);
    }
    return TestApplication::on_request(std::move(head), std::move(exchange));
  }

  void go_on() { gone_on.release(2); }

  std::counting_semaphore<> waiting{0};
  std::counting_semaphore<> gone_on{0};
  std::vector<int> requests_before;
  std::vector<std::uint64_t> bytes_before;
  int flood = 0;  // used on the loop's thread

 private:
  const int held_at_;
};

TEST_CASE("a client that pipelines has one request begun at a time, for as long as it goes on") {
  constexpr int kFlood = 8;
  constexpr int kHeldAt = 3'000;
  OneLoop<CountingApplication> served(Over::Tcp, kHeldAt);
  RawClient blocker(served.port);
  REQUIRE(blocker.send(get("/tag/block")));
  served.application.waiting.acquire();
  RawClient other(served.port);
  // The server reads 64 KiB at once, so the reactor reports again and again that more has arrived.
  std::string requests;
  while (requests.size() < 160'000) requests += get("/tag/flood");
  std::vector<RawClient> flood;
  for (int i = 0; i < kFlood; ++i) {
    REQUIRE(flood.emplace_back(served.port, "127.0.0.2").send(requests));
  }
  served.application.gone_on.release();
  served.application.waiting.acquire();
  REQUIRE(other.send(get("/tag/count")));
  served.application.gone_on.release();
  CHECK(other.receive().body == "count");
  REQUIRE(served.application.requests_before.size() == 1);
  // The rest of the round that was held up, and the next round.
  CHECK(served.application.requests_before[0] <= kHeldAt + 2 * (kFlood + 1));
}

TEST_CASE("of a client that sends a byte in each record, some records are read at a time") {
  OneLoop<CountingApplication> served(Over::Tls);
  TlsClient other(served.port);
  TlsClient flood(served.port);
  TlsClient blocker(served.port);
  REQUIRE(flood.connected());
  REQUIRE(other.connected());
  REQUIRE(blocker.send(get("/tag/block")));
  served.application.waiting.acquire();
  constexpr std::uint64_t kBytes = 10'000;
  REQUIRE(
      flood.send("POST /length HTTP/1.1\r\nHost: test\r\nConnection: close\r\n"
                 "Content-Length: 10000\r\n\r\n"));
  for (std::uint64_t i = 0; i < kBytes; ++i) REQUIRE(flood.send("x"));
  REQUIRE(other.send(get("/tag/count", "Connection: close\r\n")));
  served.application.gone_on.release();
  CHECK(other.receive_to_end().ends_with("count"));
  REQUIRE(served.application.bytes_before.size() == 1);
  CHECK(served.application.bytes_before[0] < kBytes / 20);
  CHECK(flood.receive_to_end().ends_with("10000"));
}

}  // namespace countersign::http::turns_test
