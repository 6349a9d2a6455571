// Corrections of decisions that needed two people, or that the client keeps as they are.
#include <memory>
#include <string>
#include <vector>

#include "core/stream/delivered_as.h"
#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::correction_test {

const std::string kGiven = "SVC_REVIEW_OPINION_GIVEN";

// The log as a stranger audits it.
std::string fault(Cases& console) {
  return audited(console, [](RecordedEvent&) {}).fault;
}

// Two reviewers have passed the case, a third person has said that it fails.
struct Decided {
  Cases console;
  std::unique_ptr<Cases::Person> anna = console.person();
  std::unique_ptr<Cases::Person> bert = console.person("bert");
  std::unique_ptr<Cases::Person> outvoted = console.person("outvoted", "supervisor");
  std::unique_ptr<Cases::Person> sofia = console.person("sofia", "supervisor");
  std::unique_ptr<Cases::Person> theo = console.person("theo", "supervisor");
  std::string id = console.in_review();

  Decided() : console(signed_only(2)) {
    REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
    REQUIRE(console.decide(*outvoted, id, "FAILED").status == 200);
    REQUIRE(console.decide(*bert, id, "PASSED").status == 200);
  }
  Answer correct(Cases::Person& who, const std::string& decision) {
    return console.decide(who, id, decision, "correction");
  }
  std::string begin_code(const Cases::Person& who, const std::string& decision) {
    return console
        .act(who,
             id,
             "/decide/begin",
             "{" + Cases::choice(decision) + console.why_member() + R"(,"kind":"correction"})")
        .code();
  }
  std::string result() {
    const Answer answer =
        console.rig.send({.method = Method::Get,
                          .path = "/api/svc/session/" + id + "/result",
                          .headers = {{"x-svc-client-key", console.client.key},
                                      {"x-svc-client-secret", console.client.secret}}});
    return answer["resultStatus"];
  }
};

TEST_CASE_FIXTURE(Decided, "one supervisor alone does not turn what two decided") {
  const Answer first = correct(*sofia, "FAILED");
  REQUIRE_MESSAGE(first.status == 200, first.body);
  CHECK(first["settled"] == "false");
  CHECK(has(first.body, R"("resultStatus":null)"));
  CHECK(result() == "PASSED");
  CHECK(begin_code(*sofia, "FAILED") == kGiven);
  const Answer second = correct(*theo, "FAILED");
  CHECK(second["settled"] == "true");
  CHECK(second["resultStatus"] == "FAILED");
  CHECK(result() == "FAILED");
  CHECK(console.session(id).review.reviewers == std::vector<std::string>{sofia->id, theo->id});
  CHECK(console.session(id).review.is_signed);
  CHECK(fault(console) == "");
}

TEST_CASE_FIXTURE(Decided, "a supervisor who was outvoted does not correct the decision") {
  CHECK(begin_code(*outvoted, "FAILED") == kGiven);
  // Nor by a decision that another page has begun: the server asks again.
  CHECK(
      console.send_decision(*outvoted, id, "FAILED", console.head(), "null", "correction").code() ==
      kGiven);
  CHECK(console.all_of<ReviewCorrected>(id).empty());
}

TEST_CASE_FIXTURE(Decided, "two supervisors who disagree leave a correction to a third") {
  const auto uma = console.person("uma", "supervisor");
  REQUIRE(correct(*sofia, "FAILED").status == 200);
  CHECK(correct(*theo, "PASSED")["settled"] == "false");
  CHECK(result() == "PASSED");
  CHECK(correct(*uma, "PASSED")["resultStatus"] == "PASSED");
  CHECK(console.session(id).review.corrections == 1);
  CHECK(fault(console) == "");
}

TEST_CASE_FIXTURE(Decided,
                  "of two opinions on a correction at once the second is asked to look again") {
  const Cases::Begun one = console.begin(*sofia, id, "FAILED", "correction");
  const Cases::Begun two = console.begin(*theo, id, "FAILED", "correction");
  const auto send = [&](Cases::Person& who, const Cases::Begun& begun) {
    ++who.passkey.counter;
    return console.send_decision(
        who, id, "FAILED", begun.seen, who.passkey.assert_json(begun.challenge), "correction");
  };
  CHECK(send(*sofia, one).status == 200);
  CHECK(send(*theo, two).code() == "SVC_REVIEW_CHANGED");
  CHECK(console.session(id).review.decision == ReviewDecision::Passed);
}

TEST_CASE_FIXTURE(Decided,
                  "no webhook tells of a correction before it is settled, and one does then") {
  REQUIRE(correct(*sofia, "FAILED").status == 200);
  REQUIRE(correct(*theo, "FAILED").status == 200);
  std::vector<bool> told;
  for (const StoredEvent& event : console.events_of(id)) {
    if (!std::holds_alternative<ReviewCorrected>(event.recorded.event)) continue;
    told.push_back(webhook_type_of(event.recorded.event).has_value());
  }
  CHECK(told == std::vector<bool>{false, true});
}

TEST_CASE("a client may forbid corrections, and the console does not offer them") {
  ClientPolicy policy = any_purpose();
  policy.corrections = Corrections::Forbidden;
  Cases console(policy);
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  CHECK(has(console.show(*boss, id).body, R"("mayCorrect":false)"));
  CHECK(console
            .act(*boss,
                 id,
                 "/decide/begin",
                 "{" + Cases::choice("FAILED") + R"(,"kind":"correction"})")
            .code() == "SVC_REVIEW_CORRECTION_FORBIDDEN");
  CHECK(console.send_decision(*boss, id, "FAILED", console.head(), "null", "correction").code() ==
        "SVC_REVIEW_CORRECTION_FORBIDDEN");
  // The cases of another client are as before.
  const std::string other = console.in_review(console.other, "other");
  REQUIRE(console.decide(*anna, other, "PASSED").status == 200);
  CHECK(has(console.show(*boss, other).body, R"("mayCorrect":true)"));
  CHECK(console.decide(*boss, other, "FAILED", "correction").status == 200);
  CHECK(fault(console) == "");
}

}  // namespace countersign::http::correction_test
