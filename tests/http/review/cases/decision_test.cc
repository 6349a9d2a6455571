// Decisions that reviewers sign at the console.
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/reviewer/challenge_purpose.h"
#include "core/session/review/review_statement.h"
#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::decision_test {

void check_invalid(const Answer& answer) {
  CHECK(answer.status == 403);
  CHECK(answer.code() == "SVC_REVIEW_SIGNATURE_INVALID");
}

TEST_CASE("a reviewer signs what was decided, and the log has the signature") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Cases::Begun begun = console.begin(*anna, id, "PASSED");
  const LogHead head = console.rig.data().log().head();
  const std::string files = "file " + to_hex(console.session(id).files.front().sha256.value()) +
                            "\nwithout-look " + console.file_of(id);
  CHECK(begun.seen == head.sequence.value());
  CHECK(begun.statement == "countersign review v2\nlog -\nsize " + std::to_string(begun.seen) +
                               "\nroot " + to_hex(head.root) + "\nsession " + id + "\n" + files +
                               "\ndecision PASSED\nreasons PERSON_MATCHES\nnote " +
                               to_hex(note_hash(Cases::kSalt, console.words_with("")).value()) +
                               "\nkind decision\n");
  CHECK(begun.challenge ==
        to_base64url(challenge_of(ChallengePurpose::Decision, sha256(begun.statement))));
  const Answer decided =
      console.decide(*anna, id, "PASSED", "decision", R"(,"note":"the hologram is right")");
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  CHECK(decided["settled"] == "true");
  CHECK(decided["resultStatus"] == "PASSED");
  const auto events = console.all_of<ReviewDecided>(id);
  REQUIRE(events.size() == 1);
  CHECK(events[0].reviewer == anna->id);
  REQUIRE(events[0].signature.has_value());
  CHECK(events[0].signature->key_id == anna->passkey.id());
  CHECK(console.session(id).review.is_signed);
  CHECK(console.session(id).result == ResultStatus::Review);
  const auto boss = console.person("boss", "supervisor");
  const Answer shown = console.show(*boss, id);
  REQUIRE(shown.status == 200);
  CHECK(shown["review"] != "null");
  for (const StoredEvent& event : console.events_of(id)) CHECK_FALSE(has(event.bytes, "hologram"));
  CHECK(console.send_decision(*anna, id, "FAILED", console.head()).status == 409);
}

TEST_CASE("a note is hashed with a salt that is sealed with it") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  REQUIRE(console.decide(*anna, id, "PASSED", "decision", R"(,"note":"the hologram is right")")
              .status == 200);
  const StoredEvent decided = console.events_of(id).back();
  REQUIRE(decided.recorded.sealed);
  const SessionId session(*parse_uuid(id));
  const RequestId& request = decided.recorded.request;
  const auto key = console.rig.data().session_key(session);
  REQUIRE(key);
  const auto note = open_note(*decided.recorded.sealed, *key, session, request);
  REQUIRE(note);
  CHECK(note->note == "the hologram is right");
  REQUIRE(note->salt);
  const Sha256 hash = console.all_of<ReviewDecided>(id).front().signature->view->note;
  CHECK(note->without_look == console.why);
  CHECK(note_hash(*note->salt, words_of_note(note->note, note->without_look)) == hash);
  CHECK(hash != Sha256(sha256(note->note)));
  CHECK_FALSE(has(decided.bytes, to_base64url(*note->salt)));
  // Without a signature there is no salt.
  const std::string plain = sealed_note("x", {}, *key, session, request, console.rig.random);
  CHECK(open_note(plain, *key, session, request)->note == "x");
  CHECK_FALSE(open_note(plain, *key, session, request)->salt);
  console.purge(id);
  CHECK_FALSE(console.rig.data().session_key(session));
}

