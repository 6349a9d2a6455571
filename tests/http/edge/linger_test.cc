// An answer that comes before the client has sent its body.
#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "http/edge/linger_places.h"
#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::linger_test {

constexpr std::size_t kMegabyte = 1'000'000;

std::string head_of(std::size_t megabytes) {
  return "POST /stop HTTP/1.1\r\nHost: a\r\nContent-Length: " +
         std::to_string(megabytes * kMegabyte) + "\r\n\r\n";
}

// Whether the server takes so much of a body.
bool sends(RawClient& client, std::size_t megabytes) {
  static const std::string piece(kMegabyte, 'a');
  for (std::size_t sent = 0; sent < megabytes; ++sent) {
    if (!client.send(piece)) return false;
  }
  return true;
}

// Whether the server takes so much of a chunked body.
bool sends_chunks(RawClient& client, std::size_t megabytes) {
  static const std::string piece = "f4240\r\n" + std::string(kMegabyte, 'a') + "\r\n";
  for (std::size_t sent = 0; sent < megabytes; ++sent) {
    if (!client.send(piece)) return false;
  }
  return client.send("0\r\n\r\n");
}

void check_refusal(RawClient& client) {
  const RawResponse response = client.receive();
  CHECK(response.status == 413);
  CHECK(response.complete);
  CHECK(response.header("connection") == "close");
}

// One loop, so that its places are all; a client that stands still is no concern of these tests.
EdgeSettings one_loop(std::size_t places) {
  EdgeSettings settings;
  settings.threads = 1;
  settings.linger_places = places;
  settings.linger_timeout = std::chrono::minutes(1);
  settings.linger_silence = std::chrono::minutes(1);
  return settings;
}

TEST_CASE("a client that reads nothing before it has sent 200 megabytes reads the early answer") {
  ServedApplication served;
  RawClient whole(served.port);
  CHECK(whole.send(head_of(200)));
  CHECK(sends(whole, 200));
  check_refusal(whole);
  RawClient chunked(served.port);
  CHECK(chunked.send("POST /stop HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"));
  CHECK(sends_chunks(chunked, 200));
  check_refusal(chunked);
}

TEST_CASE("what is dropped after an early answer has a limit") {
  ServedApplication served;
  RawClient client(served.port);
  CHECK(client.send(head_of(1000)));
  CHECK_FALSE(sends(client, 1000));
  CHECK(eventually([&] { return served.counters().open_connections == 0; }));
}

TEST_CASE("a client that sends a little now and then after an early answer is not waited for") {
  EdgeSettings settings;
  settings.linger_longest = std::chrono::milliseconds(100);
  ServedApplication served(settings);
  RawClient client(served.port);
  CHECK(client.send(head_of(1)));
  CHECK(client.send("a"));
  check_refusal(client);
  CHECK(eventually([&] {
    (void)client.send_without_waiting("a");
    return served.counters().open_connections == 0;
  }));
}

TEST_CASE("an address has half of the places to linger, and leaves the others to others") {
  ServedApplication served(one_loop(2));
  const auto begun = [&](const char* from) {
    RawClient client(served.port, from);
    CHECK(client.send(head_of(100)));
    CHECK(sends(client, 1));
    return client;
  };
  RawClient first = begun("127.0.0.2");
  check_refusal(first);
  RawClient second = begun("127.0.0.2");
  CHECK_FALSE(sends(second, 99));
  RawClient other = begun("127.0.0.3");
  CHECK(sends(other, 99));
  check_refusal(other);
  first.close();
  CHECK(eventually([&] { return served.counters().open_connections == 1; }));
  RawClient third = begun("127.0.0.2");
  CHECK(sends(third, 99));
  check_refusal(third);
}

TEST_CASE("places to linger are counted for each address and for all") {
  const auto a = address_block_of("192.0.2.1");
  const auto b = address_block_of("192.0.2.2");
  const auto c = address_block_of("192.0.2.3");
  LingerPlaces places(4);
  CHECK(places.enter(a));
  CHECK(places.enter(a));
  CHECK_FALSE(places.enter(a));
  CHECK(places.enter(b));
  CHECK(places.enter(std::nullopt));
  CHECK_FALSE(places.enter(std::nullopt));
  CHECK_FALSE(places.enter(c));
  places.leave(a);
  CHECK(places.enter(c));
  places.leave(std::nullopt);
  CHECK(places.enter(a));
  CHECK_FALSE(places.enter(a));
  LingerPlaces none(0);
  CHECK_FALSE(none.enter(a));
  CHECK_FALSE(none.enter(std::nullopt));
}

}  // namespace countersign::http::linger_test
