#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <atomic>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "http/external/external_engine.h"
#include "tests/http/support/rig.h"
#include "tests/http/support/scripted_server.h"

// Whole captures in this process, judged by the scripted engine and an external engine.
namespace countersign::http::capture_test {

// An external engine that answers every question as the test says, according to the contract.
class Judge {
 public:
  void say_of_match(std::string said) {
    const std::lock_guard lock(mutex_);
    match_ = std::move(said);
  }
  void say_of_liveness(std::string said) {
    const std::lock_guard lock(mutex_);
    liveness_ = std::move(said);
  }
  std::atomic<bool> down{false};
  // Holds back the answers to later questions until go_on(). `questions` counts those that have
  // arrived.
  void hold() {
    const std::lock_guard lock(mutex_);
    gate_ = std::promise<void>();
    opened_ = gate_.get_future().share();
  }
  void go_on() { gate_.set_value(); }
  std::atomic<int> questions{0};

  std::optional<Response> operator()(const ScriptedServer::Request& request) {
    if (down) return answer(503);
    const std::string head = R"({"contract":1,"engine":"arc","version":"2",)";
    if (request.head.path == "/v1/engine") {
      return answer(200, head + R"("can":["match","liveness"]})", "application/json");
    }
    rapidjson::Document asked;
    asked.Parse(request.body.c_str());
    const std::string id = asked["requestId"].GetString();
    std::shared_future<void> opened;
    {
      const std::lock_guard lock(mutex_);
      opened = opened_;
    }
    ++questions;
    if (opened.valid()) opened.wait();
    const std::lock_guard lock(mutex_);
    const std::string& said = request.head.path == "/v1/match" ? match_ : liveness_;
    return answer(200, head + R"("requestId":")" + id + "\"," + said + "}", "application/json");
  }

 private:
  std::mutex mutex_;
  std::promise<void> gate_;
  std::shared_future<void> opened_;
  std::string match_ = R"("similarity":0.9,"threshold":0.4,"decision":"match")";
  std::string liveness_ = R"("score":0.9,"threshold":0.5,"decision":"live")";
};

constexpr const char* kNoMatch = R"("similarity":0.1,"threshold":0.4,"decision":"no_match")";
constexpr const char* kSpoof = R"("score":0.1,"threshold":0.5,"decision":"spoof")";

struct Bench {
  explicit Bench(const std::function<void(ExternalEngineSettings&)>& change = {})
      : external(settings_for(server, change), Secret(), random, [](const EngineNotice&) {}) {
    REQUIRE(external.look());
    rig.judge_also_by(external);
    client = rig.add_client();
  }

  static ExternalEngineSettings settings_for(
      const ScriptedServer& server, const std::function<void(ExternalEngineSettings&)>& change) {
    ExternalEngineSettings settings;
    settings.address = *parse_engine_address(server.url());
    settings.back_off = std::chrono::milliseconds(0);
    settings.timeout = std::chrono::minutes(1);  // a busy machine is not a slow engine
    if (change) change(settings);
    return settings;
  }
  // Begins a finalize without waiting for its answer, so that many can run at once.
  std::shared_ptr<KeptExchange> begin_finalize(const std::string& token) {
    return rig.begin({.method = Method::Post,
                      .path = "/api/sdk/finalize",
                      .headers = {{"Authorization", "Bearer " + token}}});
  }
  // Returns when `count` calls wait for another call of their session.
  void wait_for_waiting(std::size_t count) {
    while (rig.service().claims.waiting() != count) std::this_thread::yield();
  }
  void wait_for_questions(int count) const {
    while (judge.questions < count) std::this_thread::yield();
  }
  // The liveness submission of a session whose document was accepted.
  Answer live(const std::string& token) {
    return rig.liveness(token, {good_image(token + "1"), good_image(token + "2")});
  }
  std::string token() {
    std::string made = rig.token(client);
    REQUIRE(rig.document(made, good_image("passport"), "", "PASSPORT")["ok"] == "true");
    return made;
  }
  Answer result() {
    const std::string made = token();
    REQUIRE(live(made)["ok"] == "true");
    return rig.finalize(made);
  }