TEST_CASE("a signature of anything else is not one of the decision") {
  Cases console(signed_only());
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  const Cases::Begun begun = console.begin(*anna, id, "PASSED");
  const std::string second = console.in_review();
  const auto sign = [&](Cases::Person& who) {
    ++who.passkey.counter;
    return who.passkey.assert_json(begun.challenge);
  };
  // Another outcome, another session, another index, another kind.
  check_invalid(console.send_decision(*anna, id, "FAILED", begun.seen, sign(*anna)));
  check_invalid(console.send_decision(*anna, second, "PASSED", console.head(), sign(*anna)));
  check_invalid(console.send_decision(*anna, id, "PASSED", begun.seen + 1, sign(*anna)));
  // Another note, and another salt.
  check_invalid(console.send_decision(
      *anna, id, "PASSED", begun.seen, sign(*anna), "decision", R"(,"note":"another")"));
  check_invalid(console.act(*anna,
                            id,
                            "/decide",
                            "{" + Cases::choice("PASSED") + R"(,"seen":)" +
                                std::to_string(begun.seen) + console.why_member() + R"(,"salt":")" +
                                to_base64url(std::string(kNoteSaltBytes, 't')) +
                                R"(","credential":)" + sign(*anna) + "}"));
  // Other reasons than were signed.
  const std::string credential = sign(*anna);
  check_invalid(console.act(*anna,
                            id,
                            "/decide",
                            "{" + Cases::choice("PASSED", R"(["DOCUMENT_GENUINE"])") +
                                R"(,"seen":)" + std::to_string(begun.seen) + console.why_member() +
                                Cases::salt() + R"(,"credential":)" + credential + "}"));
  // Somebody else's passkey, and none that is registered.
  check_invalid(console.send_decision(*anna, id, "PASSED", begun.seen, sign(*bert)));
  Cases::Person stranger{test::Authenticator(), anna->id, anna->token};
  check_invalid(console.send_decision(*anna, id, "PASSED", begun.seen, sign(stranger)));
  // A login's challenge, another page's, and a person who was not verified.
  const auto bent = [&](auto bend) {
    test::Authenticator& passkey = anna->passkey;
    const std::string origin = passkey.origin;
    bend(passkey);
    const Answer answer = console.send_decision(*anna, id, "PASSED", begun.seen, sign(*anna));
    passkey.origin = origin;
    passkey.flags = 0x05;
    passkey.relying_party = "localhost";
    passkey.type.clear();
    check_invalid(answer);
  };
  bent([](test::Authenticator& a) { a.origin = "http://localhost:8082"; });
  bent([](test::Authenticator& a) { a.relying_party = "example"; });
  bent([](test::Authenticator& a) { a.flags = 0x01; });
  bent([](test::Authenticator& a) { a.flags = 0x04; });
  bent([](test::Authenticator& a) { a.type = "webauthn.create"; });
  CHECK(console.all_of<ReviewDecided>(id).empty());
  CHECK(console.send_decision(*anna, id, "PASSED", begun.seen, sign(*anna)).status == 200);
}

TEST_CASE("a counter that goes back signs no decision") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string first = console.in_review();
  const Cases::Begun begun = console.begin(*anna, first, "PASSED");
  anna->passkey.counter = 9;
  REQUIRE(console
              .send_decision(
                  *anna, first, "PASSED", begun.seen, anna->passkey.assert_json(begun.challenge))
              .status == 200);

  const std::string second = console.in_review();
  const Cases::Begun next = console.begin(*anna, second, "PASSED");
  for (const std::uint32_t counter : {0U, 1U, 9U}) {
    anna->passkey.counter = counter;
    check_invalid(console.send_decision(
        *anna, second, "PASSED", next.seen, anna->passkey.assert_json(next.challenge)));
  }
  CHECK(console.all_of<ReviewDecided>(second).empty());
}

