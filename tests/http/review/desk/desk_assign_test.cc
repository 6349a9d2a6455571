// A supervisor assigns cases to reviewers, and takes them back.
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::desk_assign_test {

struct Desk : Cases {
  using Cases::Cases;

  std::unique_ptr<Person> anna = person("anna");
  std::unique_ptr<Person> bert = person("bert");
  std::unique_ptr<Person> sofia = person("sofia", "supervisor");

  Answer assign(const Person& by, const std::vector<std::string>& cases, const std::string& to) {
    return post(
        "/review/api/assign", "{" + list(cases) + R"(,"reviewer":")" + to + "\"}", by.token);
  }
  Answer unassign(const Person& by, const std::vector<std::string>& cases) {
    return post("/review/api/unassign", "{" + list(cases) + "}", by.token);
  }
  std::string next(const Person& who) {
    const Answer answer = post("/review/api/next", "{}", who.token);
    return answer.status == 204 ? "none" : answer["sessionId"];
  }
  static std::string list(const std::vector<std::string>& cases) {
    std::string ids;
    for (const std::string& id : cases) ids += (ids.empty() ? "\"" : ",\"") + id + "\"";
    return R"("cases":[)" + ids + "]";
  }
};

constexpr const char* kNoneRefused = R"({"refused":[]})";

TEST_CASE("an assigned case is the reviewer's next one, and nobody else's") {
  Desk desk;
  const std::string older = desk.in_review();
  const std::string assigned = desk.in_review();
  CHECK(desk.assign(*desk.sofia, {assigned}, desk.anna->id).body == kNoneRefused);
  CHECK(desk.next(*desk.anna) == assigned);
  CHECK(desk.next(*desk.bert) == older);
  const auto events = desk.all_of<ReviewAssigned>(assigned);
  REQUIRE(events.size() == 1);
  CHECK(events.front().reviewer == desk.sofia->id);
  CHECK(events.front().to == desk.anna->id);
  REQUIRE(desk.decide(*desk.anna, assigned, "PASSED").status == 200);
  CHECK(audited(desk, [](RecordedEvent&) {}).fault == "");
}

TEST_CASE("the queue says to a supervisor alone who has claimed a case") {
  Desk desk;
  const std::string id = desk.in_review();
  const auto queue = [&](const std::string& token) {
    return desk.get("/review/api/queue", token).body;
  };
  CHECK(has(queue(desk.sofia->token), R"("claimant":null)"));
  CHECK(desk.next(*desk.anna) == id);
  const std::string claimant =
      R"("claimant":{"reviewer":")" + desk.anna->id + R"(","name":"anna"})";
  CHECK(has(queue(desk.sofia->token), claimant));
  CHECK(has(queue(desk.bert->token), R"("claimedBy":"another","claimant":null)"));
  CHECK_FALSE(has(queue(desk.bert->token), desk.anna->id));
  CHECK(has(queue(desk.anna->token), R"("claimedBy":"you","claimant":null)"));
  desk.rig.clock.move(std::chrono::minutes(15));
  const auto boss = desk.person("boss", "supervisor");
  CHECK(has(queue(boss->token), R"("claimedBy":null,"claimant":null)"));
}

TEST_CASE("others neither claim nor decide an assigned case, until a day has passed") {
  Desk desk;
  const std::string id = desk.in_review();
  REQUIRE(desk.assign(*desk.sofia, {id}, desk.anna->id).status == 200);
  CHECK(desk.next(*desk.bert) == "none");
  CHECK(desk.act(*desk.bert, id, "/claim").code() == "SVC_REVIEW_ASSIGNED");
  CHECK(desk.send_decision(*desk.bert, id, "PASSED", desk.head()).code() == "SVC_REVIEW_ASSIGNED");
  CHECK(has(desk.get("/review/api/queue", desk.bert->token).body, R"("assignedTo":"another")"));
  CHECK(has(desk.get("/review/api/queue", desk.bert->token).body, R"("assignee":null)"));
  CHECK(has(desk.get("/review/api/queue", desk.sofia->token).body, R"("assignee":"anna")"));
  CHECK(has(desk.get("/review/api/queue?lane=ASSIGNED", desk.anna->token).body, id));
  CHECK_FALSE(has(desk.get("/review/api/queue?lane=ASSIGNED", desk.bert->token).body, id));
  desk.rig.clock.move(std::chrono::hours(24));
  const auto bert = desk.person("bert the second");
  CHECK(desk.next(*bert) == id);
}

