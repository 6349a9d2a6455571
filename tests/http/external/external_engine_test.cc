#include "http/external/external_engine.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidjson/document.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/text/base64url.h"
#include "events/crypto/os_random.h"
#include "tests/events/support/temp_folder.h"
#include "tests/http/support/raw_server.h"
#include "tests/http/support/scripted_server.h"

namespace countersign::http::external_engine_test {

using namespace std::chrono_literals;

const std::string kReference = "\xff\xd8\xff\xe0 the portrait";
const std::string kProbe = "\xff\xd8\xff\xe0 the face";
constexpr std::string_view kDescription =
    R"({"contract":1,"engine":"arc","version":"2","can":["match","liveness"]})";

Response json(std::string body, int status = 200) {
  return answer(status, std::move(body), "application/json");
}

std::string id_in(const std::string& body) {
  rapidjson::Document asked;
  asked.Parse(body.c_str());
  return asked["requestId"].GetString();
}

std::string verdict_json(const std::string& id, std::string_view rest) {
  return fmt::format(
      R"({{"contract":1,"requestId":"{}","engine":"arc","version":"2",{}}})", id, rest);
}
constexpr std::string_view kMatches = R"("similarity":0.9,"threshold":0.4,"decision":"match")";

using Script = ScriptedServer::Script;

// Describes itself correctly, and answers questions as the script says.
Script described(Script script) {
  return [script = std::move(script)](const ScriptedServer::Request& request) {
    if (request.head.path == "/v1/engine") {
      return std::optional<Response>(json(std::string(kDescription)));
    }
    return script(request);
  };
}

std::optional<Response> matching(const ScriptedServer::Request& request) {
  return json(verdict_json(id_in(request.body), kMatches));
}

// The engine under test, with a clock that a test moves, and the notices that it has reported.
class Bench {
 public:
  explicit Bench(const std::string& url,
                 const std::function<void(ExternalEngineSettings&)>& change = {}) {
    ExternalEngineSettings settings;
    settings.address = *parse_engine_address(url);
    settings.back_off = 0ms;
    settings.breaker = {.failures = 3, .open_for = 10s};
    if (change) change(settings);
    engine.emplace(
        settings,
        Secret("open sesame"),
        random,
        [this](const EngineNotice& notice) {
          const std::lock_guard lock(mutex_);
          notices_ += std::to_string(static_cast<int>(notice.kind)) +
                      (notice.why.empty() ? "" : " ") + notice.why + ";";
        },
        [this] { return CircuitBreaker::Time(now_ms.load() * 1ms); });
  }

  // Status and code of the one check, or why there is no check.
  std::string match() {
    const auto found = engine->match_faces({.load_reference = [] { return kReference; },
                                            .frame_count = 3,
                                            .load_frame =
                                                [](std::size_t index) {
                                                  CHECK(index == 0);  // only one frame is loaded
                                                  return kProbe;
                                                }});
    return found ? text_of_checks(*found) : text_of_failure(found.error());
  }
  std::string liveness() {
    LivenessRequest request;
    request.frame_count = 2;
    request.load = [](std::size_t) { return kProbe; };
    request.actions = {Action::LookStraight, Action::TurnLeft};
    const auto found = engine->judge_liveness(request);
    return found ? text_of_checks(*found) : text_of_failure(found.error());
  }
  std::uint64_t count(CallOutcome outcome) const {
    return engine->counters().count(EngineCall::Match, outcome);
  }
  std::string notices() {
    const std::lock_guard lock(mutex_);
    return std::exchange(notices_, "");
  }

  std::atomic<std::int64_t> now_ms{0};
  OsRandom random;
  std::optional<ExternalEngine> engine;

 private:
  static std::string text_of_checks(const Evaluation& found) {
    REQUIRE(found.checks.size() == 1);
    const CheckOutcome& check = found.checks[0];
    return std::string(name_of(check.status)) + (check.code ? " " + *check.code : "");
  }
  static std::string text_of_failure(InspectionFailure failure) {
    if (failure == InspectionFailure::Busy) return "busy";
    return failure == InspectionFailure::Stopping ? "stopping" : "failure";
  }

