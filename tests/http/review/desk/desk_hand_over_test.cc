// A reviewer hands a case to a supervisor, with words.
#include <string>

#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::desk_hand_over_test {

struct Desk : Cases {
  using Cases::Cases;

  std::unique_ptr<Person> anna = person("anna");
  std::unique_ptr<Person> bert = person("bert");
  std::unique_ptr<Person> sofia = person("sofia", "supervisor");
  std::string id = in_review();

  Answer hand_over(const Person& who, const std::string& words = "Is this print real?") {
    return act(who, id, "/handover", R"({"words":")" + words + "\"}");
  }
  std::string next(const Person& who) {
    const Answer answer = post("/review/api/next", "{}", who.token);
    return answer.status == 204 ? "none" : answer["sessionId"];
  }
};

TEST_CASE("a case that was handed over waits for a supervisor, who reads the words") {
  Desk desk;
  REQUIRE(desk.act(*desk.anna, desk.id, "/claim").status == 200);
  REQUIRE(desk.hand_over(*desk.anna).status == 200);
  CHECK(desk.next(*desk.anna) == "none");
  CHECK(desk.next(*desk.bert) == "none");
  CHECK_FALSE(has(desk.get("/review/api/queue", desk.bert->token).body, desk.id));
  CHECK(has(desk.get("/review/api/queue?lane=SUPERVISOR", desk.sofia->token).body, desk.id));
  CHECK(desk.next(*desk.sofia) == desk.id);
  const Answer shown = desk.show(*desk.sofia, desk.id);
  CHECK(has(shown.body, "Is this print real?"));
  CHECK(has(shown.body, R"("reviewer":"anna")"));
  CHECK(desk.decide(*desk.sofia, desk.id, "PASSED").status == 200);
  CHECK(audited(desk, [](RecordedEvent&) {}).fault == "");
}

TEST_CASE("the words are for supervisors, and are in no event") {
  Desk desk;
  REQUIRE(desk.hand_over(*desk.anna).status == 200);
  CHECK_FALSE(has(desk.show(*desk.bert, desk.id).body, "Is this print real?"));
  CHECK(has(desk.show(*desk.bert, desk.id).body, R"("handOvers":[])"));
  CHECK_FALSE(has(desk.show(*desk.person("auditor", "auditor"), desk.id).body, "print real"));
  for (const StoredEvent& event : desk.events_of(desk.id)) {
    CHECK_FALSE(has(event.bytes, "Is this print real?"));
  }
}

TEST_CASE("the words are gone with the files, and that they were there stays") {
  Desk desk;
  REQUIRE(desk.hand_over(*desk.anna).status == 200);
  REQUIRE(desk.decide(*desk.sofia, desk.id, "PASSED").status == 200);
  CHECK(has(desk.show(*desk.sofia, desk.id).body, "Is this print real?"));  // the history
  desk.purge(desk.id);
  const Answer shown = desk.show(*desk.sofia, desk.id);
  CHECK(shown.status == 200);
  CHECK(has(shown.body, R"("words":null)"));
  CHECK_FALSE(has(shown.body, "Is this print real?"));
}

TEST_CASE("nobody but a supervisor of the client goes on with the case") {
  Desk desk;
  REQUIRE(desk.hand_over(*desk.anna).status == 200);
  for (const Desk::Person* who : {desk.anna.get(), desk.bert.get()}) {
    CHECK(desk.act(*who, desk.id, "/claim").status != 200);
    CHECK(desk.send_decision(*who, desk.id, "PASSED", desk.head()).code() ==
          "SVC_REVIEW_HANDED_OVER");
  }
  const auto foreign = desk.person("foreign", "supervisor", desk.other.key);
  CHECK(desk.act(*foreign, desk.id, "/claim").status == 404);
  CHECK(has(desk.get("/review/api/queue?lane=SUPERVISOR", foreign->token).body, R"("items":[])"));
  CHECK(has(desk.get("/review/api/queue?lane=SUPERVISOR", desk.bert->token).body, R"("items":[])"));
}

TEST_CASE("a supervisor is not offered a case that they handed over, and sees it in the queue") {
  Desk desk;
  const auto boss = desk.person("boss", "supervisor");
  REQUIRE(desk.act(*desk.sofia, desk.id, "/claim").status == 200);
  REQUIRE(desk.hand_over(*desk.sofia).status == 200);
  const std::string other = desk.in_review();
  CHECK(has(desk.get("/review/api/queue?lane=SUPERVISOR", desk.sofia->token).body, desk.id));
  CHECK(desk.next(*desk.sofia) == other);
  CHECK(desk.next(*boss) == desk.id);
}

TEST_CASE("a supervisor gives the case back to a reviewer by an assignment") {
  Desk desk;
  REQUIRE(desk.hand_over(*desk.anna).status == 200);
  const std::string body =
      R"({"cases":[")" + desk.id + R"("],"reviewer":")" + desk.bert->id + "\"}";
  REQUIRE(desk.post("/review/api/assign", body, desk.sofia->token).status == 200);
  CHECK(desk.next(*desk.bert) == desk.id);
  CHECK(desk.decide(*desk.bert, desk.id, "PASSED").status == 200);
  CHECK(audited(desk, [](RecordedEvent&) {}).fault == "");
}

TEST_CASE("who has given an opinion hands the case over no more, and gives no second one") {
  ClientPolicy policy = any_purpose();
  policy.reviewers = 2;
  Desk desk(policy);
  REQUIRE(desk.decide(*desk.anna, desk.id, "PASSED").status == 200);
  CHECK(desk.hand_over(*desk.anna).code() == "SVC_REVIEW_NOT_PENDING");
  REQUIRE(desk.hand_over(*desk.bert).status == 200);
  REQUIRE(desk.decide(*desk.sofia, desk.id, "FAILED").status == 200);
  CHECK(desk.send_decision(*desk.anna, desk.id, "PASSED", desk.head()).code() ==
        "SVC_REVIEW_NOT_PENDING");
  // The reviewer who handed the case over may still give the opinion that is missing.
  CHECK(desk.decide(*desk.bert, desk.id, "PASSED").status == 200);
  CHECK(audited(desk, [](RecordedEvent&) {}).fault == "");
}

TEST_CASE("a hand-over needs words of a sentence, and the case") {
  Desk desk;
  CHECK(desk.hand_over(*desk.anna, "").status == 400);
  CHECK(desk.hand_over(*desk.anna, "   ").status == 400);
  CHECK(desk.hand_over(*desk.anna, std::string(501, 'w')).status == 400);
  CHECK(desk.hand_over(*desk.anna, R"(bell \u0007)").status == 400);
  CHECK(desk.act(*desk.anna, desk.id, "/handover", "{}").status == 400);
  REQUIRE(desk.act(*desk.bert, desk.id, "/claim").status == 200);
  CHECK(desk.hand_over(*desk.anna).code() == "SVC_REVIEW_CLAIMED");
  CHECK(desk.hand_over(*desk.person("auditor", "auditor")).status == 403);
  CHECK(desk.hand_over(*desk.person("foreign", "reviewer", desk.other.key)).status == 404);
  CHECK(desk.all_of<ReviewHandedOver>(desk.id).empty());
}

}  // namespace countersign::http::desk_hand_over_test
