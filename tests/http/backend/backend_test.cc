// The calls with which a backend reads and ends sessions, and the pages that are open to everybody.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidjson/document.h>

#include "events/record/codec.h"
#include "http/answers/public_event.h"
#include "http/describe/openapi.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::backend_test {

rapidjson::Document parsed(const std::string& body) {
  rapidjson::Document document;
  document.Parse(body.c_str(), body.size());
  REQUIRE_MESSAGE(!document.HasParseError(), body);
  return document;
}

TEST_CASE("the result follows a session from its creation to its end") {
  Rig rig;
  Backend backend(rig);
  const std::string id = rig.create(backend.client())["sessionId"];
  const auto result = [&] { return backend.get(Backend::path_of(id, "/result")).answer; };
  CHECK(result()["status"] == "CREATED");
  CHECK(result()["resultStatus"] == "PENDING");
  const Streamed canceled = backend.call(Method::Post, Backend::path_of(id, "/cancel"));
  CHECK(canceled.answer.status == 200);
  CHECK(canceled.answer["status"] == "CANCELED");
  CHECK(canceled.answer.body == result().body);
  CHECK(result()["endReason"] == "CANCELED");
  CHECK(result()["resultStatus"] == "NOT_EVALUATED");
  CHECK(backend.call(Method::Post, Backend::path_of(id, "/cancel")).answer.code() ==
        "SVC_SESSION_NOT_ACTIVE");
}

TEST_CASE("files under a legal hold are not purged until it is lifted") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({});
  const std::string input = R"({"sessionId":")" + captured.id + R"(","reason":"case 7"})";
  CHECK(backend.admin("/admin/hold/set", input).answer["held"] == "true");
  const Streamed refused = backend.call(Method::Post, Backend::path_of(captured.id, "/purge"));
  CHECK(refused.answer.status == 409);
  CHECK(refused.answer.code() == "SVC_LEGAL_HOLD");
  CHECK(backend.admin("/admin/hold/release", input).answer["held"] == "false");
  CHECK(backend.call(Method::Post, Backend::path_of(captured.id, "/purge")).answer.status == 200);
}

TEST_CASE("the timeline has the stored bytes of every event, and nothing sealed") {
  Rig rig;
  Backend backend(rig);
  const auto captured = backend.capture({10});
  const std::string body = backend.get(Backend::path_of(captured.id, "/timeline")).answer.body;
  const auto page = parsed(body);
  const auto stored = rig.data().queries().timeline(SessionId(*parse_uuid(captured.id)));
  REQUIRE(page["events"].Size() == stored->size());
  CHECK(body.find("\"sealed\"") == std::string::npos);
  bool any_sealed = false;
  for (const StoredEvent& event : *stored) {
    any_sealed = any_sealed || event.recorded.sealed.has_value();
    CHECK(body.find(public_event(event, Opinions::Shown).json) != std::string::npos);
    if (!event.recorded.sealed) CHECK(public_event(event, Opinions::Shown).json == event.bytes);
  }
  CHECK(any_sealed);
}

TEST_CASE("liveness, readiness and metrics are open to all") {
  Rig rig;
  Backend backend(rig);
  CHECK(backend.get("/healthz").answer.body == R"({"status":"OK"})");
  CHECK(backend.get("/readyz").answer.status == 200);
  const Streamed metrics = backend.get("/metrics");
  CHECK(metrics.answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8");
  CHECK(metrics.answer.body.find("countersign_log_writable 1\n") != std::string::npos);
  CHECK(metrics.answer.body.find(backend.client().key) == std::string::npos);
  rig.service().calls.draining = true;
  const Streamed draining = backend.get("/readyz");
  CHECK(draining.answer.status == 503);
  CHECK(draining.answer.code() == "SVC_UNAVAILABLE");
  CHECK(backend.get("/healthz").answer.status == 200);
  CHECK(backend.get("/api/svc/openapi.json").answer.body == openapi_json());
}

TEST_CASE("the metrics say how many submissions wait for the writer") {
  Rig rig;
  Backend backend(rig);
  const auto depth = [&](int waiting) {
    const std::string page = backend.get("/metrics").answer.body;
    return page.find(fmt::format("countersign_writer_queue {}\n", waiting)) != std::string::npos;
  };
  const std::string sessions[] = {rig.create(backend.client())["sessionId"],
                                  rig.create(backend.client())["sessionId"]};
  CHECK(depth(0));
  std::vector<std::shared_ptr<StreamedExchange>> calls;
  bool waited = false;
  rig.data().writer().run_between_groups([&] {
    for (const std::string& id : sessions) {
      calls.push_back(backend.begin(Method::Post, Backend::path_of(id, "/cancel")));
    }
    waited = depth(2);
  });
  CHECK(waited);
  for (const auto& call : calls) CHECK(call->wait().status == 200);
  CHECK(depth(0));
}

}  // namespace countersign::http::backend_test
