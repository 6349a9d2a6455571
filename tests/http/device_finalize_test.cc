#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/http/rig.h"

namespace countersign::http {
namespace {

std::string refusal_of(const Answer& answer) {
  return fmt::format("{} {}", answer.status, answer.code());
}

std::string captured(Rig& rig, const Credentials& client, std::string_view purpose) {
  const std::string token = rig.token(client, purpose);
  REQUIRE(rig.document(token, good_image("passport"), "", "PASSPORT")["ok"] == "true");
  REQUIRE(rig.liveness(token, {good_image(token + "1"), good_image(token + "2")})["ok"] == "true");
  return token;
}

}  // namespace

TEST_CASE("a capture goes through every call of the specification") {
  Rig rig;
  rig.engine.be_capable_of({Action::TurnLeft}, true);
  const Credentials client = rig.add_client();
  const Answer created = rig.create(client);
  const std::string token = created["sessionToken"];
  CHECK(rig.status(token)["status"] == "CREATED");
  CHECK(rig.status(token)["currentStep"] == "DOCUMENT");
  REQUIRE(rig.document(token, good_image("passport"))["ok"] == "true");
  CHECK(rig.status(token)["currentStep"] == "LIVENESS");
  CHECK(refusal_of(rig.finalize(token)) == "409 SVC_STEP_OUT_OF_SEQUENCE");
  const std::vector<std::string> frames{
      good_image("straight"), good_image("left"), good_image("again"), good_image("right")};
  REQUIRE(rig.liveness(token, frames)["ok"] == "true");
  CHECK(rig.status(token)["currentStep"] == "FINALIZE");

  const Answer outcome = rig.finalize(token);
  CHECK(outcome.status == 200);
  CHECK(outcome["result"] == "PASSED");
  CHECK_FALSE(outcome["detail"].empty());
  CHECK(rig.engine.matched() ==
        fmt::format("{}+{}", good_image("passport"), fmt::join(frames, "+")));

  const Answer result = rig.send(
      {.path = "/api/svc/session/" + created["sessionId"] + "/result",
       .headers = {{"X-Svc-Client-Key", client.key}, {"X-Svc-Client-Secret", client.secret}}});
  CHECK(result.status == 200);
  CHECK(result["status"] == "COMPLETED");
  CHECK(result["resultStatus"] == "PASSED");
}

TEST_CASE("after finalize the token is used, on every device path") {
  Rig rig;
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  REQUIRE(rig.finalize(token).status == 200);
  for (const char* path : {"/api/sdk/document/challenge",
                           "/api/sdk/document",
                           "/api/sdk/liveness/challenge",
                           "/api/sdk/liveness",
                           "/api/sdk/finalize"}) {
    CHECK(rig.device(Method::Post, path, token).status == 401);
  }
  CHECK(rig.status(token).status == 401);
  CHECK(rig.finalize(token, {{"Idempotency-Key", "k"}}).status == 401);
}

TEST_CASE("what the engine cannot compare ends in a review, what does not match fails") {
  Rig rig;
  const Credentials client = rig.add_client();
  CHECK(rig.finalize(captured(rig, client, "FACE_MATCH"))["result"] == "REVIEW");
  rig.engine.be_capable_of({}, true);
  CHECK(rig.finalize(captured(rig, client, "FACE_MATCH"))["result"] == "PASSED");
  rig.engine.fail_faces_with("FACE_MISMATCH");
  const Answer failed = rig.finalize(captured(rig, client, "FACE_MATCH"));
  CHECK(failed["result"] == "FAILED");
  CHECK(failed["detail"].find("FACE_MISMATCH") != std::string::npos);
  CHECK(failed.status == 200);
}

TEST_CASE("a capture whose step failed is finalized as failed, without a face to compare") {
  Rig rig({.attempts = 1});
  rig.engine.be_capable_of({}, true);
  const std::string token = rig.token(rig.add_client());
  CHECK(rig.document(token, image_saying("DOCUMENT_TOO_DARK")).code() ==
        "DOCUMENT_ATTEMPTS_EXHAUSTED");
  const Answer outcome = rig.finalize(token);
  CHECK(outcome["result"] == "FAILED");
  CHECK(rig.engine.matched().empty());
}

TEST_CASE("a finalize with a key is answered again, by that key alone, also after a restart") {
  Rig rig;
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  const Headers with_key = {{"Idempotency-Key", "end"}};
  const Answer first = rig.finalize(token, with_key);
  REQUIRE(first.status == 200);
  CHECK(first.header("Idempotent-Replayed").empty());
  const Answer again = rig.finalize(token, with_key);
  CHECK(again.status == 200);
  CHECK(again.body == first.body);
  CHECK(again.header("Idempotent-Replayed") == "true");
  CHECK(rig.finalize(token).status == 401);
  CHECK(rig.finalize(token, {{"Idempotency-Key", "other"}}).status == 401);
  CHECK(rig.device(Method::Get, "/api/sdk/status", token, with_key).status == 401);
  rig.restart();
  CHECK(rig.finalize(token, with_key).body == first.body);
  rig.clock.move(std::chrono::hours(24));
  CHECK(rig.finalize(token, with_key).status == 401);
}

TEST_CASE("of many finalizes at a time one ends the session") {
  Rig rig;
  const std::string token = captured(rig, rig.add_client(), "FULL_CAPTURE");
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 16; ++i) {
    calls.push_back(rig.begin({.method = Method::Post,
                               .path = "/api/sdk/finalize",
                               .headers = {{"Authorization", "Bearer " + token}}}));
  }
  int ended = 0;
  for (const auto& call : calls) {
    const Answer answer = call->wait();
    if (answer.status == 200) {
      ++ended;
    } else {
      CHECK(refusal_of(answer) == "401 SVC_SESSION_INVALID");
    }
  }
  CHECK(ended == 1);
}

}  // namespace countersign::http