TEST_CASE("a client that wants signatures gets no decision without one") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  CHECK(console.send_decision(*anna, id, "PASSED", console.head()).code() == "SVC_REVIEW_UNSIGNED");
  Cases lenient;
  const auto bert = lenient.person("bert");
  const std::string other = lenient.in_review();
  CHECK(lenient.send_decision(*bert, other, "PASSED", lenient.head()).status == 200);
  CHECK_FALSE(lenient.session(other).review.is_signed);
  CHECK(audited(lenient, [](RecordedEvent&) {}).counts.unsigned_by_reviewers == 1);
}

TEST_CASE("a decision is of the case as the reviewer saw it") {
  Cases console(signed_only(2));
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  const Cases::Begun begun = console.begin(*bert, id, "PASSED");
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  ++bert->passkey.counter;
  CHECK(console
            .send_decision(
                *bert, id, "PASSED", begun.seen, bert->passkey.assert_json(begun.challenge))
            .code() == "SVC_REVIEW_CHANGED");
  // Nobody has seen what does not exist yet, nor nothing at all.
  CHECK(console.send_decision(*bert, id, "PASSED", console.head() + 1).code() ==
        "SVC_REVIEW_CHANGED");
  CHECK(console.act(*bert, id, "/decide", "{" + Cases::choice("PASSED") + "}").status == 400);
  CHECK(console.decide(*bert, id, "PASSED").status == 200);
}

