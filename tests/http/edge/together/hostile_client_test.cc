#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::hostile_client_test {

TEST_CASE("a head that takes too long is answered with 408") {
  EdgeSettings settings;
  settings.head_timeout = std::chrono::milliseconds(200);
  ServedApplication served(settings);
  RawClient client(served.port);
  client.send("GET /hello HTTP/1.1\r\nHost:");
  CHECK(client.receive().status == 408);
  CHECK(client.ended());
}

TEST_CASE("the second head of a connection has the same time as the first") {
  EdgeSettings settings;
  settings.head_timeout = std::chrono::milliseconds(200);
  ServedApplication served(settings);
  RawClient client(served.port);
  client.send(get("/hello") + "GET /hel");
  CHECK(client.receive().body == "hello");
  CHECK(client.receive().status == 408);
}

TEST_CASE("a connection that says nothing ends without a word") {
  EdgeSettings settings;
  settings.head_timeout = std::chrono::milliseconds(200);
  settings.keep_alive_timeout = std::chrono::milliseconds(200);
  ServedApplication served(settings);
  RawClient silent(served.port);
  CHECK(silent.ended());
  RawClient idle(served.port);
  idle.send(get("/hello"));
  CHECK(idle.receive().body == "hello");
  CHECK(idle.ended());
}

TEST_CASE("a request that waits long for its answer is not timed out") {
  EdgeSettings settings;
  settings.head_timeout = std::chrono::milliseconds(100);
  settings.keep_alive_timeout = std::chrono::milliseconds(100);
  settings.body_idle_timeout = std::chrono::milliseconds(100);
  settings.write_idle_timeout = std::chrono::milliseconds(100);
  ServedApplication served(settings);
  RawClient waiting(served.port);
  waiting.send(get("/hold/x"));
  REQUIRE(eventually([&] { return served.application.holding == 1; }));
  // Meanwhile other clients come and are timed out.
  for (int i = 0; i < 4; ++i) {
    CHECK(RawClient(served.port).ended());
  }
  served.application.release();
  CHECK(waiting.receive().body == "x");
}

TEST_CASE("an application learns that the client it works for was reset") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/hold/x"));
  REQUIRE(eventually([&] { return served.application.holding == 1; }));
  const auto exchange = served.application.held();
  CHECK_FALSE(exchange->client_gone());
  client.reset();
  CHECK(eventually([&] { return exchange->client_gone(); }));
  exchange->respond({});  // no client is there, so this has no effect
}

TEST_CASE("only the first answer counts") {
  ServedApplication served;
  RawClient client(served.port);
  client.send(get("/hold/x"));
  REQUIRE(eventually([&] { return served.application.holding == 1; }));
  const auto exchange = served.application.held();
  Response first;
  first.body = "first";
  exchange->respond(std::move(first));
  served.application.release();
  CHECK(client.receive().body == "first");
  client.send(get("/hello"));
  CHECK(client.receive().body == "hello");
}

TEST_CASE("a client with a thousand requests in one packet shares its loop with the others") {
  EdgeSettings settings;
  settings.threads = 1;
  ServedApplication served(settings);
  std::string many;
  for (int i = 0; i < 1000; ++i) {
    many += get("/tag/" + std::to_string(i));
  }
  RawClient greedy(served.port);
  greedy.send(many + get("/hello", "Connection: close\r\n"));
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(greedy.receive().body == std::to_string(i));
  }
  CHECK(greedy.receive().body == "hello");
  CHECK(greedy.ended());
}

TEST_CASE("a connection over the cap is told 503, and served when there is room again") {
  EdgeSettings settings;
  settings.max_connections = 3;
  ServedApplication served(settings);
  std::vector<RawClient> held;
  for (int i = 0; i < 3; ++i) {
    held.emplace_back(served.port);
    held.back().send(get("/hold/x"));
  }
  REQUIRE(eventually([&] { return served.application.holding == 3; }));
  {
    RawClient over(served.port);
    over.send(get("/hello"));
    const RawResponse response = over.receive();
    CHECK(response.status == 503);
    CHECK(response.header("retry-after") == "1");
    CHECK(over.ended());
  }
  CHECK(served.counters().refused_connections == 1);
  held.back().reset();
  CHECK(eventually([&] { return served.counters().open_connections == 2; }));
  RawClient next(served.port);
  next.send(get("/hello"));
  CHECK(next.receive().body == "hello");
}

TEST_CASE("without free descriptors connections are shed, and served when there are some again") {
  ServedApplication served;
  RawClient early(served.port);
  early.send(get("/hello"));
  CHECK(early.receive().body == "hello");
  // These sockets are made beforehand, so that only the server runs out of descriptors.
  RawClient late(served.port);
  late.send(get("/hello"));
  CHECK(late.receive().body == "hello");
  late.close();
  REQUIRE(eventually([&] { return served.counters().open_connections == 1; }));
  const int client_fd = ::dup(early.fd());
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &before) == 0);
  rlimit low = before;
  low.rlim_cur = static_cast<rlim_t>(client_fd) + 1;
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &low) == 0);
  std::vector<int> fillers;
  for (int fd = ::open("/dev/null", O_RDONLY); fd >= 0; fd = ::open("/dev/null", O_RDONLY)) {
    fillers.push_back(fd);
  }
  ::close(client_fd);
  const std::uint64_t refused = served.counters().refused_connections;
  {
    RawClient shed(served.port);  // takes the descriptor that became free
    CHECK(shed.connected());
    CHECK(eventually([&] { return served.counters().refused_connections > refused; }));
    CHECK(shed.ended());
    early.send(get("/tag/still"));
    CHECK(early.receive().body == "still");
  }
  for (const int fd : fillers) {
    ::close(fd);
  }
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &before) == 0);
  RawClient next(served.port);
  next.send(get("/hello"));
  CHECK(next.receive().body == "hello");
}

}  // namespace countersign::http::hostile_client_test
