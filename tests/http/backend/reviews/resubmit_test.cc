// A back office asks a person again: the session before is over, and another one is opened for it.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/session/review/review_reasons.h"
#include "core/stream/delivered_as.h"
#include "http/successor/successor.h"
#include "http/webhooks/webhook_message.h"
#include "tests/http/support/joining_calls.h"
#include "tests/http/support/review_office.h"

namespace countersign::http::resubmit_test {

constexpr std::string_view kAgain =
    R"({"decision":"RESUBMIT","steps":["DOCUMENT"],"words":"The photo page, please.\nThank you."})";

Session session_of(Rig& rig, const std::string& id) {
  const auto found = rig.data().queries().session(SessionId(*parse_uuid(id)));
  REQUIRE((found && *found));
  return **found;
}

std::string redeemed(Rig& rig, const std::string& url) {
  const Answer answer = rig.send(redemption(code_in(url)));
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  return answer["sessionToken"];
}

std::uint64_t sessions_of(Office& office) {
  std::uint64_t count = 0;
  const std::string feed = office.feed();
  for (std::size_t at = feed.find("SessionCreated"); at != std::string::npos;
       at = feed.find("SessionCreated", at + 1)) {
    ++count;
  }
  return count;
}

TEST_CASE("a person who is asked again captures in another session, by the link in the answer") {
  Rig rig(with_public_origin());
  Office office(rig);
  const std::string before = office.in_review(R"(,"labels":{"shop":"berlin"})");
  const Answer decided = office.decide(before, kAgain);
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  CHECK(decided["resultStatus"] == "RESUBMITTED");
  CHECK(decided["automaticResult"] == "REVIEW");
  CHECK(decided["status"] == "COMPLETED");
  CHECK(has(decided.body, R"("review":{"decision":"RESUBMIT","reasons":[],)"));
  CHECK(has(decided.body, R"("steps":["DOCUMENT"],"told":null})"));
  const std::string next = decided["successor"];
  CHECK(has(office.result(before), R"("predecessor":null,"successor":")" + next + "\""));
  CHECK_FALSE(has(office.result(before), "captureUrl"));
  CHECK_FALSE(has(decided.body, "svct_"));

  const Session opened = session_of(rig, next);
  CHECK(opened.client.value() == office.credentials.key);
  CHECK(opened.user_ref == "u-1");
  REQUIRE(opened.labels);
  CHECK(opened.labels == session_of(rig, before).labels);
  CHECK(opened.purpose == Purpose::DocumentVerification);
  CHECK(has(office.result(next), R"("resultStatus":"PENDING")"));
  CHECK(has(office.result(next), R"("predecessor":")" + before + R"(","successor":null)"));
  CHECK(opened.link.expires_at > opened.created_at);

