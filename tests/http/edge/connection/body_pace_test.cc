#include "http/edge/connection/body_pace.h"

#include <doctest/doctest.h>
#include <poll.h>

#include <cstdint>
#include <limits>
#include <string>

#include "http/edge/edge_settings.h"
#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::body_pace_test {

using namespace std::chrono_literals;
using Time = BodyPace::Time;

constexpr std::uint64_t kRate = 32 * 1024;

// The default limits of the server.
BodyPaceLimits limits() {
  const EdgeSettings defaults;
  return {.idle = defaults.body_idle_timeout,
          .grace = defaults.body_grace,
          .window = defaults.body_window,
          .longest = defaults.body_longest,
          .least_bytes_per_second = defaults.body_bytes_per_second};
}

// The time after which a sender with a constant speed, which sends a piece each second, has sent
// everything; nullopt if it was given up before.
std::optional<std::chrono::seconds> sent_at(std::uint64_t speed,
                                            std::uint64_t size,
                                            bool chunked = false) {
  Time now{};
  const Time begun = now;
  BodyPace pace(limits(), now, chunked ? std::nullopt : std::optional(size));
  for (std::uint64_t sent = 0; sent < size; sent += speed) {
    now += 1s;
    if (now >= pace.deadline()) return std::nullopt;
    pace.received(now, speed);
  }
  return std::chrono::duration_cast<std::chrono::seconds>(now - begun);
}

TEST_CASE("the slowest sender that succeeds is the one that the documents name") {
  const std::uint64_t document = 10ull << 20;
  const std::uint64_t request = 52ull << 20;
  CHECK(sent_at(kRate, document) == 320s);  // 256 kbit/s
  CHECK(sent_at(30 * 1024, document).has_value());
  CHECK_FALSE(sent_at(28 * 1024, document).has_value());
  CHECK(sent_at(60 * 1024, request).has_value());  // 500 kbit/s: 15 minutes
  CHECK_FALSE(sent_at(58 * 1024, request).has_value());
  CHECK(sent_at(kRate, document, true).has_value());
  CHECK(sent_at(1024, 24 * 1024).has_value());  // small bodies have the grace period
}

TEST_CASE("a client that has sent most of a body fast cannot hold the rest back") {
  const Time begun{};
  BodyPace pace(limits(), begun, 52ull << 20);
  pace.received(begun + 1s, 48ull << 20);
  // A byte every few seconds keeps the body from being idle.
  Time now = begun + 1s;
  while (now < pace.deadline()) {
    pace.received(now, 1);
    now += 5s;
  }
  CHECK(now - begun <= 60s);
}

TEST_CASE("bytes after the deadline do not revive a body") {
  const Time begun{};
  BodyPace pace(limits(), begun, 10ull << 20);
  Time now = begun;
  while (now < pace.deadline()) {
    now += 1s;
    pace.received(now, 1);
  }
  const Time deadline = pace.deadline();
  pace.received(now, 5 << 20);
  CHECK(pace.deadline() == deadline);
}

TEST_CASE("nobody can send for longer than the longest, whatever length is announced") {
  for (const std::uint64_t length : {std::uint64_t{1} << 40,
                                     std::uint64_t{1} << 63,
                                     std::numeric_limits<std::uint64_t>::max()}) {
    const Time begun{};
    BodyPace pace(limits(), begun, length);
    Time now = begun;
    while (now < pace.deadline()) {
      pace.received(now, 1 << 20);
      now += 1s;
    }
    CHECK(now - begun == limits().longest);
  }
}

TEST_CASE("a sender whose speed goes up and down is not given up") {
  Time now{};
  BodyPace pace(limits(), now, 10ull << 20);
  for (int second = 1; second <= 300; ++second) {
    now += 1s;
    REQUIRE(now < pace.deadline());
    // Nothing arrives for 15 seconds of each minute, as in a tunnel.
    if (second % 60 < 45) pace.received(now, 48 * 1024);
  }
}

TEST_CASE("a pause of ours is not the sender's") {
  Time now{};
  BodyPace pace(limits(), now, 10ull << 20);
  pace.received(now, 64 * 1024);
  for (int round = 0; round < 10; ++round) {
    pace.pause(now);
    CHECK(pace.deadline() == Time::max());
    now += 1h;
    const Time resumed = now;
    pace.resume(now);
    CHECK(pace.deadline() > resumed + 5s);
    now += 2s;
    REQUIRE(now < pace.deadline());
    pace.received(now, 2 * kRate);
  }
  // After the pauses the sender is held to the same time.
  Time last = now;
  while (last < pace.deadline()) {
    last += 1s;
    pace.received(last, 1);
  }
  CHECK(last - now <= 60s);
}

EdgeSettings fast_settings() {
  EdgeSettings settings;
  settings.body_idle_timeout = 20s;
  settings.body_grace = 200ms;
  settings.body_window = 200ms;
  settings.body_longest = 1s;
  settings.body_bytes_per_second = 1 << 20;
  return settings;
}

TEST_CASE("a trickle of bytes is answered with 408, also of a small body and a chunked one") {
  ServedApplication served(fast_settings());
  for (const char* head : {"POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
                           "POST /length HTTP/1.0\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
                           "POST /length HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                           "POST /length HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                           "Content-Length: 1000\r\n\r\n"}) {
    CAPTURE(head);
    const std::string text = head;
    RawClient client(served.port);
    client.send(text);
    if (text.find("Expect") != std::string::npos) {
      CHECK(client.receive().status == 100);
    }
    const std::string byte = text.find("chunked") == std::string::npos ? "a" : "1\r\na\r\n";
    const int ended = served.application.aborts;
    // Send a byte whenever no answer came for a moment. The server ends this, not the number of
    // bytes.
    pollfd answer{.fd = client.fd(), .events = POLLIN, .revents = 0};
    for (int sent = 0; sent < 900 && ::poll(&answer, 1, 5) == 0; ++sent) {
      client.send(byte);
    }
    CHECK(eventually([&] { return served.application.aborts == ended + 1; }));
    CHECK(client.receive().status == 408);
    CHECK(client.ended());
  }
}

TEST_CASE("a body that we have paused is not given up, however long it takes") {
  ServedApplication served(fast_settings());
  RawClient client(served.port);
  client.send("POST /pause HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc");
  REQUIRE(eventually([&] { return served.application.body_bytes > 0; }));
  // Meanwhile others are given up, which takes twice the longest time.
  for (int i = 0; i < 4; ++i) {
    RawClient other(served.port);
    other.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
    CHECK(other.receive().status == 408);
  }
  served.application.resume();
  client.send("def");
  const RawResponse response = client.receive();
  CHECK(response.status == 200);
  CHECK(response.body == "6");
}

}  // namespace countersign::http::body_pace_test
