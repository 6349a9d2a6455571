#include <doctest/doctest.h>
#include <sys/socket.h>

#include <array>
#include <string>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::edge_download_test {

constexpr std::size_t kLarge = 20UL << 20U;
const std::string kLargeText = std::to_string(kLarge);

TEST_CASE("a stream arrives whole, with a length, chunked, and for HTTP/1.0") {
  ServedApplication served;
  RawClient client(served.port);
  for (const std::string path : {"/stream/", "/chunked/", "/big/"}) {
    for (const std::string size : {"0", "1", "70000", kLargeText.c_str()}) {
      CAPTURE(path + size);
      client.send(get(path + size));
      const RawResponse response = client.receive();
      CHECK(response.complete);
      const bool same = response.body == std::string(std::stoull(size), 'x');
      CHECK(same);
    }
  }
  client.send("GET /chunked/100000 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  const RawResponse response = client.receive();
  CHECK(response.header("transfer-encoding").empty());
  CHECK(response.header("connection") == "close");
  CHECK(response.body.size() == 100'000);
}

TEST_CASE("a stream that fails is seen to be cut off") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/broken/100000"));
  CHECK_FALSE(client.receive().complete);
  CHECK(eventually([&] { return served.application.streams == 0; }));
  CHECK(eventually([&] { return served.counters().open_connections == 0; }));
}

TEST_CASE("a slow reader holds up its own writer and nobody else") {
  EdgeSettings settings;
  settings.threads = 1;
  ServedApplication served(settings);
  RawClient slow(served.port, 8 * 1024);
  slow.send(get("/stream/" + kLargeText));
  RawClient other(served.port);
  for (int i = 0; i < 100; ++i) {
    other.send(get("/tag/" + std::to_string(i)));
    CHECK(other.receive().body == std::to_string(i));
  }
  CHECK(served.application.streams.load() == 1);
  const RawResponse response = slow.receive();
  CHECK(response.complete);
  CHECK(response.body.size() == kLarge);
  CHECK(eventually([&] { return served.application.streams == 0; }));
}

TEST_CASE("clients that ask for much and read nothing do not keep the others waiting") {
  EdgeSettings settings;
  settings.threads = 1;
  ServedApplication served(settings);
  std::vector<RawClient> absent;
  for (int i = 0; i < 20; ++i) {
    absent.emplace_back(served.port, 4 * 1024);
    absent.back().send(get("/big/10000000") + get("/stream/10000000"));
  }
  std::string many;
  for (int i = 0; i < 250; ++i) {
    many += get("/big/40000");
  }
  absent.emplace_back(served.port, 4 * 1024);
  absent.back().send(many);
  RawClient other(served.port);
  for (int i = 0; i < 100; ++i) {
    other.send(get("/tag/" + std::to_string(i)));
    CHECK(other.receive().body == std::to_string(i));
  }
}

// Measures the processor time of the whole process: nothing may spin for a client that does not
// read. The bound is far above what waiting costs.
TEST_CASE("waiting for a client that reads nothing costs no processor time") {
  ServedApplication served;
  RawClient absent(served.port, 4 * 1024);
  absent.send(get("/big/10000000"));
  RawClient half(served.port);
  half.send(get("/hold/x"));
  half.half_close();
  REQUIRE(eventually([&] { return served.application.holding == 1; }));
  const std::clock_t before = std::clock();
  // The tick of the loop serves as the clock: ten ticks pass.
  EdgeSettings settings;
  settings.head_timeout = std::chrono::milliseconds(1'000);
  ServedApplication clock(settings);
  RawClient waiting(clock.port);
  CHECK(waiting.ended());
  CHECK(std::clock() - before < CLOCKS_PER_SEC / 2);
}

TEST_CASE("a client that takes nothing for the limit is given up, and so is its writer") {
  EdgeSettings settings;
  settings.write_idle_timeout = std::chrono::milliseconds(200);
  ServedApplication served(settings);
  RawClient absent(served.port, 4 * 1024);
  absent.send(get("/stream/" + kLargeText));
  REQUIRE(eventually([&] { return served.application.requests == 1; }));
  CHECK(eventually([&] { return served.application.streams == 0; }));
  CHECK(served.application.failed_writes.load() == 1);
  CHECK(eventually([&] { return served.counters().open_connections == 0; }));
}

TEST_CASE("a stream whose writer gives nothing is cut off") {
  EdgeSettings settings;
  settings.stream_idle = std::chrono::milliseconds(200);
  ServedApplication served(settings);
  RawClient client(served.port);
  client.send(get("/silent/10"));
  const RawResponse response = client.receive();
  CHECK(response.status == 200);
  CHECK_FALSE(response.complete);
}

TEST_CASE("two hundred aborted downloads leave no descriptor and no writer behind") {
  ServedApplication served;
  RawClient(served.port).send(get("/hello"));
  REQUIRE(eventually([&] { return served.counters().open_connections == 0; }));
  const int before = open_descriptors();
  for (int i = 0; i < 200; ++i) {
    RawClient client(served.port);
    client.send(get(i % 2 == 0 ? "/stream/" + kLargeText : "/chunked/" + kLargeText));
    std::array<char, 1000> some;
    CHECK(::recv(client.fd(), some.data(), some.size(), 0) > 0);
    i % 3 == 0 ? client.reset() : client.close();
  }
  CHECK(eventually([&] { return served.application.streams == 0; }));
  CHECK(eventually([&] { return served.counters().open_connections == 0; }));
  CHECK(served.application.failed_writes.load() == 200);
  // There may be fewer, if a descriptor from before was still being closed when `before` was taken.
  CHECK(eventually([&] { return open_descriptors() <= before; }));
}

}  // namespace countersign::http::edge_download_test