  const std::string token = redeemed(rig, decided["captureUrl"]);
  const Answer page = rig.device(Method::Get, "/api/sdk/capture", token);
  REQUIRE_MESSAGE(page.status == 200, page.body);
  CHECK(page["askedAgain"] == "true");
  CHECK(page["words"] == "The photo page, please.\nThank you.");
  CHECK(rig.document(token, good_image("another"), "", "PASSPORT")["ok"] == "true");
  CHECK(rig.finalize(token).status == 200);
  CHECK(session_of(rig, next).status == SessionStatus::Completed);
  // The session before is never opened again.
  CHECK(office.decide(before, kPassed).code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(office.decide(before, kAgain).code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(sessions_of(office) == 2);
}

TEST_CASE("the words are for the person alone, and are erased with the new session") {
  Rig rig(with_public_origin());
  Office office(rig);
  const std::string before = office.in_review();
  const Answer decided = office.decide(before, kAgain);
  REQUIRE(decided.status == 200);
  const std::string next = decided["successor"];
  for (const std::string& id : {before, next}) {
    CHECK_FALSE(has(office.timeline(id), "photo page"));
    CHECK_FALSE(has(office.result(id), "photo page"));
  }
  for (const std::string& line : rig.access_lines()) CHECK_FALSE(has(line, "photo page"));
  // The pictures of the session before may go earlier than the person comes.
  REQUIRE(office.purge(before));
  const std::string token = redeemed(rig, decided["captureUrl"]);
  CHECK(has(rig.device(Method::Get, "/api/sdk/capture", token)["words"], "photo page"));

  const Answer plain = rig.create(office.credentials);
  const Answer page = rig.device(Method::Get, "/api/sdk/capture", plain["sessionToken"]);
  CHECK(page["askedAgain"] == "false");
  CHECK(page["words"] == "null");
}

TEST_CASE("a repeated request gets the same answer, and opens no second session") {
  Rig rig(with_public_origin());
  Office office(rig);
  const std::string before = office.in_review();
  const Answer first = office.decide(before, kAgain, keyed("once"));
  REQUIRE(first.status == 200);
  const auto is_same = [&](Office& at) {
    const Answer again = at.decide(before, kAgain, keyed("once"));
    CHECK(again.body == first.body);
    CHECK(again.header("Idempotent-Replayed") == "true");
  };
  is_same(office);
  REQUIRE_FALSE(first["captureUrl"].empty());
  // Other words or other steps are another request.
  for (const char* other : {R"({"decision":"RESUBMIT","steps":["DOCUMENT"]})",
                            R"({"decision":"RESUBMIT","steps":["DOCUMENT"],"words":"x"})",
                            R"({"decision":"RESUBMIT","steps":["LIVENESS"]})"}) {
    CHECK(office.decide(before, other, keyed("once")).code() == "SVC_IDEMPOTENCY_MISMATCH");
  }
  CHECK(sessions_of(office) == 2);
  rig.restart();
  Office later(rig, office.credentials);
  is_same(later);
}

TEST_CASE("the purpose has the steps that are asked for") {
  using Steps = std::vector<Step>;
  const Steps both{Step::Document, Step::Liveness};
  CHECK(purpose_with({Step::Document}, Purpose::FullCapture) == Purpose::DocumentVerification);
  CHECK(purpose_with({Step::Liveness}, Purpose::FaceMatch) == Purpose::Liveness);
  CHECK(purpose_with(both, Purpose::DocumentVerification) == Purpose::FullCapture);
  CHECK(purpose_with(both, Purpose::FullCapture) == Purpose::FullCapture);
  CHECK(purpose_with(both, Purpose::FaceMatch) == Purpose::FaceMatch);

  Rig rig(with_public_origin());
  Office office(rig);
  const Answer decided = office.decide(
      office.in_review(),
      R"({"decision":"RESUBMIT","steps":["LIVENESS","DOCUMENT"],"reasons":["OTHER"]})");
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  CHECK(has(decided.body, R"("steps":["DOCUMENT","LIVENESS"])"));
  CHECK(session_of(rig, decided["successor"]).purpose == Purpose::FullCapture);
}

TEST_CASE("without a public origin there is no link, and a session all the same") {
  Rig rig;
  Office office(rig);
  const Answer decided = office.decide(office.in_review(), kAgain);
  REQUIRE(decided.status == 200);
  CHECK_FALSE(has(decided.body, "captureUrl"));
  CHECK(session_of(rig, decided["successor"]).exists);
}

TEST_CASE("a body that asks again is refused unless its parts go together") {
  Rig rig;
  Office office(rig);
  const std::string session = office.in_review();
  const auto refused = [&](const std::string& body, const char* field) {
    const Answer answer = office.decide(session, body);
    CHECK_MESSAGE(answer.status == 400, body);
    CHECK(answer.code() == "SVC_INVALID_PARAMETER");
    CHECK_MESSAGE(answer["field"] == field, body);
  };
  refused(R"({"decision":"RESUBMIT"})", "steps");
  refused(R"({"decision":"RESUBMIT","steps":[]})", "steps");
  refused(R"({"decision":"RESUBMIT","steps":["FINALIZE"]})", "steps");
  refused(R"({"decision":"RESUBMIT","steps":["DOCUMENT","DOCUMENT"]})", "steps");
  refused(R"({"decision":"RESUBMIT","steps":"DOCUMENT"})", "steps");
  refused(R"({"decision":"PASSED","reasons":["OTHER"],"steps":["DOCUMENT"]})", "steps");
  refused(R"({"decision":"PASSED","reasons":["OTHER"],"words":"x"})", "words");
  refused(R"({"decision":"PASSED"})", "reasons");
  refused(R"({"decision":"FAILED","reasons":[]})", "reasons");
  const std::string asks = R"({"decision":"RESUBMIT","steps":["DOCUMENT"],"words":")";
  refused(asks + std::string(kReviewWordsMax + 1, 'x') + "\"}", "words");
  refused(asks + R"(a\u0007b"})", "words");
  refused(asks + R"(\u001b[31m"})", "words");
  CHECK(office.waiting().sessions == std::vector<std::string>{session});
  const Answer longest = office.decide(session, asks + std::string(kReviewWordsMax, 'x') + "\"}");
  CHECK_MESSAGE(longest.status == 200, longest.body);
}