  Judge judge;
  ScriptedServer server{[this](const ScriptedServer::Request& request) { return judge(request); }};
  OsRandom random;
  ExternalEngine external;
  Rig rig{{.uploads_a_session = 8, .device_rate = Rate{100'000, 60'000}}};
  Credentials client;
};

TEST_CASE("a capture that every engine finds good has passed") {
  Bench bench;
  CHECK(bench.result()["result"] == "PASSED");
  CHECK(bench.external.counters().count(EngineCall::Liveness, CallOutcome::Answered) == 1);
  CHECK(bench.external.counters().count(EngineCall::Match, CallOutcome::Answered) == 1);
}

TEST_CASE("faces that do not match fail the capture, and faces that cannot be compared do not") {
  Bench bench;
  bench.judge.say_of_match(R"("similarity":0.1,"threshold":0.4,"decision":"no_match")");
  const Answer failed = bench.result();
  CHECK(failed["result"] == "FAILED");
  CHECK(failed["detail"].find("FACE_MISMATCH") != std::string::npos);
  bench.judge.say_of_match(R"("decision":"inconclusive")");
  CHECK(bench.result()["result"] == "REVIEW");
  bench.judge.say_of_match(R"("similarity":0.1,"threshold":0.4,"decision":"match")");
  CHECK(bench.result()["result"] == "REVIEW");
}

TEST_CASE("a person who is not alive is refused, and may try again") {
  Bench bench;
  const std::string token = bench.token();
  bench.judge.say_of_liveness(R"("score":0.1,"threshold":0.5,"decision":"spoof")");
  const Answer spoof = bench.live(token);
  CHECK(spoof.status == 200);
  CHECK(spoof["ok"] == "false");
  CHECK(spoof.code() == "LIVENESS_NOT_LIVE");
  CHECK(spoof["attemptsRemaining"] == "4");
  bench.judge.say_of_liveness(R"("score":0.9,"threshold":0.5,"decision":"live")");
  CHECK(bench.live(token)["ok"] == "true");
  CHECK(bench.rig.finalize(token)["result"] == "PASSED");
}

TEST_CASE("a capture not judged because the engine was down ends in REVIEW, whatever comes later") {
  Bench bench;
  const std::string token = bench.token();
  bench.judge.down = true;
  CHECK(bench.live(token)["ok"] == "true");
  bench.judge.down = false;
  const Answer outcome = bench.rig.finalize(token);
  CHECK(outcome["result"] == "REVIEW");
  // The record names what was not judged, and the device is told nothing of it.
  CHECK(outcome["detail"].find("LIVENESS_PRESENTATION_ATTACK") == std::string::npos);
  CHECK(outcome["detail"].find("FACE_MATCH") == std::string::npos);
  const auto finalized = bench.rig.data().log().find(bench.rig.data().queries().head());
  REQUIRE((finalized && *finalized));
  CHECK((*finalized)->bytes.find("LIVENESS_PRESENTATION_ATTACK") != std::string::npos);
}

TEST_CASE("faces that do not match fail a session, however often it is finalized at once") {
  for (int round = 0; round < 3; ++round) {
    Bench bench;
    bench.judge.say_of_match(kNoMatch);
    const std::string token = bench.token();
    REQUIRE(bench.live(token)["ok"] == "true");
    const int before = bench.judge.questions;
    bench.judge.hold();
    std::vector<std::shared_ptr<KeptExchange>> calls;
    for (int i = 0; i < 24; ++i) calls.push_back(bench.begin_finalize(token));
    bench.wait_for_waiting(23);
    bench.wait_for_questions(before + 1);
    bench.judge.go_on();
    int ended = 0;
    for (const auto& call : calls) {
      const Answer answer = call->wait();
      if (answer.status == 200) {
        ++ended;
        CHECK(answer["result"] == "FAILED");
      } else {
        CHECK(answer.status == 401);
      }
    }
    CHECK(ended == 1);
    CHECK(bench.judge.questions == before + 1);
  }
}

