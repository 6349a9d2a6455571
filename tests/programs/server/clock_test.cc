#include <doctest/doctest.h>

#include <string>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// The effects of time: the server is stopped, and started again with its clock ahead.
namespace countersign::tests::clock_test {

struct Scene {
  RunningServer server;
  Credentials client = server.add_client("shop");

  Backend backend() const { return {server.port(), client}; }
  Device device(const OpenSession& session) const { return {server.port(), session.token}; }
  void let_pass(const char* time, const Arguments& flags = {}) {
    REQUIRE(server.stop() == 0);
    server.start({.flags = flags, .variables = {}, .clock_ahead = time});
  }
};

TEST_CASE("a nonce expires") {
  Scene scene;
  const OpenSession session = scene.backend().open("DOCUMENT_VERIFICATION");
  const std::string nonce = scene.device(session).nonce("document");
  scene.let_pass("+301s");
  const Answer late = scene.device(session).document(nonce, document_picture(Side::Front));
  check_problem(late, 400, "SVC_CHALLENGE_INVALID");
  CHECK(Json(late.body).text("/reason") == "EXPIRED");
  CHECK(Json(scene.device(session).pass_document().body).is_true("/ok"));
}

TEST_CASE("a token expires, and the backend reads EXPIRED before and after the sweep") {
  Scene scene;
  const OpenSession untouched = scene.backend().open("FULL_CAPTURE");
  const OpenSession begun = scene.backend().open("FULL_CAPTURE");
  CHECK(Json(scene.device(begun).pass_document().body).is_true("/ok"));
  scene.let_pass("+1801s", {"--sweep-interval=1h"});
  for (const OpenSession& session : {untouched, begun}) {
    check_problem(scene.device(session).status(), 401, "SVC_SESSION_INVALID");
    check_problem(scene.device(session).finalize(), 401, "SVC_SESSION_INVALID");
    CHECK(Json(scene.backend().result(session.id).body).text("/status") == "EXPIRED");
  }
  CHECK(Json(scene.backend().result(untouched.id).body).text("/endReason") == "NEVER_STARTED");
  CHECK(Json(scene.backend().result(begun.id).body).text("/endReason") == "NOT_FINALIZED");
  CHECK(scene.server.operate({"retention", "sweep", "--json"}).status == 0);
  CHECK(scene.backend().timeline(begun.id).body.find("\"SessionExpired\"") != std::string::npos);
  CHECK(Json(scene.backend().result(begun.id).body).text("/status") == "EXPIRED");
}

TEST_CASE("files are kept for their retention, then purged by the server's own sweep") {
  Scene scene;
  const OpenSession session = scene.backend().open("DOCUMENT_VERIFICATION");
  scene.device(session).pass_document();
  scene.device(session).finalize();
  scene.let_pass("+29d");
  CHECK(scene.server.operate({"retention", "sweep", "--json"}).status == 0);
  CHECK(scene.backend().bundle(session.id).status == 200);
  scene.let_pass("+31d");
  CHECK(scene.server.operate({"retention", "sweep", "--json"}).status == 0);
  CHECK(scene.backend().bundle(session.id).status == 410);
  const Json list(scene.backend().documents(session.id).body);
  CHECK(list.size("") == 1);
  CHECK(list.is_true("/0/purged"));
}

TEST_CASE("unfinished sessions lose their files after a day, and a hold keeps them") {
  Scene scene;
  const OpenSession held = scene.backend().open("FULL_CAPTURE");
  const OpenSession session = scene.backend().open("FULL_CAPTURE");
  scene.device(held).pass_document();
  scene.device(session).pass_document();
  CHECK(scene.server.operate({"hold", "set", held.id, "--reason", "case-7"}).status == 0);
  scene.let_pass("+2d");
  CHECK(scene.server.operate({"retention", "sweep", "--json"}).status == 0);
  scene.let_pass("+4d");
  CHECK(scene.server.operate({"retention", "sweep", "--json"}).status == 0);
  CHECK(scene.backend().bundle(session.id).status == 410);
  CHECK(scene.backend().bundle(held.id).status == 200);
  check_problem(scene.backend().purge(held.id), 409, "SVC_LEGAL_HOLD");
  CHECK(scene.server.operate({"hold", "release", held.id, "--reason", "closed"}).status == 0);
  CHECK(scene.server.operate({"retention", "sweep", "--json"}).status == 0);
  CHECK(scene.backend().bundle(held.id).status == 410);
}

TEST_CASE("a client's quota is a calendar month's") {
  RunningServer server;
  const Backend backend(server.port(), server.add_client("small", {"--quota", "2"}));
  CHECK(backend.create("LIVENESS").status == 200);
  CHECK(backend.create("LIVENESS").status == 200);
  const Answer third = backend.create("LIVENESS");
  check_problem(third, 429, "SVC_QUOTA_EXCEEDED");
  CHECK_FALSE(third.header("retry-after").empty());
  REQUIRE(server.stop() == 0);
  server.start({.flags = {}, .variables = {}, .clock_ahead = "+32d"});
  const Backend later(server.port(), backend.credentials());
  CHECK(later.create("LIVENESS").status == 200);
}

}  // namespace countersign::tests::clock_test