TEST_CASE("a session that the quota or the scope refuses leaves the review open") {
  Rig rig;
  ClientPolicy policy = any_purpose();
  policy.quota = 1;
  Office full(rig, policy);
  const std::string session = full.in_review();
  const Answer over = full.decide(session, kAgain);
  CHECK(over.status == 429);
  CHECK(over.code() == "SVC_QUOTA_EXCEEDED");
  CHECK_FALSE(over.header("Retry-After").empty());
  CHECK(full.waiting().sessions == std::vector<std::string>{session});
  CHECK(sessions_of(full) == 1);
  CHECK(full.decide(session, kPassed).status == 200);

  policy.quota = 2;
  policy.purposes = {Purpose::FullCapture};
  Office narrow(rig, policy);
  const std::string other = narrow.in_review();
  CHECK(narrow.decide(other, kAgain).code() == "SVC_SCOPE_DENIED");
  CHECK(narrow.waiting().sessions == std::vector<std::string>{other});
  CHECK(narrow.decide(other, R"({"decision":"RESUBMIT","steps":["DOCUMENT","LIVENESS"]})").status ==
        200);
  // It was the second of the month.
  CHECK(rig.create(narrow.credentials).code() == "SVC_QUOTA_EXCEEDED");
}

TEST_CASE("four eyes: the first opinion opens nothing, and the second asks for both their steps") {
  Rig rig(with_public_origin());
  ClientPolicy policy = any_purpose();
  policy.reviewers = 2;
  Office office(rig, policy);
  const std::string session = office.in_review();
  const Answer first =
      office.decide(session, R"({"decision":"RESUBMIT","steps":["DOCUMENT"],"reviewer":"anna"})");
  REQUIRE_MESSAGE(first.status == 200, first.body);
  CHECK(first["resultStatus"] == "REVIEW");
  CHECK(has(first.body, R"("successor":null)"));
  CHECK(sessions_of(office) == 1);
  CHECK_FALSE(has(office.timeline(session), R"("again")"));  // the opinion is hidden
  const Answer second =
      office.decide(session, R"({"decision":"RESUBMIT","steps":["LIVENESS"],"reviewer":"bert"})");
  CHECK(second["resultStatus"] == "RESUBMITTED");
  CHECK(session_of(rig, second["successor"]).purpose == Purpose::FullCapture);
}

TEST_CASE("webhooks tell of both sessions, each by the other") {
  Rig rig(with_public_origin());
  Office office(rig);
  const std::string before = office.in_review();
  const Answer decided = office.decide(before, kAgain);
  const std::string next = decided["successor"];
  const auto message = [&](const std::string& id, WebhookType type) {
    const auto events = rig.data().queries().timeline(SessionId(*parse_uuid(id)));
    REQUIRE(events);
    for (const StoredEvent& event : *events) {
      if (webhook_type_of(event.recorded.event) == type) {
        return webhook_message("log", event.recorded, session_of(rig, id)).body;
      }
    }
    return std::string();
  };
  const std::string told = message(before, WebhookType::Resubmitted);
  CHECK(has(told, R"("type":"session.resubmitted")"));
  CHECK(has(told, R"("sessionId":")" + before + "\""));
  CHECK(has(told, R"("resultStatus":"RESUBMITTED")"));
  CHECK(has(told, R"("successor":")" + next + "\""));
  CHECK(message(before, WebhookType::Reviewed).empty());
  CHECK_FALSE(has(message(before, WebhookType::Created), "predecessor"));
  CHECK(has(message(next, WebhookType::Created), R"("predecessor":")" + before + "\""));
  CHECK(
      has(office.feed(),
          R"("again":{"steps":["DOCUMENT"],"words":null,"successor":{"session":")" + next + "\""));
  CHECK(has(office.feed(), R"("predecessor":{"session":")" + before + "\"}"));
}

TEST_CASE("a sandbox session is asked again in the sandbox") {
  Rig rig(with_public_origin());
  Office office(rig, rig.add_client(any_purpose(), true));
  const Answer decided = office.decide(office.in_review(), kAgain);
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  const Session opened = session_of(rig, decided["successor"]);
  CHECK(opened.sandbox);
  CHECK(opened.user_ref == "u-1");
}

}  // namespace countersign::http::resubmit_test
