#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/http/support/backend_calls.h"

// POST .../purge: how erasures by request share the server with everything else.
namespace countersign::http::purge_test {

using Exchanges = std::vector<std::shared_ptr<StreamedExchange>>;

bool any_answered(const Exchanges& exchanges) {
  for (const auto& exchange : exchanges) {
    if (exchange->answered()) return true;
  }
  return false;
}

// Waits until the pass with all purges sent so far has begun.
void wait_until_taken(Rig& rig) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (rig.service().purges.waiting() > 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::yield();
  }
  REQUIRE(rig.service().purges.waiting() == 0);
}

TEST_CASE("no client's work can starve another's: purges wait in a queue of their own") {
  Rig rig;
  Backend eraser(rig);
  Backend other(rig);
  constexpr std::size_t kPurges = 30;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < kPurges; ++i) ids.push_back(rig.create(eraser.client())["sessionId"]);

  std::unique_lock turn(rig.data().erasure().turn());
  Exchanges purges;
  for (const std::string& id : ids) {
    purges.push_back(eraser.begin(Method::Post, Backend::path_of(id, "/purge")));
  }
  // More purges wait than the pools have threads, and none of them can continue. A whole capture of
  // another client still succeeds, and so does every call of its backend.
  const auto captured = other.capture({2000, 2000});
  for (const char* call : {"/result", "/documents", "/documents/bundle", "/timeline"}) {
    INFO(call);
    const Streamed answer = other.get(Backend::path_of(captured.id, call));
    CHECK(answer.answer.status == 200);
    CHECK(answer.complete);
  }
  CHECK(other.call(Method::Get, "/api/svc/events").answer.status == 200);
  // So do the other calls of the client that purges.
  CHECK(eraser.get(Backend::path_of(ids.front(), "/result")).answer.status == 200);
  CHECK(eraser.get(Backend::path_of(ids.front(), "/timeline")).answer.status == 200);
  CHECK_FALSE(any_answered(purges));

  turn.unlock();
  for (const auto& purge : purges) CHECK(purge->wait().status == 200);
  for (const std::string& id : ids) {
    CHECK_FALSE(rig.data().session_key(SessionId(*parse_uuid(id))).has_value());
  }
  CHECK(other.get(Backend::path_of(captured.id, "/documents/bundle")).answer.status == 200);
}

TEST_CASE("another client's purge is in the next pass, however many a client has waiting") {
  Rig rig({.purge_rate = Rate{100'000, 60'000}});
  Backend eraser(rig);
  Backend other(rig);
  const std::string again = rig.create(eraser.client())["sessionId"];
  const std::string once = rig.create(other.client())["sessionId"];
  const PurgeQueue::Limits limits;
  std::unique_lock turn(rig.data().erasure().turn());
  Exchanges purges;
  // One purge that the thread has taken, as many as may wait, and more.
  purges.push_back(eraser.begin(Method::Post, Backend::path_of(again, "/purge")));
  wait_until_taken(rig);
  for (std::size_t i = 0; i < limits.a_client + 49; ++i) {
    purges.push_back(eraser.begin(Method::Post, Backend::path_of(again, "/purge")));
  }
  const auto own = other.begin(Method::Post, Backend::path_of(once, "/purge"));
  std::size_t refused = 0;
  for (const auto& purge : purges) {
    if (!purge->answered()) continue;
    ++refused;
    const Response answer = purge->wait();
    CHECK(answer.status == 503);
    CHECK(std::string(answer.headers.find("Retry-After").value_or("")) == "10");
  }
  CHECK(refused == 49);
  CHECK_FALSE(own->answered());
  turn.unlock();
  CHECK(own->wait().status == 200);
  // A refused purge has lost nothing: the same call is answered later.
  for (const auto& purge : purges) (void)purge->wait();
  CHECK(eraser.call(Method::Post, Backend::path_of(again, "/purge")).answer.status == 200);
}

TEST_CASE("purges have a rate of their own, which reading does not use up") {
  Rig rig({.read_rate = Rate{1'000, 60'000}, .purge_rate = Rate{10, 60'000}});
  Backend eraser(rig);
  const std::string id = rig.create(eraser.client())["sessionId"];
  const auto purge = [&](const std::string& session) {
    return eraser.call(Method::Post, Backend::path_of(session, "/purge")).answer;
  };
  for (int i = 0; i < 20; ++i) {
    CHECK(eraser.get(Backend::path_of(id, "/result")).answer.status == 200);
  }
  const Answer purged = purge(id);
  CHECK(purged.status == 200);
  CHECK(purged.header("RateLimit-Policy") == "\"purge\";q=10;w=60;burst=2");
  // Guessing ids counts against the rate too.
  CHECK(purge("00000000-0000-4000-8000-000000000000").status == 404);
  const Answer limited = purge(id);
  CHECK(limited.status == 429);
  CHECK_FALSE(limited.header("Retry-After").empty());
  CHECK(eraser.get(Backend::path_of(id, "/result")).answer.status == 200);
  rig.clock.move(std::chrono::seconds(6));
  CHECK(purge(id).status == 200);
}

TEST_CASE("purges that wait together have each the answer of its own session") {
  Rig rig;
  Backend eraser(rig);
  const auto held = eraser.capture({});
  const auto plain = eraser.capture({1000});
  const std::string input = R"({"sessionId":")" + held.id + R"(","reason":"case 7"})";
  REQUIRE(eraser.admin("/admin/hold/set", input).answer["held"] == "true");
  std::unique_lock turn(rig.data().erasure().turn());
  const auto of_plain = eraser.begin(Method::Post, Backend::path_of(plain.id, "/purge"));
  const auto of_held = eraser.begin(Method::Post, Backend::path_of(held.id, "/purge"));
  const auto repeated = eraser.begin(Method::Post, Backend::path_of(plain.id, "/purge"));
  turn.unlock();
  CHECK(of_plain->wait().status == 200);
  CHECK(of_held->wait().status == 409);
  CHECK(repeated->wait().status == 200);
  CHECK(eraser.get(Backend::path_of(plain.id, "/documents/bundle")).answer.status == 410);
  CHECK(eraser.get(Backend::path_of(held.id, "/documents/bundle")).answer.status == 200);
}

TEST_CASE("purges that wait when the server stops are answered 503, and nothing is erased") {
  Rig rig;
  Backend eraser(rig);
  const auto begun = eraser.capture({});
  const auto waits = eraser.capture({});
  std::unique_lock turn(rig.data().erasure().turn());
  const auto first = eraser.begin(Method::Post, Backend::path_of(begun.id, "/purge"));
  wait_until_taken(rig);
  const auto second = eraser.begin(Method::Post, Backend::path_of(waits.id, "/purge"));
  rig.service().purges.stop();
  CHECK(second->wait().status == 503);
  CHECK(eraser.call(Method::Post, Backend::path_of(waits.id, "/purge")).answer.status == 503);
  turn.unlock();
  CHECK(first->wait().status == 200);
  CHECK(eraser.get(Backend::path_of(waits.id, "/documents/bundle")).answer.status == 200);
}

}  // namespace countersign::http::purge_test
