// A person who cannot perform the actions of liveness, from the call to the result.
#include <doctest/doctest.h>

#include "http/device/not_possible_request.h"
#include "tests/http/support/backend_calls.h"

namespace countersign::http::not_possible_test {

constexpr std::string_view kPath = "/api/sdk/liveness/not-possible";

Answer not_possible(Rig& rig, const std::string& token, std::string body, Headers more = {}) {
  more.add("Authorization", "Bearer " + token);
  return rig.send({.method = Method::Post,
                   .path = std::string(kPath),
                   .headers = std::move(more),
                   .body = std::move(body)});
}

struct Opened {
  std::string id;
  std::string token;
};
Opened opened(Rig& rig, Backend& backend, std::string_view purpose) {
  const Answer created =
      rig.create(backend.client(), R"("purpose":")" + std::string(purpose) + '"');
  REQUIRE_MESSAGE(created.status == 200, created.body);
  return {created["sessionId"], created["sessionToken"]};
}

std::string result_of(Backend& backend, const std::string& id) {
  const Streamed answer = backend.get(Backend::path_of(id, "/result"));
  REQUIRE_MESSAGE(answer.answer.status == 200, answer.answer.body);
  return answer.answer.body;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("who cannot do liveness gets a review with their own words, which end with the files") {
  Rig rig;
  Backend backend(rig);
  const Opened session = opened(rig, backend, "FULL_CAPTURE");
  CHECK(not_possible(rig, session.token, "").code() == "SVC_STEP_OUT_OF_SEQUENCE");
  REQUIRE(rig.document(session.token, good_image("p"), "", "PASSPORT")["ok"] == "true");
  REQUIRE(rig.liveness(session.token,
                       {image_saying("LIVENESS_NO_FACE", "1"),
                        image_saying("LIVENESS_NO_FACE", "2")})["ok"] == "false");

  const Answer ended = not_possible(rig, session.token, R"({"reason":"My neck \"is\" stiff."})");
  CHECK(ended.status == 200);
  CHECK(ended["ok"] == "true");
  CHECK(ended["state"] == "NOT_POSSIBLE");
  CHECK(rig.status(session.token)["currentStep"] == "FINALIZE");
  CHECK(has(rig.status(session.token).body,
            R"("step":"LIVENESS","state":"NOT_POSSIBLE",)"
            R"("attemptsUsed":1,"attemptsRemaining":0)"));
  CHECK(not_possible(rig, session.token, "{}").code() == "SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(rig.finalize(session.token)["result"] == "REVIEW");

  const std::string result = result_of(backend, session.id);
  CHECK(has(result, R"("resultStatus":"REVIEW")"));
  CHECK(has(result, R"("LIVENESS_NOT_POSSIBLE")"));
  CHECK(has(result, R"("liveness":{"state":"NOT_POSSIBLE","words":"My neck \"is\" stiff."})"));
  for (const std::string& line : rig.access_lines()) CHECK_FALSE(has(line, "stiff"));
  CHECK_FALSE(has(backend.get(Backend::path_of(session.id, "/timeline")).answer.body, "stiff"));

  CHECK(backend.call(Method::Post, Backend::path_of(session.id, "/purge")).answer.status == 200);
  const std::string purged = result_of(backend, session.id);
  CHECK(has(purged, R"("liveness":{"state":"NOT_POSSIBLE","words":null})"));
  CHECK(has(purged, R"("LIVENESS_NOT_POSSIBLE")"));
}

TEST_CASE("a repeated call gets the same answer, also after the session has ended") {
  Rig rig;
  Backend backend(rig);
  const Opened session = opened(rig, backend, "LIVENESS");
  const Headers key{{"Idempotency-Key", "once"}};
  const Answer first = not_possible(rig, session.token, R"({"reason":"a"})", key);
  REQUIRE(first.status == 200);
  CHECK(not_possible(rig, session.token, R"({"reason":"b"})", key).code() ==
        "SVC_IDEMPOTENCY_MISMATCH");
  CHECK(rig.finalize(session.token)["result"] == "REVIEW");
  const Answer again = not_possible(rig, session.token, R"({"reason":"a"})", key);
  CHECK(again.status == 200);
  CHECK(again.body == first.body);
  CHECK(again.header("Idempotent-Replayed") == "true");
  CHECK(not_possible(rig, session.token, R"({"reason":"a"})").status == 401);
  CHECK(has(result_of(backend, session.id), R"("words":"a")"));
}

TEST_CASE("a body that is no reason is refused and ends nothing") {
  Rig rig;
  Backend backend(rig);
  const Opened session = opened(rig, backend, "LIVENESS");
  const std::string most(500, 'x');
  CHECK(not_possible(rig, session.token, "[]").code() == "SVC_INVALID_JSON");
  CHECK(not_possible(rig, session.token, R"({"reason":"a","reason":"b"})").code() ==
        "SVC_INVALID_JSON");
  CHECK(not_possible(rig, session.token, R"({"reason":7})").code() == "SVC_INVALID_PARAMETER");
  CHECK(not_possible(rig, session.token, R"({"reason":"\u001b[2J"})").code() ==
        "SVC_INVALID_PARAMETER");
  CHECK(not_possible(rig, session.token, R"({"reason":")" + most + R"(x"})").code() ==
        "SVC_INVALID_PARAMETER");
  CHECK(not_possible(rig, "svct_" + std::string(43, 'A'), "{}").status == 401);
  CHECK(rig.status(session.token)["currentStep"] == "LIVENESS");
  CHECK(not_possible(rig, session.token, R"({"reason":")" + most + R"("})").status == 200);
}

TEST_CASE("a reason has characters, not bytes, to count") {
  std::string umlauts;
  for (int i = 0; i < 500; ++i) umlauts += "ü";
  const auto request = parse_not_possible_request(R"({"reason":")" + umlauts + R"("})");
  REQUIRE(request.has_value());
  CHECK(request->reason == umlauts);
  CHECK_FALSE(parse_not_possible_request(R"({"reason":")" + umlauts + R"(ü"})").has_value());
  CHECK(parse_not_possible_request(R"({"reason":""})")->reason == std::nullopt);
  CHECK(parse_not_possible_request(R"({"reason":null,"more":1})")->reason == std::nullopt);
}

}  // namespace countersign::http::not_possible_test