TEST_CASE("a person who is not alive is refused, however many challenges are answered at once") {
  Bench bench([](ExternalEngineSettings& settings) {
    settings.patience = std::chrono::milliseconds(0);
    settings.concurrency = 1;
  });
  const std::string token = bench.token();
  bench.judge.say_of_liveness(kSpoof);
  bench.judge.hold();
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 8; ++i) {
    const std::string salt = token + std::to_string(i);
    calls.push_back(
        bench.rig.begin(bench.rig.upload("/api/sdk/liveness",
                                         token,
                                         Form()
                                             .text("nonce", bench.rig.nonce(token, "liveness"))
                                             .file("frames", good_image(salt + "a"))
                                             .file("frames", good_image(salt + "b")))));
  }
  bench.wait_for_waiting(7);
  bench.judge.go_on();
  int refused = 0;
  for (const auto& call : calls) {
    const Answer answer = call->wait();
    if (answer.status != 200) continue;  // no attempts are left
    ++refused;
    CHECK(answer["ok"] == "false");
  }
  CHECK(refused == 5);
  CHECK(bench.rig.finalize(token)["result"] == "FAILED");
}

TEST_CASE("a question for which the engine has no time is 503, and uses nothing up") {
  Bench bench([](ExternalEngineSettings& settings) {
    settings.patience = std::chrono::milliseconds(0);
    settings.concurrency = 1;
  });
  const std::string busy = bench.token();
  REQUIRE(bench.live(busy)["ok"] == "true");
  const std::string one = bench.token();
  REQUIRE(bench.live(one)["ok"] == "true");
  const std::string other = bench.token();
  const std::string nonce = bench.rig.nonce(other, "liveness");
  const int before = bench.judge.questions;
  bench.judge.hold();
  const auto held = bench.begin_finalize(busy);
  bench.wait_for_questions(before + 1);

  const Answer finalized = bench.rig.finalize(one);
  CHECK(finalized.status == 503);
  CHECK_FALSE(finalized.header("Retry-After").empty());
  CHECK(bench.rig.status(one)["currentStep"] == "FINALIZE");
  const auto submit = [&] {
    return bench.rig.send(bench.rig.upload("/api/sdk/liveness",
                                           other,
                                           Form()
                                               .text("nonce", nonce)
                                               .file("frames", good_image(other + "a"))
                                               .file("frames", good_image(other + "b"))));
  };
  CHECK(submit().status == 503);
  CHECK(bench.external.counters().count(EngineCall::Match, CallOutcome::Busy) == 1);
  CHECK(bench.external.counters().count(EngineCall::Liveness, CallOutcome::Busy) == 1);

  bench.judge.go_on();
  CHECK(held->wait()["result"] == "PASSED");
  const Answer accepted = submit();  // the same nonce
  CHECK(accepted["ok"] == "true");
  CHECK(accepted["attemptsRemaining"] == "4");
  CHECK(bench.rig.finalize(one)["result"] == "PASSED");
  CHECK(bench.rig.finalize(other)["result"] == "PASSED");
}

TEST_CASE("one client's sessions that wait for the engine do not keep another client's from it") {
  Bench bench([](ExternalEngineSettings& settings) { settings.concurrency = 1; });
  std::vector<std::string> flood;
  for (int i = 0; i < 4; ++i) {
    flood.push_back(bench.token());
    REQUIRE(bench.live(flood.back())["ok"] == "true");
  }
  bench.client = bench.rig.add_client();
  const std::string other = bench.token();
  REQUIRE(bench.live(other)["ok"] == "true");
  const int before = bench.judge.questions;
  bench.judge.hold();
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (const std::string& token : flood) calls.push_back(bench.begin_finalize(token));
  bench.wait_for_questions(before + 1);
  const auto theirs = bench.begin_finalize(other);
  bench.judge.go_on();
  CHECK(theirs->wait()["result"] == "PASSED");
  for (const auto& call : calls) CHECK(call->wait()["result"] == "PASSED");
}

TEST_CASE("an engine that is stopped spends neither an attempt nor a session") {
  Bench bench;
  const std::string token = bench.token();
  REQUIRE(bench.live(token)["ok"] == "true");
  bench.external.stop();
  CHECK(bench.rig.finalize(token).status == 503);
  CHECK(bench.rig.status(token)["currentStep"] == "FINALIZE");
}

}  // namespace countersign::http::capture_test
