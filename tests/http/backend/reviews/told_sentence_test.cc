// Sentences of a client's: who changes them, and how a decision tells the person one.
#include <doctest/doctest.h>

#include <string>

#include "tests/http/support/desk.h"
#include "tests/http/support/joining_calls.h"
#include "tests/http/support/review_office.h"

namespace countersign::http::told_sentence_test {

constexpr std::string_view kVisit = R"({"decision":"FAILED","reasons":["OTHER"],"tell":"visit"})";

ClientPolicy with_sentences() {
  ClientPolicy policy = any_purpose();
  policy.review_reasons = ToldSentences(
      {{"unreadable", "We could not read your document."}, {"visit", "Please visit a branch."}});
  return policy;
}

std::string change(const std::string& client, const std::string& sentences) {
  return about(client, R"(,"reviewReasons":)" + sentences);
}

std::string entry(const std::string& name, const std::string& sentence) {
  return R"({"name":")" + name + R"(","sentence":")" + sentence + R"("})";
}

TEST_CASE("the result has the client's sentence as it was when the decision was made") {
  Rig rig;
  Office office(rig, with_sentences());
  Desk desk(rig);
  const std::string session = office.in_review();
  const Answer decided = office.decide(session, kVisit);
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  const std::string told = R"("told":{"name":"visit","sentence":"Please visit a branch."}})";
  CHECK(has(decided.body, told));
  desk.done("client change",
            change(office.credentials.key, "[" + entry("visit", "Please call.") + "]"));
  CHECK(has(office.result(session), told));
  CHECK(has(office.timeline(session), told));
  const std::string later = office.in_review();
  CHECK(has(office.decide(later, kVisit).body, R"("sentence":"Please call."}})"));
  CHECK(has(office.decide(office.in_review(), kPassed).body, R"("told":null})"));
}

TEST_CASE("a sentence that the client does not have is refused, and nothing is decided") {
  Rig rig;
  Office office(rig, with_sentences());
  const std::string session = office.in_review();
  for (const char* name : {"other", "VISIT", "a b", "visit\\n"}) {
    CAPTURE(name);
    const Answer refused = office.decide(
        session,
        R"({"decision":"FAILED","reasons":["OTHER"],"tell":")" + std::string(name) + R"("})");
    CHECK(refused.status == 400);
    CHECK(refused["field"] == "tell");
  }
  const std::string empty = R"({"decision":"FAILED","reasons":["OTHER"],"tell":""})";
  CHECK(has(office.decide(session, empty).body, R"("told":null})"));
}

TEST_CASE("a repeated request has its sentence, and another sentence is another request") {
  Rig rig;
  Office office(rig, with_sentences());
  const std::string session = office.in_review();
  const Answer first = office.decide(session, kVisit, keyed("once"));
  REQUIRE(first.status == 200);
  CHECK(office.decide(session, kVisit, keyed("once")).body == first.body);
  for (const char* other : {R"({"decision":"FAILED","reasons":["OTHER"],"tell":"unreadable"})",
                            R"({"decision":"FAILED","reasons":["OTHER"]})"}) {
    CHECK(office.decide(session, other, keyed("once")).code() == "SVC_IDEMPOTENCY_MISMATCH");
  }
}

TEST_CASE("the page of a person who is asked again has the sentence, and no other page") {
  Rig rig(with_public_origin());
  Office office(rig, with_sentences());
  const Answer decided = office.decide(
      office.in_review(), R"({"decision":"RESUBMIT","steps":["DOCUMENT"],"tell":"unreadable"})");
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  const Answer joined = rig.send(redemption(code_in(decided["captureUrl"])));
  REQUIRE(joined.status == 200);
  const Answer page = rig.device(Method::Get, "/api/sdk/capture", joined["sessionToken"]);
  CHECK(page["askedAgain"] == "true");
  CHECK(page["told"] == "We could not read your document.");
  CHECK(page["words"] == "null");
  const Answer plain = rig.create(office.credentials);
  CHECK(rig.device(Method::Get, "/api/sdk/capture", plain["sessionToken"])["told"] == "null");
}

TEST_CASE("the link of a capture that people decided says the sentence, and before that nothing") {
  Rig rig(with_public_origin());
  Office office(rig, with_sentences());
  const Answer created = rig.create(office.credentials, R"("purpose":"FULL_CAPTURE")");
  const std::string token = created["sessionToken"];
  const std::string code = code_in(created["captureUrl"]);
  REQUIRE(rig.document(token, good_image("told"), "", "PASSPORT")["ok"] == "true");
  REQUIRE(rig.device(Method::Post, "/api/sdk/liveness/not-possible", token, {}).status == 200);
  REQUIRE(rig.finalize(token)["result"] == "REVIEW");
  const Answer waiting = rig.send(redemption(code));
  CHECK(waiting["link"] == "COMPLETED");
  CHECK_FALSE(has(waiting.body, "\"told\""));
  REQUIRE(office.decide(created["sessionId"], kVisit).status == 200);
  const Answer decided = rig.send(redemption(code));
  CHECK(decided["link"] == "COMPLETED");
  CHECK(decided["told"] == "Please visit a branch.");
}

TEST_CASE("a change adds and replaces the sentences that it names, and takes empty ones away") {
  Rig rig;
  Desk desk(rig);
  const std::string key = rig.add_client().key;
  const auto changed = [&](const std::string& sentences) {
    const auto answer = desk.done("client change", change(key, sentences));
    std::string names;
    if (answer["reviewReasons"].IsNull()) return names;
    for (const auto& each : answer["reviewReasons"].GetArray()) {
      names += std::string(each["name"].GetString()) + "=" + each["sentence"].GetString() + ";";
    }
    return names;
  };
  CHECK(changed("[" + entry("b", "B.") + "," + entry("a", "A.") + "]") == "a=A.;b=B.;");
  CHECK(changed("[" + entry("c", "C.") + "," + entry("a", "New.") + "]") == "a=New.;b=B.;c=C.;");
  CHECK(changed("[" + entry("b", "") + "]") == "a=New.;c=C.;");
  CHECK(desk.refused("client change", change(key, "[" + entry("b", "") + "]")) == "SVC_CONFLICT");
  desk.done("client change", about(key, R"(,"quota":5)"));
  CHECK(changed("[" + entry("d", "D.") + "]") == "a=New.;c=C.;d=D.;");
  CHECK(changed("null").empty());
}

TEST_CASE("a client has 32 sentences of 500 characters at most, under names of small letters") {
  Rig rig;
  Desk desk(rig);
  const std::string key = rig.add_client().key;
  const auto refused = [&](const std::string& sentences) {
    return desk.refused("client change", change(key, sentences)) == "SVC_INVALID_PARAMETER";
  };
  for (const char* name : {"", "A", "a b", "a.b", "a=b", "\\u00e4"}) {
    CAPTURE(name);
    CHECK(refused("[" + entry(name, "S.") + "]"));
  }
  CHECK(refused("[" + entry(std::string(41, 'a'), "S.") + "]"));
  CHECK(refused("[" + entry("a", "S.") + "," + entry("a", "T.") + "]"));
  CHECK(refused("[" + entry("a", std::string(501, 'x')) + "]"));
  CHECK(refused("[" + entry("a", "\\u0007") + "]"));
  CHECK(refused("[" + entry("a", " ") + "]"));
  for (const char* form : {"{}",
                           "\"a=b\"",
                           "[1]",
                           R"([{"name":"a"}])",
                           R"([{"name":"a","sentence":"S.","more":1}])",
                           R"([{"name":"a","sentence":null}])"}) {
    CAPTURE(form);
    CHECK(refused(form));
  }
  std::string most;
  for (int n = 0; n < 32; ++n) {
    most += (n == 0 ? "[" : ",") + entry("s" + std::to_string(n), std::string(500, 'x'));
  }
  CHECK(refused(most + "," + entry("more", "S.") + "]"));
  desk.done("client change", change(key, most + "]"));
  CHECK(refused("[" + entry("more", "S.") + "]"));
  desk.done("client change", change(key, "[" + entry("more", "S.") + "," + entry("s0", "") + "]"));
}

}  // namespace countersign::http::told_sentence_test
