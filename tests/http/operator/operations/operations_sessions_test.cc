// The operators' list of sessions, over all clients.
#include "http/operator/operations/operations_sessions.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/http/support/desk.h"

namespace countersign::http::operations_sessions_test {

using Ids = std::vector<std::string>;

struct Installation {
  Rig rig;
  Desk desk{rig};
  Backend one{rig};
  Backend other{rig};

  std::string add(const Backend& backend, const std::string& more = "") {
    rig.clock.move(std::chrono::seconds(1));
    const Answer created = rig.create(backend.client(), more);
    REQUIRE_MESSAGE(created.status == 200, created.body);
    return created["sessionId"];
  }
  Ids list(const std::string& input = "{}") {
    const auto found = desk.done("session list", input);
    Ids ids;
    for (const auto& item : found["sessions"].GetArray()) {
      ids.push_back(item["sessionId"].GetString());
    }
    return ids;
  }
};

TEST_CASE_FIXTURE(Installation, "an operator finds a person of every client, a disabled one too") {
  const std::string mine = add(one, R"("userRef":"u-1","labels":{"shop":"berlin"})");
  const std::string theirs = add(other, R"("userRef":"u-1")");
  const std::string liveness = add(other, R"("userRef":"u-2","purpose":"LIVENESS")");
  rig.disable(other.client());
  CHECK(list() == Ids{liveness, theirs, mine});
  CHECK(list(R"({"userRef":"u-1"})") == Ids{theirs, mine});
  CHECK(list(about(other.client().key)) == Ids{liveness, theirs});
  CHECK(list(about(other.client().key, R"(,"userRef":"u-1")")) == Ids{theirs});
  CHECK(list(R"({"labels":["shop=berlin"]})") == Ids{mine});
  CHECK(list(R"({"purpose":"liveness"})") == Ids{liveness});
  CHECK(list(R"({"status":"CREATED"})") == Ids{liveness, theirs, mine});
  CHECK(list(R"({"resultStatus":"PASSED"})").empty());
  CHECK(list(R"({"reason":"DOCUMENT_BLURRY"})").empty());
  const auto shown = desk.done("session list", R"({"userRef":"u-2"})");
  CHECK(shown["sessions"][0]["clientKey"] == other.client().key.c_str());
  CHECK(shown["next"].IsNull());
}

TEST_CASE_FIXTURE(Installation, "the sandbox's sessions are listed if they are asked for") {
  const Backend sandbox(rig, rig.add_client(any_purpose(), true));
  const std::string tried = add(sandbox);
  const std::string real = add(one);
  CHECK(list() == Ids{real});
  CHECK(list(R"({"sandbox":true})") == Ids{tried});
  CHECK(list(about(sandbox.client().key)) == Ids{tried});
  CHECK(list(about(one.client().key, R"(,"sandbox":true)")).empty());
}

TEST_CASE_FIXTURE(Installation, "days and times choose, and pages go on") {
  Ids all;
  for (int i = 0; i < 5; ++i) all.insert(all.begin(), add(i % 2 == 0 ? one : other));
  Ids walked;
  std::string after;
  do {
    const auto found = desk.done("session list", R"({"limit":2)" + after + "}");
    CHECK(found["sessions"].Size() <= 2);
    for (const auto& item : found["sessions"].GetArray()) {
      walked.push_back(item["sessionId"].GetString());
    }
    const bool goes_on = found["next"].IsString();
    after = goes_on ? R"(,"after":")" + std::string(found["next"].GetString()) + "\"" : "";
    add(one);
  } while (!after.empty());
  CHECK(walked == all);

  const std::string now = to_string(rig.clock.now());
  const std::string newest = list(R"({"limit":1})").front();
  CHECK(list(R"({"since":")" + now + "\"}") == Ids{newest});
  CHECK(list(R"({"until":")" + now + "\"}").size() == list().size() - 1);
  CHECK(list(R"({"since":")" + now.substr(0, 10) + "\"}").size() == list().size());
  CHECK(list(R"({"until":")" + now.substr(0, 10) + "\"}").empty());
}

TEST_CASE_FIXTURE(Installation,
                  "what cannot be a session's is refused, and so is an unknown client") {
  for (const char* input : {R"({"userRef":"a b"})",
                            R"({"userRef":"a@b.example"})",
                            R"({"status":"OPEN"})",
                            R"({"resultStatus":"OK"})",
                            R"({"purpose":"X"})",
                            R"({"reason":"blurry"})",
                            R"({"since":"yesterday"})",
                            R"({"until":"2026-13-01"})",
                            R"({"labels":["shop"]})",
                            R"({"labels":["shop="]})",
                            R"({"labels":["Shop=a"]})",
                            R"({"after":"1"})",
                            R"({"limit":0})",
                            R"({"limit":1001})",
                            R"({"createdFrom":"2026-11-21"})"}) {
    CAPTURE(input);
    CHECK(desk.refused("session list", input) == "SVC_INVALID_PARAMETER");
  }
  CHECK(desk.refused("session list", R"({"clientKey":"svck_unknown"})") == "SVC_NOT_FOUND");
}

}  // namespace countersign::http::operations_sessions_test
