// The long poll of a session's status.
#include <doctest/doctest.h>

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "http/limits/log_waiters.h"
#include "tests/http/support/backend_calls.h"
#include "tests/http/support/joining_calls.h"

namespace countersign::http::status_test {

std::shared_ptr<KeptExchange> waiting_status(Rig& rig,
                                             const std::string& token,
                                             const std::string& query) {
  return rig.begin(
      {.path = "/api/sdk/status?" + query, .headers = {{"Authorization", "Bearer " + token}}});
}

ServiceSettings with_connections(std::size_t connections) {
  ServiceSettings settings;
  settings.connections = connections;
  return settings;
}

// Waits for an event of the client that does not come.
bool waits(LogWaiters& waiters, const ClientKey& client) {
  return waiters.wait(client, Sequence(1'000'000), std::chrono::seconds(30), [] {});
}

// Waits for events of up to `most` sessions of the client, which do not come. Returns how many
// calls wait. `group` tells these sessions from others.
std::size_t waits_of(LogWaiters& waiters,
                     std::uint8_t group,
                     const char* client,
                     std::size_t most) {
  for (std::size_t i = 0; i < most; ++i) {
    Uuid id{group, static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8)};
    const bool waiting = waiters.wait(SessionId(id),
                                      LogWaiters::Device::Capturing,
                                      ClientKey(client),
                                      Sequence(1'000'000),
                                      std::chrono::seconds(30),
                                      [] {});
    if (!waiting) return i;
  }
  return most;
}

// Returns when each call that waits has been looked at, and each event that there is. `client` has
// an event. The second round that answers begins after the first has ended.
void wait_until_all_are_looked_at(LogWaiters& waiters, const ClientKey& client) {
  for (int round = 0; round < 2; ++round) {
    std::promise<void> told;
    REQUIRE(waiters.wait(client, Sequence(0), std::chrono::seconds(30), [&] { told.set_value(); }));
    REQUIRE(told.get_future().wait_for(std::chrono::seconds(60)) == std::future_status::ready);
  }
}

TEST_CASE("a status that waits is answered by the session's next event, and by no other's") {
  Rig rig;
  Backend backend(rig);
  const std::string token = rig.token(backend.client());
  const std::string other = rig.token(backend.client());
  const auto waiting = waiting_status(rig, token, "wait=25s");
  rig.nonce(other, "document");
  rig.settle();
  CHECK_FALSE(waiting->answered());
  CHECK(rig.service().waiters.waiting() == 1);
  rig.nonce(token, "document");
  CHECK(waiting->wait()["status"] == "IN_PROGRESS");
}

TEST_CASE("a status that waits tells how the session ended") {
  Rig rig;
  Backend backend(rig);
  const std::string token = rig.token(backend.client(), "LIVENESS");
  REQUIRE(rig.liveness(token, {good_image("1"), good_image("2")})["ok"] == "true");
  const auto waiting = waiting_status(rig, token, "wait=25s");
  REQUIRE(rig.finalize(token).status == 200);
  const Answer ended = waiting->wait();
  CHECK(ended.status == 200);
  CHECK(ended["status"] == "COMPLETED");
  CHECK(rig.status(token).status == 401);
}

TEST_CASE("who knows an older version does not wait") {
  Rig rig;
  Backend backend(rig);
  const std::string token = rig.token(backend.client());
  const std::string version = rig.status(token)["version"];
  rig.nonce(token, "document");
  CHECK(waiting_status(rig, token, "wait=25s&since=" + version)->answered());
  const auto waiting = waiting_status(rig, token, "wait=1s&since=" + rig.status(token)["version"]);
  CHECK(waiting->wait()["status"] == "IN_PROGRESS");
}

TEST_CASE("a session has two waits, and a third call is answered at once") {
  Rig rig;
  Backend backend(rig);
  const std::string token = rig.token(backend.client());
  const auto first = waiting_status(rig, token, "wait=25");
  const auto second = waiting_status(rig, token, "wait=25");
  const auto third = waiting_status(rig, token, "wait=25");
  CHECK(third->answered());
  CHECK_FALSE(first->answered());
  CHECK_FALSE(second->answered());
  rig.service().waiters.drain();
  CHECK(first->wait().status == 200);
  CHECK(second->wait().status == 200);
}