  std::mutex mutex_;
  std::string notices_;
};

const std::string kNotAvailable = "NOT_PERFORMED CHECK_NOT_AVAILABLE";
const std::string kBusy = "busy";

TEST_CASE("an engine is asked with images and a random id, and knows us by the secret") {
  std::mutex mutex;
  std::vector<ScriptedServer::Request> seen;
  ScriptedServer server(described([&](const ScriptedServer::Request& request) {
    const std::lock_guard lock(mutex);
    seen.push_back(request);
    return matching(request);
  }));
  Bench bench(server.url());
  REQUIRE(bench.engine->look());
  CHECK(bench.engine->offer() == EngineCapabilities{true, true});
  CHECK(bench.engine->version() == EngineVersion{"arc", "2"});
  CHECK(bench.match() == "PASSED");
  CHECK(bench.match() == "PASSED");
  const std::lock_guard lock(mutex);
  REQUIRE(seen.size() == 2);
  CHECK(seen[0].head.target == "/v1/match");
  CHECK(seen[0].head.headers.find("authorization") == "Bearer open sesame");
  CHECK(seen[0].head.headers.find("content-type") == "application/json");
  for (const char* absent : {"cookie", "x-request-id", "user-agent", "forwarded"}) {
    CHECK_FALSE(seen[0].head.headers.find(absent).has_value());
  }
  CHECK(id_in(seen[0].body) != id_in(seen[1].body));
  CHECK(seen[0].body.find(to_base64(kReference)) < seen[0].body.find(to_base64(kProbe)));
  CHECK(seen[0].body.find("open sesame") == std::string::npos);
  CHECK(bench.notices() == "0;");
  CHECK(bench.count(CallOutcome::Answered) == 2);
}

TEST_CASE("each verdict becomes its check") {
  std::mutex mutex;
  std::string verdict;
  const auto say = [&](const char* said) {
    const std::lock_guard lock(mutex);
    verdict = said;
  };
  ScriptedServer server(described([&](const ScriptedServer::Request& request) {
    const std::lock_guard lock(mutex);
    return std::optional<Response>(json(verdict_json(id_in(request.body), verdict)));
  }));
  Bench bench(server.url());
  REQUIRE(bench.engine->look());
  say(R"("similarity":0.2,"threshold":0.4,"decision":"no_match")");
  CHECK(bench.match() == "FAILED FACE_MISMATCH");
  CHECK(bench.liveness() == kNotAvailable);  // an answer to the other question
  say(R"("decision":"inconclusive","reason":"no face")");
  CHECK(bench.match() == "NOT_PERFORMED FACE_NOT_COMPARABLE");
  CHECK(bench.liveness() == kNotAvailable);
  say(R"("score":0.7,"threshold":0.5,"decision":"live")");
  CHECK(bench.liveness() == "PASSED");
  say(R"("score":0.1,"threshold":0.5,"decision":"spoof")");
  CHECK(bench.liveness() == "FAILED LIVENESS_NOT_LIVE");
}

TEST_CASE("no answer of a hostile engine is a pass, and only what may help is asked again") {
  ScriptedServer elsewhere(described(matching));
  struct Row {
    const char* name;
    std::function<Response(const std::string& id)> answer;
    CallOutcome outcome;
    int requests;
    const char* becomes = kNotAvailable.c_str();
  };
  const auto page = [](int status) {
    return [status](const std::string& id) { return json(verdict_json(id, kMatches), status); };
  };
  const std::vector<Row> rows = {
      {"junk", [](auto&) { return json("{]"); }, CallOutcome::Senseless, 1},
      {"nothing", [](auto&) { return json(""); }, CallOutcome::Senseless, 1},
      {"another's answer",
       [](auto&) { return json(verdict_json("another", kMatches)); },
       CallOutcome::Senseless,
       1},
      {"HTML",
       [](auto& id) { return answer(200, verdict_json(id, kMatches), "text/html"); },
       CallOutcome::Senseless,
       1},
      {"3 MB",
       [](auto& id) { return json(verdict_json(id, kMatches) + std::string(3 << 20, ' ')); },
       CallOutcome::TooLong,
       1},
      {"a redirect",
       [&](auto&) {
         Response response = answer(307);
         response.headers.add("Location", elsewhere.url() + "/v1/match");
         return response;
       },
       CallOutcome::ErrorStatus,
       1},
      {"201", page(201), CallOutcome::ErrorStatus, 1},
      {"401", page(401), CallOutcome::ErrorStatus, 1},
      {"404", page(404), CallOutcome::ErrorStatus, 1},
      {"422", page(422), CallOutcome::Refused, 1},
      {"429", page(429), CallOutcome::ErrorStatus, 3, "busy"},
      {"500", page(500), CallOutcome::ErrorStatus, 1},
      {"502", page(502), CallOutcome::ErrorStatus, 3, "busy"},
      {"503", page(503), CallOutcome::ErrorStatus, 3, "busy"},
      {"504", page(504), CallOutcome::ErrorStatus, 3, "busy"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    ScriptedServer server(described([&](const ScriptedServer::Request& request) {
      return std::optional<Response>(row.answer(id_in(request.body)));
    }));
    Bench bench(server.url());
    REQUIRE(bench.engine->look());
    CHECK(bench.match() == row.becomes);
    CHECK(bench.count(row.outcome) == 1);
    const int looks_after_it = row.outcome == CallOutcome::Refused ? 0 : 1;
    CHECK(server.requests() == 1 + row.requests + looks_after_it);
    CHECK(bench.engine->counters().retries() == static_cast<std::uint64_t>(row.requests - 1));
  }
  CHECK(elsewhere.requests() == 0);
}

// The HTTP client takes half a head for an answer, but that answer is senseless.
TEST_CASE("an engine that closes early, or never ends its head, has not answered") {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
  struct Row {
    const char* name;
    std::function<std::string(const std::string& body)> bytes;
    CallOutcome outcome;
    int requests;
    const char* becomes = "busy";
  };
  const std::vector<Row> rows = {
      {"nothing", [](auto&) { return ""; }, CallOutcome::NotReached, 3},
      {"half a head",
       [](auto&) { return "HTTP/1.1 200 OK\r\nContent-"; },
       CallOutcome::Senseless,
       1,
       kNotAvailable.c_str()},
      {"half a body",
       [&](auto& body) {
         const std::string good = verdict_json(id_in(body), kMatches);
         return head + std::to_string(good.size() + 1) + "\r\n\r\n" + good;
       },
       CallOutcome::NotReached,
       3},
      {"no HTTP", [](auto&) { return "+OK ready\r\n\r\n"; }, CallOutcome::NotReached, 3},
      {"an endless head",
       [](auto&) {
         std::string fields = "HTTP/1.1 200 OK\r\n";
         while (fields.size() < (2 << 20)) fields += "X-More: of the same, again and again\r\n";
         return fields;
       },
       CallOutcome::TooLong,
       1,
       kNotAvailable.c_str()},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    RawServer server([&](const std::string& request) {
      if (request.starts_with("GET")) {
        return head + std::to_string(kDescription.size()) + "\r\n\r\n" + std::string(kDescription);
      }
      return std::string(row.bytes(request.substr(request.find("\r\n\r\n") + 4)));
    });
    Bench bench(server.url());
    REQUIRE_MESSAGE(bench.engine->look(), bench.notices());
    CHECK(bench.match() == row.becomes);
    CHECK(bench.count(row.outcome) == 1);
    CHECK(server.requests() == 1 + row.requests + 1);  // it is asked for its description again
  }
}

TEST_CASE("one that comes to itself within the repetitions has answered") {
  std::atomic<int> asked = 0;
  ScriptedServer server(described([&](const ScriptedServer::Request& request) {
    return ++asked < 3 ? std::optional<Response>(answer(503)) : matching(request);
  }));
  Bench bench(server.url());
  REQUIRE(bench.engine->look());
  CHECK(bench.match() == "PASSED");
  CHECK(asked == 3);
  CHECK(bench.count(CallOutcome::Answered) == 1);
}

TEST_CASE("a slow engine is given up at the deadline, which counts the repetitions too") {
  std::atomic<int> asked = 0;
  ScriptedServer silent(described([&](const ScriptedServer::Request&) {
    ++asked;
    return std::optional<Response>();
  }));
  Bench bench(silent.url(), [](ExternalEngineSettings& settings) { settings.timeout = 100ms; });
  REQUIRE(bench.engine->look());
  CHECK(bench.match() == kBusy);
  CHECK(bench.count(CallOutcome::TimedOut) == 1);
  CHECK(asked == 1);

  // Each answer takes most of the available time.
  std::atomic<Bench*> late = nullptr;
  ScriptedServer failing(described([&](const ScriptedServer::Request&) {
    late.load()->now_ms += 60;
    return std::optional<Response>(answer(503));
  }));
  Bench hurried(failing.url(), [](ExternalEngineSettings& settings) {
    settings.timeout = 100ms;
    settings.back_off = 2ms;
    settings.retries = 10;
  });
  late = &hurried;
  REQUIRE(hurried.engine->look());
  CHECK(hurried.match() == kBusy);
  CHECK(failing.requests() == 1 + 2 + 1);
}

TEST_CASE("after failures in a row it is not asked, until a probe succeeds") {
  std::atomic<bool> broken = false;
  ScriptedServer server([&](const ScriptedServer::Request& request) -> std::optional<Response> {
    return broken ? std::optional<Response>(json("{}")) : described(matching)(request);
  });
  Bench bench(server.url());
  REQUIRE(bench.engine->look());
  CHECK(bench.notices() == "0;");
  // The engine does not describe itself either, which it is asked to do after each failure.
  broken = true;
  for (int i = 0; i < 3; ++i) CHECK(bench.match() == kNotAvailable);
  CHECK(bench.notices() == "2 the 'contract' of its answer is missing;");
  CHECK(server.requests() == 1 + 6);
  for (int i = 0; i < 20; ++i) CHECK(bench.match() == kNotAvailable);
  CHECK(bench.liveness() == kNotAvailable);
  CHECK(server.requests() == 1 + 6);
  CHECK(bench.count(CallOutcome::BreakerOpen) == 20);
  CHECK(bench.engine->offer() ==
        EngineCapabilities{true, true});  // no other engine is asked instead

  bench.now_ms += 10'000;
  CHECK(bench.match() == kNotAvailable);  // a probe that fails
  CHECK(bench.match() == kNotAvailable);
  CHECK(server.requests() == 1 + 8);
  bench.now_ms += 10'000;
  broken = false;
  CHECK(bench.match() == "PASSED");
  CHECK(bench.match() == "PASSED");
  CHECK(bench.notices() == "3;");
}

TEST_CASE("no images take the engine from everybody, for it is asked what it can without them") {
  struct Row {
    const char* name;
    std::function<std::optional<Response>(const ScriptedServer::Request&)> answer;
    std::string becomes;
  };
  const std::vector<Row> rows = {
      {"never", [](auto&) { return std::nullopt; }, kBusy},
      {"503", [](auto&) { return answer(503); }, kBusy},
      {"500", [](auto&) { return answer(500); }, kNotAvailable},
      {"nonsense", [](auto&) { return json("{}"); }, kNotAvailable},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    std::atomic<bool> slow = true;
    ScriptedServer server(described([&](const ScriptedServer::Request& request) {
      return slow ? row.answer(request) : matching(request);
    }));
    Bench bench(server.url(), [](ExternalEngineSettings& settings) {
      settings.timeout = 1s;
      settings.retries = 0;
    });
    REQUIRE(bench.engine->look());
    for (int i = 0; i < 4; ++i) CHECK(bench.match() == row.becomes);
    CHECK(bench.engine->breaker_state() == CircuitBreaker::State::Closed);
    slow = false;
    CHECK(bench.match() == "PASSED");
    CHECK(bench.notices() == "0;");
  }
}

TEST_CASE("a probe that only takes long closes the breaker, as the engine is there") {
  std::atomic<bool> broken = false;
  std::atomic<bool> slow = false;
  ScriptedServer server([&](const ScriptedServer::Request& request) -> std::optional<Response> {
    if (broken) return answer(500);
    return described([&](const ScriptedServer::Request& question) {
      return slow ? std::nullopt : matching(question);
    })(request);
  });
  Bench bench(server.url(), [](ExternalEngineSettings& settings) { settings.timeout = 1s; });
  REQUIRE(bench.engine->look());
  broken = true;
  for (int i = 0; i < 3; ++i) CHECK(bench.match() == kNotAvailable);
  CHECK(bench.engine->breaker_state() == CircuitBreaker::State::Open);
  broken = false;
  slow = true;
  bench.now_ms += 10'000;
  CHECK(bench.match() == kBusy);
  CHECK(bench.engine->breaker_state() == CircuitBreaker::State::Closed);
  slow = false;
  CHECK(bench.match() == "PASSED");
}

TEST_CASE("images that the engine refuses do not take it from everybody") {
  ScriptedServer server(described(
      [](const ScriptedServer::Request&) { return std::optional<Response>(answer(422)); }));
  Bench bench(server.url());
  REQUIRE(bench.engine->look());
  for (int i = 0; i < 10; ++i) CHECK(bench.match() == kNotAvailable);
  CHECK(server.requests() == 11);
  CHECK(bench.engine->breaker_state() == CircuitBreaker::State::Closed);
}

TEST_CASE("an engine that never said what it can is not asked, and one line says so") {
  std::atomic<bool> there = false;
  ScriptedServer server([&](const ScriptedServer::Request& request) -> std::optional<Response> {
    return there ? described(matching)(request) : std::optional<Response>(answer(503));
  });
  Bench bench(server.url());
  CHECK_FALSE(bench.engine->look());
  CHECK_FALSE(bench.engine->look());
  CHECK_FALSE(bench.engine->offer().has_value());
  CHECK(bench.match() == kNotAvailable);
  CHECK(bench.liveness() == kNotAvailable);
  CHECK(server.requests() == 2);
  CHECK(bench.notices() == "1 it answered 503;");
  there = true;
  CHECK(bench.engine->look());
  CHECK(bench.match() == "PASSED");
  CHECK(bench.notices() == "0;");
  CHECK(bench.engine->look());
  CHECK(bench.notices().empty());  // its description is unchanged
}

TEST_CASE("an engine that no longer says what it can is not asked after a while") {
  std::atomic<bool> there = true;
  ScriptedServer server([&](const ScriptedServer::Request& request) -> std::optional<Response> {
    return there ? described(matching)(request) : std::optional<Response>(answer(500));
  });
  Bench bench(server.url());
  REQUIRE(bench.engine->look());
  there = false;
  for (int i = 0; i < 5; ++i) CHECK_FALSE(bench.engine->look());
  CHECK(bench.notices() == "0;2 it answered 500;");
  CHECK(bench.match() == kNotAvailable);
  CHECK(bench.count(CallOutcome::BreakerOpen) == 1);
}

TEST_CASE("a caller that finds all places taken is turned away, and a stop ends running calls") {
  ScriptedServer server(
      described([](const ScriptedServer::Request&) { return std::optional<Response>(); }));
  Bench bench(server.url(), [](ExternalEngineSettings& settings) {
    settings.concurrency = 1;
    settings.patience = 0ms;
    settings.timeout = 1h;
  });
  REQUIRE(bench.engine->look());
  std::string ended;
  std::thread other([&] { ended = bench.match(); });
  while (server.requests() < 2) std::this_thread::yield();
  CHECK(bench.match() == kBusy);
  CHECK(bench.count(CallOutcome::Busy) == 1);
  CHECK(server.requests() == 2);
  PrometheusText page;
  bench.engine->write(page);
  CHECK(page.take().find("\ncountersign_engine_in_flight 1\n") != std::string::npos);
  bench.engine->stop();
  other.join();
  CHECK(ended == "stopping");
  CHECK(bench.match() == "stopping");
  CHECK(bench.notices() == "0;");
}

TEST_CASE("an image that cannot be loaded is our failure, and nothing is sent") {
  ScriptedServer server(described(matching));
  Bench bench(server.url());
  REQUIRE(bench.engine->look());
  const auto nothing = [](std::size_t) -> std::optional<std::string> { return std::nullopt; };
  const auto found = bench.engine->match_faces(
      {.load_reference = [] { return kReference; }, .frame_count = 1, .load_frame = nothing});
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error() == InspectionFailure::ImageNotLoaded);
  CHECK(server.requests() == 1);
  CHECK(bench.match() == "PASSED");
}

TEST_CASE("an engine may be behind a unix socket") {
  const TempFolder folder;
  const std::string path = folder.path() / "engine.sock";
  RawServer server(
      [](const std::string& request) {
        const std::string body =
            request.starts_with("GET")
                ? std::string(kDescription)
                : verdict_json(id_in(request.substr(request.find("\r\n\r\n") + 4)), kMatches);
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n"
               "Connection: close\r\nContent-Length: " +
               std::to_string(body.size()) + "\r\n\r\n" + body;
      },
      path);
  Bench bench("unix:" + path);
  REQUIRE(bench.engine->look());
  CHECK(bench.match() == "PASSED");
}

TEST_CASE("the metrics tell of every outcome, of the breaker and of the time") {
  ScriptedServer server(described(matching));
  Bench bench(server.url());
  REQUIRE(bench.engine->look());
  CHECK(bench.match() == "PASSED");
  PrometheusText page;
  bench.engine->write(page);
  const std::string text = page.take();
  for (const char* line :
       {"countersign_engine_requests_total{call=\"match\",outcome=\"answered\"} 1\n",
        "countersign_engine_requests_total{call=\"liveness\",outcome=\"breaker_open\"} 0\n",
        "countersign_engine_request_seconds_count{call=\"match\"} 1\n",
        "countersign_engine_request_seconds_sum{call=\"match\"} 0\n",
        "countersign_engine_up 1\n",
        "countersign_engine_breaker 0\n",
        "countersign_engine_in_flight 0\n",
        "countersign_engine_retries_total 0\n"}) {
    CAPTURE(line);
    CHECK(text.find(line) != std::string::npos);
  }
}

}  // namespace countersign::http::external_engine_test
