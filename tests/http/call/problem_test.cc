#include "http/call/problem.h"

#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <set>

namespace countersign::http::problem_test {

rapidjson::Document parsed(const std::string& body) {
  rapidjson::Document document;
  document.Parse(body.c_str(), body.size());
  REQUIRE(document.IsObject());
  return document;
}

TEST_CASE("every problem code has a row with a name of its own and a status outside 2xx") {
  std::set<std::string_view> names;
  for (const ProblemRow& row : problem_rows()) {
    CAPTURE(row.name);
    CHECK(&row_of(row.code) == &row);
    CHECK(names.insert(row.name).second);
    CHECK(row.name.starts_with("SVC_"));
    CHECK(row.status >= 400);
    CHECK(row.status <= 505);
    CHECK(row.title.ends_with("."));
  }
  CHECK(names.size() == static_cast<std::size_t>(ProblemCode::VersionNotSupported) + 1);
}

TEST_CASE("the codes of the contract have the statuses of the contract") {
  const auto status = [](ProblemCode code) { return row_of(code).status; };
  CHECK(row_of(ProblemCode::ChallengeInvalid).name == "SVC_CHALLENGE_INVALID");
  CHECK(status(ProblemCode::ChallengeInvalid) == 400);
  CHECK(status(ProblemCode::ClientAuthFailed) == 400);
  CHECK(status(ProblemCode::ScopeDenied) == 400);
  CHECK(status(ProblemCode::SessionInvalid) == 401);
  CHECK(status(ProblemCode::OriginNotAllowed) == 403);
  CHECK(status(ProblemCode::NotAcceptable) == 406);
  CHECK(status(ProblemCode::StepOutOfSequence) == 409);
  CHECK(status(ProblemCode::AttemptsExhausted) == 409);
  CHECK(status(ProblemCode::SessionNotActive) == 409);
  CHECK(status(ProblemCode::FilesPurged) == 410);
  CHECK(status(ProblemCode::PayloadTooLarge) == 413);
  CHECK(status(ProblemCode::UnsupportedMediaType) == 415);
  CHECK(status(ProblemCode::IdempotencyMismatch) == 422);
  CHECK(status(ProblemCode::IdempotencyConflict) == 409);
  CHECK(status(ProblemCode::QuotaExceeded) == 429);
  CHECK(status(ProblemCode::Unavailable) == 503);
  CHECK(row_of(ProblemCode::LegalHold).name == "SVC_LEGAL_HOLD");
}

TEST_CASE("a problem is encoded as RFC 9457 with the members that its code adds") {
  const Response response = encode({.code = ProblemCode::StepOutOfSequence,
                                    .detail = "Not \"yet\".",
                                    .current_step = CurrentStep::Document},
                                   "request-1");
  CHECK(response.status == 409);
  CHECK(response.headers.find("Content-Type") == "application/problem+json");
  CHECK_FALSE(response.headers.find("Retry-After").has_value());
  const auto body = parsed(response.body);
  CHECK(std::string(body["type"].GetString()) ==
        "urn:countersign:problem:SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(std::string(body["title"].GetString()) == row_of(ProblemCode::StepOutOfSequence).title);
  CHECK(body["status"].GetInt() == 409);
  CHECK(std::string(body["detail"].GetString()) == "Not \"yet\".");
  CHECK(body["ok"].IsFalse());
  CHECK(std::string(body["code"].GetString()) == "SVC_STEP_OUT_OF_SEQUENCE");
  CHECK(std::string(body["requestId"].GetString()) == "request-1");
  CHECK(std::string(body["currentStep"].GetString()) == "DOCUMENT");
  CHECK_FALSE(body.HasMember("field"));
  CHECK_FALSE(body.HasMember("instance"));
}

TEST_CASE("a 429 and a 503 always say in whole seconds when to come again") {
  for (const ProblemRow& row : problem_rows()) {
    if (row.status != 429 && row.status != 503) continue;
    CAPTURE(row.name);
    const Response plain = encode({.code = row.code}, "r");
    CHECK(plain.headers.find("Retry-After") == "1");
    CHECK(parsed(plain.body)["retryAfterSeconds"].GetUint() == 1);
    const Response later = encode({.code = row.code, .retry_after_seconds = 42}, "r");
    CHECK(later.headers.find("Retry-After") == "42");
  }
}

TEST_CASE("a 401 names the scheme and a 405 the methods") {
  CHECK(encode({.code = ProblemCode::SessionInvalid}, "r").headers.find("WWW-Authenticate") ==
        "Bearer");
  CHECK(encode({.code = ProblemCode::MethodNotAllowed, .allow = "GET, HEAD"}, "r")
            .headers.find("Allow") == "GET, HEAD");
}

TEST_CASE("a problem without a detail of its own says its title") {
  const auto body = parsed(encode({.code = ProblemCode::NotFound}, "r").body);
  CHECK(std::string(body["detail"].GetString()) == std::string(body["title"].GetString()));
}

TEST_CASE("a refusal by the domain keeps the fields that a client needs to go on") {
  const Problem fault = problem_of(Rejection{Refusal::ChallengeInvalid, ChallengeFault::Expired});
  CHECK(fault.code == ProblemCode::ChallengeInvalid);
  CHECK(fault.reason == ChallengeFault::Expired);
  CHECK(parsed(encode(fault, "r").body)["reason"].GetString() == std::string("EXPIRED"));
  const Problem step =
      problem_of(Rejection{Refusal::StepOutOfSequence, std::nullopt, CurrentStep::Liveness});
  CHECK(step.current_step == CurrentStep::Liveness);
  CHECK(row_of(problem_of(Rejection{Refusal::TooManyChallenges}).code).status == 429);
  CHECK(row_of(problem_of(Rejection{Refusal::FileUnknown}).code).status == 404);
}

TEST_CASE("a failing machine is 503, and data that is not what was written is 500") {
  CHECK(row_of(problem_of(StoreError::Io).code).status == 503);
  CHECK(row_of(problem_of(StoreError::Full).code).status == 503);
  CHECK(row_of(problem_of(StoreError::Stopped).code).status == 503);
  CHECK(row_of(problem_of(StoreError::Corrupt).code).status == 500);
}

}  // namespace countersign::http::problem_test
