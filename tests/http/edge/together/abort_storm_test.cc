#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::abort_storm_test {

int aborts_wanted() {
  const char* const text = std::getenv("COUNTERSIGN_ABORTS");
  return text != nullptr ? std::atoi(text) : 20'000;
}

// Sends a request and leaves before the answer, in one of six ways. Returns whether it was sent.
bool abort_once(std::uint16_t port, int number) {
  RawClient client(port);
  const std::string tag = "aborted-" + std::to_string(number);
  bool sent = false;
  switch (number % 6) {
    case 0:
      sent = client.send(get("/later/" + tag));
      break;
    case 1:
      return client.send(get("/later/" + tag));  // ends with a FIN
    case 2:
      sent = client.send(get("/tag/" + tag));
      break;
    case 3:
      sent = client.send(get("/tag/" + tag) + get("/later/" + tag) + get("/tag/" + tag));
      break;
    case 4:
      return client.send(get("/later/" + tag) + "GET /tag/half HTT");
    default:
      sent = client.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc");
      break;
  }
  client.reset();
  return sent;
}

struct Tally {
  std::atomic<int> aborted{0};
  std::atomic<int> honest{0};
  std::atomic<int> wrong{0};
  std::atomic<int> unanswered{0};
};

void ask_once(RawClient& client, const std::string& tag, bool later, Tally& tally) {
  client.send(get((later ? "/later/" : "/tag/") + tag));
  const RawResponse response = client.receive();
  ++tally.honest;
  if (response.status == 0) {
    ++tally.unanswered;
  } else if (response.body != tag) {
    ++tally.wrong;
  }
}

// Honest clients on kept and on new connections, until the aborts are over.
void be_honest(std::uint16_t port, int thread, const std::atomic<bool>& over, Tally& tally) {
  int number = 0;
  while (!over) {
    RawClient client(port);
    for (int i = 0; i < 1 + number % 7; ++i) {
      const std::string tag = std::to_string(thread) + "-" + std::to_string(++number);
      ask_once(client, tag, number % 2 == 0, tally);
    }
  }
}

// Waits until the server has room. At its limit the server closes idle connections, an honest
// client's too; connection_permits_test.cc has that, and this test is about answers.
void leave_room(const ServedApplication& served, const EdgeSettings& settings) {
  while (served.counters().open_connections > settings.max_connections / 2) {
    std::this_thread::yield();
  }
}

TEST_CASE("an answer reaches the client that asked or nobody, whatever others do") {
  EdgeSettings settings;
  settings.linger_timeout = std::chrono::milliseconds(500);
  ServedApplication served(settings);
  const int before = open_descriptors();
  Tally tally;
  std::atomic<bool> over{false};
  std::vector<std::thread> honest;
  for (int thread = 0; thread < 3; ++thread) {
    honest.emplace_back([&, thread] { be_honest(served.port, thread, over, tally); });
  }
  const int wanted = aborts_wanted();
  std::atomic<int> next{0};
  std::vector<std::thread> aborting;
  for (int thread = 0; thread < 3; ++thread) {
    aborting.emplace_back([&] {
      for (int number = next++; number < wanted; number = next++) {
        leave_room(served, settings);
        if (abort_once(served.port, number)) ++tally.aborted;
      }
    });
  }
  for (std::thread& each : aborting) {
    each.join();
  }
  over = true;
  for (std::thread& each : honest) {
    each.join();
  }
  MESSAGE(wanted << " aborted requests beside " << tally.honest.load() << " honest ones");
  CHECK(tally.aborted.load() == wanted);
  CHECK(tally.honest.load() > 0);
  CHECK(tally.wrong.load() == 0);
  CHECK(tally.unanswered.load() == 0);
  CHECK(served.counters().evicted_connections == 0);
  CHECK(eventually([&] { return served.counters().open_connections == 0; }));
  CHECK(eventually([&] { return served.counters().requests_in_flight == 0; }));
  // There may be fewer, if a descriptor from before was still being closed when `before` was taken.
  CHECK(eventually([&] { return open_descriptors() <= before; }));
}

}  // namespace countersign::http::abort_storm_test
