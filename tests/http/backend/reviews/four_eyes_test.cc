// Reviews that need two people who agree, or a third: who learns what, and when.
#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/http/support/review_office.h"

namespace countersign::http::four_eyes_test {

ClientPolicy with_reviewers(std::uint64_t reviewers) {
  ClientPolicy policy = any_purpose();
  policy.reviewers = reviewers;
  return policy;
}

TEST_CASE("four eyes: nobody learns of the first opinion before the review is settled") {
  Rig rig;
  Office office(rig, with_reviewers(2));
  const std::string session = office.in_review();
  const Answer first = office.decide(session, decision_by("anna"));
  REQUIRE(first.status == 200);
  CHECK(first["resultStatus"] == "REVIEW");
  CHECK(has(first.body, R"("review":null)"));
  CHECK(has(office.result(session), R"("review":null)"));
  const Office::Page waiting = office.waiting();
  CHECK(waiting.sessions == std::vector<std::string>{session});
  CHECK(waiting.opinions == std::vector<std::uint64_t>{1});
  const std::string hidden = R"("data":{"reviewer":"anna","opinion":1,"settles":false}})";
  CHECK(has(office.timeline(session), hidden));
  CHECK(has(office.feed(), hidden));

  const Answer second = office.decide(session, decision_by("bert"));
  CHECK(second["resultStatus"] == "PASSED");
  CHECK(has(second.body, R"("reviewers":["anna","bert"],"signed":false)"));
  const std::string shown =
      R"("data":{"decision":"PASSED","reasons":["OTHER"],"reviewer":"anna","opinion":1,)";
  CHECK(has(office.timeline(session), shown));
  CHECK(has(office.feed(), shown));
  CHECK_FALSE(has(office.feed(), hidden));
}

TEST_CASE("four eyes: a hidden opinion hides its note and its key, too") {
  Rig rig;
  Office office(rig, with_reviewers(2));
  const std::string session = office.in_review();
  REQUIRE(office
              .decide(session,
                      R"({"decision":"FAILED","reasons":["OTHER"],"reviewer":"a","note":"n"})",
                      keyed("k"))
              .status == 200);
  CHECK(has(office.timeline(session), R"("data":{"reviewer":"a","opinion":1,"settles":false}}]})"));
  CHECK_FALSE(has(office.timeline(session), R"("sealed")"));
  // The hash of the request would tell the opinion to whoever tries all of them.
  CHECK_FALSE(has(office.timeline(session), R"("idempotency")"));
}

TEST_CASE("four eyes: an opinion has a receipt once the review is settled") {
  Rig rig(ServiceSettings{}, Rig::Checkpoints::Signed);
  Office office(rig, with_reviewers(2));
  const std::string session = office.in_review();
  const Answer first = office.decide(session, decision_by("anna", "FAILED"));
  REQUIRE(first.status == 200);
  const std::string index = std::to_string(rig.data().queries().head().value() - 1);
  const std::string path = Backend::path_of(session, "/receipt") + "?index=" + index;
  const Answer early = office.backend.get(path).answer;
  CHECK(early.status == 404);
  CHECK(early["detail"] == "The event has no receipt until the review is settled.");
  REQUIRE(office.decide(session, decision_by("bert", "FAILED")).status == 200);
  CHECK(office.backend.get(path).answer.status == 200);
}

TEST_CASE("four eyes: of two who disagree a third decides, and nobody twice or unnamed") {
  Rig rig;
  Office office(rig, with_reviewers(2));
  const std::string session = office.in_review();
  const Answer unnamed = office.decide(session, kPassed);
  CHECK(unnamed.status == 400);
  CHECK(unnamed.code() == "SVC_INVALID_PARAMETER");
  CHECK(unnamed["field"] == "reviewer");
  REQUIRE(office.decide(session, decision_by("anna", "PASSED")).status == 200);
  CHECK(office.decide(session, decision_by("anna", "PASSED")).code() == "SVC_REVIEW_NOT_PENDING");
  REQUIRE(office.decide(session, decision_by("bert", "FAILED")).status == 200);
  CHECK(has(office.result(session), R"("resultStatus":"REVIEW")"));
  CHECK(office.waiting().opinions == std::vector<std::uint64_t>{2});
  CHECK(office.decide(session, decision_by("bert", "PASSED")).code() == "SVC_REVIEW_NOT_PENDING");
  const Answer third = office.decide(session, decision_by("cora", "FAILED"));
  CHECK(third["resultStatus"] == "FAILED");
  CHECK(has(third.body, R"("reviewers":["anna","bert","cora"])"));
  CHECK(office.decide(session, decision_by("dora")).code() == "SVC_REVIEW_NOT_PENDING");
}

}  // namespace countersign::http::four_eyes_test
