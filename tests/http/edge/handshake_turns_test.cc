#include <doctest/doctest.h>
#include <poll.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <string>
#include <vector>

#include "tests/http/edge/raw_client.h"
#include "tests/http/edge/test_application.h"
#include "tests/http/edge/tls_client.h"

// What a flood of TLS handshakes leaves to others, on one loop.
namespace countersign::http {
namespace {

// Many clients of one address whose handshakes wait for the server's answer.
class Flood {
 public:
  Flood(std::uint16_t port, int count) {
    const std::string hello = client_hello();
    for (int i = 0; i < count; ++i) {
      clients_.emplace_back(port, "127.0.0.2");
      REQUIRE(clients_.back().send(hello));
    }
  }
  // Those that the server has answered.
  int answered() const {
    return static_cast<int>(std::ranges::count_if(clients_, [](const RawClient& client) {
      pollfd waited{.fd = client.fd(), .events = POLLIN, .revents = 0};
      return ::poll(&waited, 1, 0) == 1;
    }));
  }

 private:
  std::vector<RawClient> clients_;
};

// Holds up its loop at /tag/block until the test lets it go, and notes at each /tag/count how many
// handshakes of the flood were answered by then.
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

struct BlockedEdge {
  BlockedEdge() {
    EdgeSettings settings;
    settings.threads = 1;
    edge = std::move(Edge::create(settings, application)).value();
    port = edge->listen_tcp("127.0.0.1:0", certificate.files()).value();
    edge->start();
  }
  ~BlockedEdge() { application.go_on(); }  // also when a test has failed
  void block(TlsClient& client) {
    REQUIRE(client.send(get("/tag/block", "Connection: close\r\n")));
    application.blocked.get_future().wait();
  }
  bool holds(std::uint64_t connections) const {
    return eventually([&] { return edge->counters().open_connections == connections; });
  }

  TestCertificate certificate;
  BlockingApplication application;
  std::unique_ptr<Edge> edge;
  std::uint16_t port = 0;
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
  // The loop may serve two of them before it learns of the flood.
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

}  // namespace
}  // namespace countersign::http