TEST_CASE("calls of one tenant that wait leave the places of another's, however few there are") {
  for (const std::size_t connections : {64u, 120u, 273u, 10'000u}) {
    CAPTURE(connections);
    Rig rig(with_connections(connections));
    LogWaiters& waiters = rig.service().waiters;
    const std::size_t greedy = waits_of(waiters, 1, "greedy", connections);
    CHECK(greedy > 0);
    CHECK(greedy <= connections / 8);
    // Its backend still follows the feed, and other tenants' devices and backends wait too.
    CHECK(waits(waiters, ClientKey("greedy")));
    const std::size_t second = waits_of(waiters, 2, "second", connections);
    CHECK(second >= greedy / 3);
    CHECK(waits_of(waiters, 3, "third", 1) == 1);
    CHECK(waits(waiters, ClientKey("third")));
    CHECK(waiters.waiting() <= connections / 4);
    waiters.drain();
  }
}

TEST_CASE("a device waits for its status beside another tenant that waits with all it can") {
  Rig rig(with_connections(64));
  Backend backend(rig);
  const std::string token = rig.token(backend.client());
  LogWaiters& waiters = rig.service().waiters;
  const std::size_t greedy = waits_of(waiters, 1, "greedy", 64);
  const auto waiting = waiting_status(rig, token, "wait=25s");
  CHECK_FALSE(waiting->answered());
  CHECK(waiters.waiting() == greedy + 1);
  rig.nonce(token, "document");
  CHECK(waiting->wait()["status"] == "IN_PROGRESS");
}

TEST_CASE("a call that waits gives its place back with its answer") {
  Rig rig(with_connections(8));  // two calls may wait, one of a client
  Backend backend(rig);
  const std::string token = rig.token(backend.client());
  LogWaiters& waiters = rig.service().waiters;
  for (int i = 0; i < 6; ++i) {
    const auto waiting = waiting_status(rig, token, "wait=25s");
    REQUIRE_FALSE(waiting->answered());
    rig.nonce(token, "document");
    REQUIRE(waiting->wait().status == 200);
    rig.clock.move(std::chrono::seconds(2));  // the device keeps its rate
  }
  CHECK(waiters.waiting() == 0);
}

TEST_CASE("calls of one client that have no answer leave places to another client's") {
  Rig rig(with_connections(8));
  const std::string token = rig.token(rig.add_client());
  const std::string other = rig.token(rig.add_client());
  const Rig::Request consent{
      .method = Method::Post,
      .path = "/api/sdk/consent",
      .headers = {{"Authorization", "Bearer " + token}, {"Content-Type", "application/json"}},
      .body = R"({"version":"1"})"};
  std::vector<std::shared_ptr<BodySink>> in_progress;
  for (int i = 0; i < 8; ++i) {
    const auto exchange = std::make_shared<KeptExchange>();
    if (auto sink = rig.open(consent, exchange)) in_progress.push_back(std::move(sink));
  }
  CHECK(in_progress.size() == 4);
  CHECK(rig.status(token).code() == "SVC_UNAVAILABLE");
  CHECK(rig.status(other).status == 200);
  for (const auto& sink : in_progress) sink->on_abort();
  in_progress.clear();
  // More calls than places, one after the other.
  for (int i = 0; i < 9; ++i) CHECK(rig.status(token).status == 200);
}

TEST_CASE("when the log moves, only the calls whose session or feed moved are looked up") {
  Rig rig;
  Backend one(rig);
  Backend other(rig);
  const ClientKey key(one.client().key);
  const std::string token = rig.token(one.client());
  LogWaiters& waiters = rig.service().waiters;
  std::vector<std::shared_ptr<KeptExchange>> others;
  for (int i = 0; i < 40; ++i) {
    others.push_back(waiting_status(rig, rig.token(other.client()), "wait=25s"));
  }
  const auto moved = waiting_status(rig, token, "wait=25s");
  wait_until_all_are_looked_at(waiters, key);
  std::uint64_t before = waiters.look_ups();
  rig.nonce(token, "document");
  CHECK(moved->wait().status == 200);
  CHECK(waiters.look_ups() - before == 1);

  // With feeds: a look-up of whose the session is, and one of that client's feed.
  std::promise<void> told;
  REQUIRE(waits(waiters, ClientKey(other.client().key)));
  REQUIRE(waiters.wait(
      key, rig.data().queries().head(), std::chrono::seconds(30), [&] { told.set_value(); }));
  wait_until_all_are_looked_at(waiters, key);
  before = waiters.look_ups();
  rig.nonce(token, "document");
  REQUIRE(told.get_future().wait_for(std::chrono::seconds(60)) == std::future_status::ready);
  CHECK(waiters.look_ups() - before == 2);
  CHECK(waiters.waiting() == 41);
  waiters.drain();
  for (const auto& waiting : others) CHECK(waiting->wait().status == 200);
}

TEST_CASE("an older device takes no place from the device that has the session") {
  Rig rig(with_public_origin());
  const Answer created = rig.create(rig.add_client());
  const std::string older = created["sessionToken"];
  const std::string token = rig.send(redemption(code_in(created["captureUrl"])))["sessionToken"];
  const auto first = waiting_status(rig, older, "wait=25");
  const auto second = waiting_status(rig, older, "wait=25");
  CHECK(waiting_status(rig, older, "wait=25")->answered());
  const auto own = waiting_status(rig, token, "wait=25");
  CHECK_FALSE(own->answered());
  rig.service().waiters.drain();
  CHECK(own->wait()["handedOff"] == "false");
  CHECK(first->wait()["handedOff"] == "true");
  CHECK(second->wait()["handedOff"] == "true");
}

TEST_CASE("a wait ends with the session's time") {
  Rig rig;
  Backend backend(rig);
  const std::string token = rig.token(backend.client());
  rig.clock.move(std::chrono::seconds(1799));
  CHECK(waiting_status(rig, token, "wait=25s")->wait().status == 200);  // within a second
}

TEST_CASE("parameters of the status that make no sense are named") {
  Rig rig;
  Backend backend(rig);
  const std::string token = rig.token(backend.client());
  for (const std::string query : {"wait=x", "wait=31", "since=-1", "since=1x"}) {
    const Answer answer = waiting_status(rig, token, query)->wait();
    CHECK(answer.code() == "SVC_INVALID_PARAMETER");
    CHECK(answer["field"] == query.substr(0, query.find('=')));
  }
}

}  // namespace countersign::http::status_test