TEST_CASE("four eyes: nobody is both, the second learns nothing, and a third settles") {
  Cases console(signed_only(2));
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const auto cora = console.person("cora");
  const std::string id = console.in_review();
  const Answer first = console.decide(*anna, id, "PASSED");
  CHECK(first["settled"] == "false");
  CHECK(first["resultStatus"] == "null");
  const Answer again = console.act(
      *anna, id, "/decide/begin", "{" + Cases::choice("PASSED") + R"(,"kind":"decision"})");
  CHECK(again.code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(console.send_decision(*anna, id, "PASSED", console.head()).code() ==
        "SVC_REVIEW_NOT_PENDING");
  CHECK(console.decide(*bert, id, "FAILED")["settled"] == "false");
  const Answer third = console.decide(*cora, id, "FAILED");
  CHECK(third["settled"] == "true");
  CHECK(third["resultStatus"] == "FAILED");
  CHECK(console.session(id).review.reviewers ==
        std::vector<std::string>{anna->id, bert->id, cora->id});
  CHECK(audited(console, [](RecordedEvent&) {}).counts.signed_by_reviewers == 3);
}

TEST_CASE("two who decide one case at once: one wins") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  for (int round = 0; round < 5; ++round) {
    const std::string id = console.in_review();
    const std::uint64_t seen = console.head();
    std::atomic<int> won{0};
    std::vector<std::thread> threads;
    for (const Cases::Person* who : {anna.get(), bert.get()}) {
      threads.emplace_back([&, who] {
        if (console.send_decision(*who, id, "PASSED", seen).status == 200) ++won;
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(won == 1);
    CHECK(console.all_of<ReviewDecided>(id).size() == 1);
  }
}

TEST_CASE("only a supervisor corrects, with a statement of its own kind, and no statement twice") {
  Cases console(signed_only());
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  CHECK(console.send_decision(*boss, id, "FAILED", console.head(), "null", "correction").code() ==
        "SVC_REVIEW_NOT_DECIDED");
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  CHECK(console.send_decision(*anna, id, "FAILED", console.head(), "null", "correction").code() ==
        "SVC_REVIEW_FORBIDDEN");
  const Cases::Begun begun = console.begin(*boss, id, "FAILED", "correction");
  ++boss->passkey.counter;
  const std::string credential = boss->passkey.assert_json(begun.challenge);
  const Answer corrected =
      console.send_decision(*boss, id, "FAILED", begun.seen, credential, "correction");
  REQUIRE_MESSAGE(corrected.status == 200, corrected.body);
  CHECK(corrected["resultStatus"] == "FAILED");
  CHECK(console.session(id).review.decision == ReviewDecision::Failed);
  // The same assertion once more.
  CHECK(console.send_decision(*boss, id, "FAILED", begun.seen, credential, "correction").code() ==
        "SVC_REVIEW_OPINION_GIVEN");
  CHECK(console.all_of<ReviewCorrected>(id).size() == 1);
  CHECK(audited(console, [](RecordedEvent&) {}).fault.empty());
}

TEST_CASE("a reviewer who is disabled in the middle does nothing more") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Cases::Begun begun = console.begin(*anna, id, "PASSED");
  // While the picture is drawn: the call was admitted before.
  console.rig.engine.on_render([&] {
    console.desk.done("reviewer disable", R"({"reviewer":")" + anna->id + R"(","reason":"left"})");
  });
  const Answer look = console.look(*anna, id);
  CHECK(look.code() == "SVC_REVIEWER_NOT_ELIGIBLE");
  CHECK(console.all_of<ImageViewed>(id).empty());
  ++anna->passkey.counter;
  CHECK(console
            .send_decision(
                *anna, id, "PASSED", begun.seen, anna->passkey.assert_json(begun.challenge))
            .status == 401);
  CHECK(console.get("/review/api/queue", anna->token).status == 401);
  CHECK(console.all_of<ReviewDecided>(id).empty());
}

TEST_CASE("a case that was purged is decided no more") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Cases::Begun begun = console.begin(*anna, id, "PASSED");
  console.purge(id);
  ++anna->passkey.counter;
  CHECK(console
            .send_decision(
                *anna, id, "PASSED", begun.seen, anna->passkey.assert_json(begun.challenge))
            .code() == "SVC_REVIEW_NOT_PENDING");
}

TEST_CASE("bodies that are no decision are refused") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  for (const char* bad :
       {"",
        "[]",
        "{}",
        R"({"decision":"MAYBE","reasons":["OTHER"],"seen":1})",
        R"({"decision":"PASSED","reasons":[],"seen":1})",
        R"({"decision":"PASSED","reasons":["a b"],"seen":1})",
        R"({"decision":"PASSED","reasons":["OF_A_BACK_OFFICE"],"seen":1})",
        R"({"decision":"PASSED","reasons":["OTHER","OTHER"],"seen":1})",
        R"({"decision":"PASSED","reasons":["OTHER"],"seen":-1})",
        R"({"decision":"PASSED","reasons":["OTHER"],"seen":"1"})",
        R"({"decision":"PASSED","reasons":["OTHER"],"seen":1,"note":7})",
        R"({"decision":"PASSED","reasons":["OTHER"],"seen":1,"credential":{}})",
        R"({"decision":"PASSED","reasons":["OTHER"],"seen":1,"salt":"AAAA"})",
        R"({"decision":"PASSED","reasons":["OTHER"],"seen":1,"noteHash":"abc"})",
        R"({"decision":"PASSED","reasons":["OTHER"],"seen":1,"kind":"x"})",
        R"({"decision":"PASSED","decision":"PASSED","reasons":["OTHER"],"seen":1})",
        R"({"decision":"PASSED","reasons":["OTHER"],"seen":1,"more":1})"}) {
    CAPTURE(bad);
    CHECK(console.act(*anna, id, "/decide", bad).status == 400);
  }
  CHECK(console.all_of<ReviewDecided>(id).empty());
}

