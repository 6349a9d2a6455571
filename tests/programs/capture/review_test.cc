#include <doctest/doctest.h>

#include <string>

#include "tests/programs/support/capture.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/running_server.h"

// People decide what the server could not, over the real program.
namespace countersign::tests::review_test {

// A session whose person cannot do the liveness.
std::string in_review(const RunningServer& server, const Backend& backend) {
  const OpenSession session = backend.open("LIVENESS");
  const Device device(server.port(), session.token);
  REQUIRE(device.send("POST", "/api/sdk/liveness/not-possible", {}, "{}").status == 200);
  REQUIRE(Json(device.finalize().body).text("/result") == "REVIEW");
  return session.id;
}

Answer decide(const Backend& backend,
              const std::string& session,
              const std::string& decision,
              const std::string& reviewer) {
  return backend.post(Backend::session_path(session, "review"),
                      R"({"decision":")" + decision +
                          R"(","reasons":["PERSON_MATCHES"],"note":"seen","reviewer":")" +
                          reviewer + R"("})");
}

TEST_CASE("four eyes decide, a kill loses nothing, and an operator corrects") {
  RunningServer server;
  const Backend backend(server.port(), server.add_client("office", {"--reviewers", "2"}));
  const std::string session = in_review(server, backend);
  CHECK(server.metric("countersign_reviews_waiting") == "1");
  REQUIRE(decide(backend, session, "PASSED", "anna").status == 200);
  check_problem(decide(backend, session, "PASSED", "anna"), 409, "SVC_REVIEW_NOT_PENDING");

  server.kill();
  server.start();
  const Backend again(server.port(), backend.credentials());
  const Json waiting(again.get("/api/svc/reviews").body);
  CHECK(waiting.text("/reviews/0/sessionId") == session);
  CHECK(waiting.number("/reviews/0/opinions") == 1);
  const Answer settled = decide(again, session, "PASSED", "bert");
  CHECK(Json(settled.body).text("/resultStatus") == "PASSED");

  server.kill();
  server.start();
  const Backend later(server.port(), backend.credentials());
  const Json result(later.result(session).body);
  CHECK(result.text("/resultStatus") == "PASSED");
  CHECK(result.text("/automaticResult") == "REVIEW");
  CHECK(result.text("/review/note") == "seen");
  CHECK(server.metric("countersign_reviews_waiting") == "0");
  CHECK(server.metric("countersign_reviews_decided_total") == "1");

  Arguments correct{"session",
                    "correct",
                    session,
                    "--decision",
                    "failed",
                    "--reason",
                    "DOCUMENT_FORGED",
                    "--why",
                    "The issuer called."};
  // An operator does not correct a decision of two reviewers.
  const Finished refused = server.operate(correct);
  CHECK(refused.status != 0);
  CHECK(refused.err.find("two supervisors") != std::string::npos);
  CHECK(Json(later.result(session).body).text("/resultStatus") == "PASSED");
  const std::string key = later.credentials().key;
  REQUIRE(server.operate({"client", "change", key, "--reviewers", "1"}).status == 0);
  const std::string alone = in_review(server, later);
  REQUIRE(decide(later, alone, "PASSED", "anna").status == 200);
  const auto correct_alone = [&] {
    correct[2] = alone;
    return server.operate(correct);
  };
  REQUIRE(server.operate({"client", "change", key, "--corrections", "forbidden"}).status == 0);
  CHECK(correct_alone().status != 0);
  REQUIRE(server.operate({"client", "change", key, "--corrections", "allowed"}).status == 0);
  const Finished corrected = correct_alone();
  CHECK_MESSAGE(corrected.status == 0, corrected.err);
  CHECK(Json(later.result(alone).body).text("/resultStatus") == "FAILED");
  const Finished shown = server.operate({"session", "show", alone});
  CHECK(shown.out.find("ReviewCorrected") != std::string::npos);
  CHECK(shown.out.find("review") != std::string::npos);
  CHECK(shown.out.find("issuer") == std::string::npos);
  const Finished verified = server.operate({"log", "verify", "--json"});
  CHECK_MESSAGE(verified.status == 0, verified.err);
}

}  // namespace countersign::tests::review_test