TEST_CASE("a case that is taken back is everybody's, and one that is assigned anew another's") {
  Desk desk;
  const std::string id = desk.in_review();
  REQUIRE(desk.assign(*desk.sofia, {id}, desk.anna->id).status == 200);
  REQUIRE(desk.assign(*desk.sofia, {id}, desk.bert->id).body == kNoneRefused);
  CHECK(desk.next(*desk.anna) == "none");
  CHECK(desk.unassign(*desk.sofia, {id}).body == kNoneRefused);
  CHECK(desk.unassign(*desk.sofia, {id}).body == kNoneRefused);  // as was asked for already
  CHECK(desk.all_of<ReviewUnassigned>(id).size() == 1);
  CHECK(desk.next(*desk.anna) == id);
}

TEST_CASE("an assignment takes the case away from whoever has it") {
  Desk desk;
  const std::string id = desk.in_review();
  REQUIRE(desk.act(*desk.bert, id, "/claim").status == 200);
  REQUIRE(desk.assign(*desk.sofia, {id}, desk.anna->id).body == kNoneRefused);
  CHECK(desk.send_decision(*desk.bert, id, "PASSED", desk.head()).code() == "SVC_REVIEW_ASSIGNED");
  CHECK(desk.next(*desk.anna) == id);
  CHECK(audited(desk, [](RecordedEvent&) {}).fault == "");
}

TEST_CASE("a supervisor takes an assigned case over") {
  Desk desk;
  const std::string id = desk.in_review();
  const auto theo = desk.person("theo", "supervisor");
  REQUIRE(desk.assign(*desk.sofia, {id}, desk.anna->id).status == 200);
  CHECK(desk.show(*theo, id)["mayTakeOver"] == "true");
  REQUIRE(desk.act(*theo, id, "/takeover").status == 200);
  CHECK(desk.next(*desk.anna) == "none");
  CHECK(audited(desk, [](RecordedEvent&) {}).fault == "");
}

TEST_CASE("who is no supervisor of the client assigns none of its cases") {
  Desk desk;
  const std::string id = desk.in_review();
  const auto auditor = desk.person("auditor", "auditor");
  const auto foreign = desk.person("foreign", "supervisor", desk.other.key);
  for (const Desk::Person* who : {desk.anna.get(), auditor.get()}) {
    CHECK(desk.assign(*who, {id}, desk.bert->id).status == 403);
    CHECK(desk.unassign(*who, {id}).status == 403);
    CHECK(desk.get("/review/api/assignees?client=" + desk.client.key, who->token).status == 403);
  }
  CHECK(has(desk.assign(*foreign, {id}, desk.bert->id).body, "SVC_NOT_FOUND"));
  CHECK(has(desk.unassign(*foreign, {id}).body, "SVC_NOT_FOUND"));
  CHECK(desk.get("/review/api/assignees?client=" + desk.client.key, foreign->token).status == 403);
  CHECK(desk.all_of<ReviewAssigned>(id).empty());
  // The first case is refused, and the second assigned.
  const std::string own = desk.in_review(desk.other, "own");
  const Answer both = desk.assign(*foreign, {id, own}, desk.bert->id);
  CHECK(has(both.body, id));
  CHECK_FALSE(has(both.body, own));
  CHECK(desk.all_of<ReviewAssigned>(own).size() == 1);
}

TEST_CASE("a case is assigned to somebody who could decide it") {
  ClientPolicy policy = any_purpose();
  policy.reviewers = 2;
  Desk desk(policy);
  const std::string id = desk.in_review();
  const auto auditor = desk.person("auditor", "auditor");
  const auto foreign = desk.person("foreign", "reviewer", desk.other.key);
  const auto left = desk.person("left");
  desk.desk.done("reviewer disable", R"({"reviewer":")" + left->id + "\"}");
  for (const Desk::Person* to : {auditor.get(), foreign.get(), left.get()}) {
    CHECK(has(desk.assign(*desk.sofia, {id}, to->id).body, "SVC_REVIEWER_NOT_ELIGIBLE"));
  }
  CHECK(has(desk.assign(*desk.sofia, {id}, "rvw_AAAAAAAAAAAAAAAAAAAAAA").body,
            "SVC_REVIEWER_NOT_ELIGIBLE"));
  const Answer people =
      desk.get("/review/api/assignees?client=" + desk.client.key, desk.sofia->token);
  CHECK(has(people.body, desk.anna->id));
  CHECK_FALSE(has(people.body, auditor->id));
  CHECK_FALSE(has(people.body, foreign->id));
  CHECK_FALSE(has(people.body, left->id));
  // Nobody gives both of two opinions.
  REQUIRE(desk.decide(*desk.anna, id, "PASSED").status == 200);
  CHECK(has(desk.assign(*desk.sofia, {id}, desk.anna->id).body, "SVC_REVIEW_OPINION_GIVEN"));
  CHECK(desk.assign(*desk.sofia, {id}, desk.bert->id).body == kNoneRefused);
}