TEST_CASE("reports count queue, times, decisions, disagreements and looks without a decision") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const auto boss = console.person("boss", "supervisor");
  const std::string decided = console.in_review();
  const std::string looked = console.in_review();
  console.rig.clock.move(std::chrono::minutes(10));
  REQUIRE(console.look(*anna, decided).status == 200);
  REQUIRE(console.look(*anna, looked).status == 200);
  REQUIRE(console.look(*anna, looked).status == 200);
  REQUIRE(console.decide(*anna, decided, "PASSED").status == 200);
  REQUIRE(console.look(*boss, decided).status == 200);
  REQUIRE(console.decide(*boss, decided, "FAILED", "correction").status == 200);
  console.rig.clock.move(std::chrono::minutes(5));
  const Answer report = console.get("/review/api/reports", boss->token);
  REQUIRE_MESSAGE(report.status == 200, report.body);
  CHECK(has(report.body, R"("queue":{"waiting":1,"oldestSeconds":900})"));
  CHECK(has(report.body, R"("time":{"medianSeconds":600,"p95Seconds":600})"));
  CHECK(has(report.body,
            R"({"reviewer":")" + anna->id +
                R"(","name":"anna","decisions":1,"disagreements":1,"corrections":0,)"
                R"("decisionsWithoutLook":0,"looksWithoutDecision":1})"));
  CHECK(has(report.body,
            R"({"reviewer":")" + boss->id +
                R"(","name":"boss","decisions":0,"disagreements":0,"corrections":1,)"
                R"("decisionsWithoutLook":0,"looksWithoutDecision":0})"));
  CHECK(console.get("/review/api/reports", bert->token).status == 403);
  const Answer past = console.get("/review/api/reports?from=2020-01-01&to=2020-02-01", boss->token);
  CHECK(has(past.body, R"("reviewers":[])"));
  CHECK(console.get("/review/api/reports?from=yesterday", boss->token).status == 400);
  // A report counts nothing of clients that the supervisor does not have.
  const auto foreign = console.person("foreign", "supervisor", console.other.key);
  const Answer none = console.get("/review/api/reports", foreign->token);
  CHECK(has(none.body, R"("waiting":0)"));
  CHECK_FALSE(has(none.body, anna->id));
}

TEST_CASE("who has not looked is asked why, is told at what, and is believed") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  console.why = "";
  const Answer refused = console.send_decision(*anna, id, "PASSED", console.head());
  CHECK(refused.status == 409);
  CHECK(refused.code() == "SVC_REVIEW_NOT_LOOKED_AT");
  CHECK(has(refused.body, R"("notLookedAt":[")" + console.file_of(id) + R"("])"));
  CHECK(has(refused.body, "the front of the document"));
  CHECK(console.all_of<ReviewDecided>(id).empty());
  console.why = std::string(501, 'x');
  CHECK(console.send_decision(*anna, id, "PASSED", console.head()).status == 400);
  console.why = "compared at the counter";
  REQUIRE(console.send_decision(*anna, id, "PASSED", console.head()).status == 200);
  const ReviewDecided decided = console.all_of<ReviewDecided>(id).front();
  REQUIRE(decided.not_looked_at.size() == 1);
  CHECK(to_string(decided.not_looked_at.front()) == console.file_of(id));
  CHECK_FALSE(has(console.events_of(id).back().bytes, "counter"));
}

TEST_CASE("who has looked decides without a reason, signed or not") {
  Cases console;
  const auto anna = console.person();
  console.why = "";
  for (const bool is_signed : {false, true}) {
    const std::string id = console.in_review();
    REQUIRE(console.look(*anna, id).status == 200);
    const Answer answer = is_signed ? console.decide(*anna, id, "PASSED")
                                    : console.send_decision(*anna, id, "PASSED", console.head());
    CHECK(answer.status == 200);
    CHECK(console.all_of<ReviewDecided>(id).front().not_looked_at.empty());
  }
  CHECK(audited(console, [](RecordedEvent&) {}).fault == "");
}

TEST_CASE("a client that forbids decisions without a look gets none, whatever the reason") {
  ClientPolicy policy = any_purpose();
  policy.decisions_without_look = DecisionsWithoutLook::Forbidden;
  Cases console(policy);
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Answer refused = console.send_decision(*anna, id, "PASSED", console.head());
  CHECK(refused.status == 403);
  CHECK(refused.code() == "SVC_REVIEW_LOOKS_ONLY");
  REQUIRE(console.look(*anna, id).status == 200);
  CHECK(console.send_decision(*anna, id, "PASSED", console.head()).status == 200);
}

}  // namespace countersign::http::decision_test
