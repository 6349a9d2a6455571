#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

#include "http/external/external_engine.h"
#include "tests/http/rig.h"
#include "tests/http/witness/scripted_server.h"

// Whole captures in this process, judged by the scripted engine and by an external one.
namespace countersign::http {
namespace {

// Says of every question what a test wants, by the contract.
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

  std::optional<Response> operator()(const ScriptedServer::Request& request) {
    if (down) return answer(503);
    const std::string head = R"({"contract":1,"engine":"arc","version":"2",)";
    if (request.head.path == "/v1/engine") {
      return answer(200, head + R"("can":["match","liveness"]})", "application/json");
    }
    rapidjson::Document asked;
    asked.Parse(request.body.c_str());
    const std::string id = asked["requestId"].GetString();
    const std::lock_guard lock(mutex_);
    const std::string& said = request.head.path == "/v1/match" ? match_ : liveness_;
    return answer(200, head + R"("requestId":")" + id + "\"," + said + "}", "application/json");
  }

 private:
  std::mutex mutex_;
  std::string match_ = R"("similarity":0.9,"threshold":0.4,"decision":"match")";
  std::string liveness_ = R"("score":0.9,"threshold":0.5,"decision":"live")";
};

struct Bench {
  Bench() {
    REQUIRE(external.look());
    rig.judge_also_by(external);
    client = rig.add_client();
  }

  static ExternalEngineSettings settings_for(const ScriptedServer& server) {
    ExternalEngineSettings settings;
    settings.address = *parse_engine_address(server.url());
    settings.back_off = std::chrono::milliseconds(0);
    return settings;
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
  ExternalEngine external{settings_for(server), Secret(), random, [](const EngineNews&) {}};
  Rig rig;
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

TEST_CASE("who is not alive is refused, and may try again") {
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

TEST_CASE("what was not judged since the engine was down is for review, whatever comes later") {
  Bench bench;
  const std::string token = bench.token();
  bench.judge.down = true;
  CHECK(bench.live(token)["ok"] == "true");
  bench.judge.down = false;
  const Answer outcome = bench.rig.finalize(token);
  CHECK(outcome["result"] == "REVIEW");
  CHECK(outcome["detail"].find("LIVENESS_PRESENTATION_ATTACK") != std::string::npos);
  CHECK(outcome["detail"].find("FACE_MATCH") == std::string::npos);
}

TEST_CASE("an engine that is stopped spends neither an attempt nor a session") {
  Bench bench;
  const std::string token = bench.token();
  REQUIRE(bench.live(token)["ok"] == "true");
  bench.external.stop();
  CHECK(bench.rig.finalize(token).status == 503);
  CHECK(bench.rig.status(token)["currentStep"] == "FINALIZE");
}

}  // namespace
}  // namespace countersign::http
