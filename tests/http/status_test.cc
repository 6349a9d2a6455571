// The long poll of a session's status.
#include <doctest/doctest.h>

#include <string>

#include "tests/http/backend_calls.h"
#include "tests/http/joining_calls.h"

namespace countersign::http {
namespace {

std::shared_ptr<KeptExchange> waiting_status(Rig& rig,
                                             const std::string& token,
                                             const std::string& query) {
  return rig.begin(
      {.path = "/api/sdk/status?" + query, .headers = {{"Authorization", "Bearer " + token}}});
}

}  // namespace

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

TEST_CASE("sessions take no places from feeds, nor one client's sessions all of the others'") {
  Rig rig;
  Backend backend(rig);
  LogWaiters& waiters = rig.service().waiters;
  const auto wait = [&](std::uint8_t session, std::size_t number, const char* client) {
    Uuid id{session};
    for (std::size_t i = 8; i < 12; ++i, number /= 256) id[i] = static_cast<std::uint8_t>(number);
    return waiters.wait(SessionId(id),
                        LogWaiters::Device::Capturing,
                        ClientKey(client),
                        Sequence(1000),
                        std::chrono::seconds(30),
                        [] {});
  };
  for (std::size_t i = 0; i < LogWaiters::kWaitersMaxOfSessionsAClient; ++i) {
    REQUIRE(wait(1, i, "one"));
  }
  CHECK_FALSE(wait(2, 0, "one"));
  for (std::size_t i = 0; i < LogWaiters::kWaitersMaxOfSessionsAClient; ++i) {
    REQUIRE(wait(3, i, "other"));
  }
  CHECK_FALSE(wait(4, 0, "third"));
  CHECK(waiters.wait(ClientKey("third"), Sequence(1000), std::chrono::seconds(30), [] {}));
  waiters.drain();
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

}  // namespace countersign::http