TEST_CASE("how many cases a reviewer was assigned is told of the client that was asked about") {
  Desk desk;
  const std::string of_first = desk.in_review();
  const std::string of_other = desk.in_review(desk.other, "other");
  REQUIRE(desk.assign(*desk.sofia, {of_first, of_other}, desk.anna->id).body == kNoneRefused);
  const auto assigned = [&](const std::string& client) {
    return desk.get("/review/api/assignees?client=" + client, desk.sofia->token).body;
  };
  const std::string one = R"("reviewer":")" + desk.anna->id + R"(","name":"anna","assigned":1)";
  CHECK(has(assigned(desk.client.key), one));
  CHECK(has(assigned(desk.other.key), one));
}

TEST_CASE("the assignment to a reviewer who was disabled keeps nobody out") {
  Desk desk;
  const std::string id = desk.in_review();
  REQUIRE(desk.assign(*desk.sofia, {id}, desk.anna->id).status == 200);
  desk.desk.done("reviewer disable", R"({"reviewer":")" + desk.anna->id + "\"}");
  CHECK(has(desk.get("/review/api/queue", desk.bert->token).body, R"("assignedTo":null)"));
  CHECK(desk.next(*desk.bert) == id);
  CHECK(desk.decide(*desk.bert, id, "PASSED").status == 200);
  CHECK(audited(desk, [](RecordedEvent&) {}).fault == "");
}

TEST_CASE("malformed bodies assign nothing") {
  Desk desk;
  const std::string id = desk.in_review();
  for (const std::string body : {R"({})",
                                 R"({"cases":[],"reviewer":"rvw_AAAAAAAAAAAAAAAAAAAAAA"})",
                                 R"({"cases":["x"],"reviewer":"rvw_AAAAAAAAAAAAAAAAAAAAAA"})"}) {
    CHECK(desk.post("/review/api/assign", body, desk.sofia->token).status == 400);
  }
  CHECK(desk.assign(*desk.sofia, {id, id}, desk.anna->id).status == 400);
  CHECK(desk.assign(*desk.sofia, {id}, "anna").status == 400);
  CHECK(desk.assign(*desk.sofia, std::vector<std::string>(51, id), desk.anna->id).status == 400);
  CHECK(desk.all_of<ReviewAssigned>(id).empty());
}

TEST_CASE("a due time of a minute or more is taken, and 0 takes it away") {
  Desk desk;
  const std::string id = desk.in_review();
  const auto due_ms = [&](const std::string& given) {
    return R"({"clientKey":")" + desk.client.key + R"(","reviewDueMs":)" + given + "}";
  };
  for (const std::string wrong : {"1", "59999", "-60000", "\"4h\"", "99999999999999999"}) {
    CAPTURE(wrong);
    CHECK(desk.desk.refused("client change", due_ms(wrong)) == "SVC_INVALID_PARAMETER");
  }
  CHECK(has(desk.get("/review/api/queue", desk.anna->token).body, R"("dueAt":null)"));
  desk.desk.done("client change", due_ms("60000"));
  CHECK_FALSE(has(desk.get("/review/api/queue", desk.anna->token).body, R"("dueAt":null)"));
  CHECK_FALSE(has(desk.show(*desk.anna, id).body, R"("dueAt":null)"));
  desk.desk.done("client change", due_ms("0"));
  CHECK(has(desk.get("/review/api/queue", desk.anna->token).body, R"("dueAt":null)"));
}

TEST_CASE("of two who assign, and of those who claim and decide meanwhile, one order wins") {
  Desk desk;
  const auto theo = desk.person("theo", "supervisor");
  for (int round = 0; round < 4; ++round) {
    const std::string id = desk.in_review();
    std::vector<std::thread> threads;
    threads.emplace_back([&] { (void)desk.assign(*desk.sofia, {id}, desk.anna->id); });
    threads.emplace_back([&] { (void)desk.assign(*theo, {id}, desk.bert->id); });
    threads.emplace_back([&] { (void)desk.act(*desk.anna, id, "/claim"); });
    threads.emplace_back([&] { (void)desk.send_decision(*desk.bert, id, "PASSED", desk.head()); });
    for (std::thread& thread : threads) thread.join();
    CHECK(desk.all_of<ReviewDecided>(id).size() <= 1);
  }
  CHECK(audited(desk, [](RecordedEvent&) {}).fault == "");
}

}  // namespace countersign::http::desk_assign_test
