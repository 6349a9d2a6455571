// Decisions that reviewers sign, and what a log shows of them.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/session/review_statement.h"
#include "events/audit/history_audit.h"
#include "tests/events/temp_folder.h"
#include "tests/http/review/cases.h"

using namespace countersign;
using namespace countersign::http;

namespace {

ClientPolicy signed_only(std::uint64_t reviewers = 1) {
  ClientPolicy policy = any_purpose();
  policy.unsigned_decisions = false;
  policy.reviewers = reviewers;
  return policy;
}

void check_invalid(const Answer& answer) {
  CHECK(answer.status == 403);
  CHECK(answer.code() == "SVC_REVIEW_SIGNATURE_INVALID");
}

struct Audited {
  std::string fault;
  DecisionCounts counts;
};

// Audits the whole log, after `change` was applied to each event.
Audited audited(Cases& console, const std::function<void(RecordedEvent&)>& change) {
  HistoryAudit audit;
  for (std::uint64_t n = 1; n <= console.head(); ++n) {
    auto event = console.rig.data().log().find(Sequence(n));
    REQUIRE((event && *event));
    change((*event)->recorded);
    const std::size_t bytes = (*event)->bytes.size();
    audit.next() = std::move(**event);
    if (const auto fault = audit.take(bytes)) return {fault->why, audit.decisions()};
  }
  const auto fault = audit.end();
  return {fault ? fault->why : "", audit.decisions()};
}
template <class E>
std::string fault_in(Cases& console, const std::function<void(E&)>& change) {
  return audited(console,
                 [&](RecordedEvent& recorded) {
                   if (auto* event = std::get_if<E>(&recorded.event)) change(*event);
                 })
      .fault;
}

}  // namespace

TEST_CASE("a reviewer signs what was decided, and the log has the signature") {
  Cases console(signed_only());
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Cases::Begun begun = console.begin(*anna, id, "PASSED");
  CHECK(begun.statement == "countersign review v1\nsession " + id +
                               "\ndecision PASSED\nreasons PERSON_MATCHES\nseen " +
                               std::to_string(begun.seen) + "\nkind decision\n");
  CHECK(begun.challenge == to_base64url(ByteView(sha256(begun.statement))));
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
  CHECK(console.show(*anna, id)["review"] != "null");
  for (const StoredEvent& event : console.events_of(id)) CHECK_FALSE(has(event.bytes, "hologram"));
  CHECK(console.send_decision(*anna, id, "FAILED", console.head()).status == 409);
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
  // Other reasons than were signed.
  const std::string credential = sign(*anna);
  check_invalid(console.act(*anna,
                            id,
                            "/decide",
                            "{" + Cases::choice("PASSED", R"(["DOCUMENT_GENUINE"])") +
                                R"(,"seen":)" + std::to_string(begun.seen) + R"(,"credential":)" +
                                credential + "}"));
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
  // A counter that goes back.
  const Cases::Begun next = console.begin(*anna, second, "PASSED");
  for (const std::uint32_t counter : {0U, 1U, anna->passkey.counter}) {
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
  // The same assertion once more, and one whose authenticator does not count.
  CHECK(console.send_decision(*boss, id, "FAILED", begun.seen, credential, "correction").code() ==
        "SVC_REVIEW_CHANGED");
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
  for (const char* bad : {"",
                          "[]",
                          "{}",
                          R"({"decision":"MAYBE","reasons":["A"],"seen":1})",
                          R"({"decision":"PASSED","reasons":[],"seen":1})",
                          R"({"decision":"PASSED","reasons":["a b"],"seen":1})",
                          R"({"decision":"PASSED","reasons":["A","A"],"seen":1})",
                          R"({"decision":"PASSED","reasons":["A"],"seen":-1})",
                          R"({"decision":"PASSED","reasons":["A"],"seen":"1"})",
                          R"({"decision":"PASSED","reasons":["A"],"seen":1,"note":7})",
                          R"({"decision":"PASSED","reasons":["A"],"seen":1,"credential":{}})",
                          R"({"decision":"PASSED","reasons":["A"],"seen":1,"kind":"x"})",
                          R"({"decision":"PASSED","decision":"PASSED","reasons":["A"],"seen":1})",
                          R"({"decision":"PASSED","reasons":["A"],"seen":1,"more":1})"}) {
    CAPTURE(bad);
    CHECK(console.act(*anna, id, "/decide", bad).status == 400);
  }
  CHECK(console.all_of<ReviewDecided>(id).empty());
}

TEST_CASE("the log alone shows that a decision was not the reviewer's") {
  Cases console(signed_only());
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  REQUIRE(console.look(*anna, id).status == 200);
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  REQUIRE(console.decide(*boss, id, "FAILED", "correction").status == 200);
  const Audited sound = audited(console, [](RecordedEvent&) {});
  CHECK(sound.fault == "");
  CHECK(sound.counts.signed_by_reviewers == 2);
  CHECK(sound.counts.unsigned_by_reviewers == 0);

  const std::string forged = "the signature is not the reviewer's of this decision";
  const std::string lacks = "the decision lacks its reviewer's signature";
  CHECK(fault_in<ReviewDecided>(console, [](ReviewDecided& decided) {
          decided.decision = ReviewDecision::Failed;
        }) == forged);
  CHECK(fault_in<ReviewDecided>(
            console, [](ReviewDecided& decided) { decided.reasons = {"OTHER"}; }) == forged);
  CHECK(fault_in<ReviewDecided>(
            console, [](ReviewDecided& decided) { ++decided.signature->seen; }) == forged);
  CHECK(fault_in<ReviewDecided>(console, [](ReviewDecided& decided) {
          decided.signature->signature = "AAAA";
        }) == forged);
  CHECK(fault_in<ReviewDecided>(console, [](ReviewDecided& decided) {
          decided.signature->client_data = "not base64url";
        }) == forged);
  CHECK(fault_in<ReviewCorrected>(console, [](ReviewCorrected& corrected) {
          corrected.decision = ReviewDecision::Passed;
        }) == forged);
  CHECK(fault_in<ReviewDecided>(
            console, [](ReviewDecided& decided) { decided.signature.reset(); }) == lacks);
  CHECK(fault_in<ReviewCorrected>(
            console, [](ReviewCorrected& corrected) { corrected.signature.reset(); }) == lacks);

  const std::string not_theirs =
      "the reviewer was not registered, was disabled, or had neither the role nor the passkey at "
      "this place";
  CHECK(fault_in<ReviewDecided>(console, [&](ReviewDecided& decided) {
          decided.signature->key_id = boss->passkey.id();
        }) == not_theirs);
  // A role that the reviewer never had, in every event that the reviewer's stream has of it.
  CHECK(fault_in<ReviewerRegistered>(console, [&](ReviewerRegistered& registered) {
          registered.roles = {{ReviewerRole::Auditor, "*"}};
        }) == not_theirs);
  CHECK(audited(console, [&](RecordedEvent& recorded) {
          if (auto* look = std::get_if<ImageViewed>(&recorded.event)) look->reviewer = boss->id;
        }).fault == "the act of a registered reviewer was recorded for somebody else");
  CHECK(audited(console, [&](RecordedEvent& recorded) {
          if (auto* look = std::get_if<ImageViewed>(&recorded.event)) look->reviewer = "anna";
        }).fault == "a registered reviewer's act does not name the reviewer");
}

namespace {

// The block of the auditors' page that checks decisions.
std::string script_of_page() {
  std::ifstream page(std::filesystem::path(COUNTERSIGN_SOURCE_DIR) / "docs/auditors.md");
  std::string script;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "cat > decisions.mjs <<'EOF'") inside = true;
    if (inside && line == "```") return script;
    if (inside) script += line + "\n";
  }
  return script;
}

// What the script says of the console's log, after `change` was applied to each line.
std::string said_by_script(Cases& console, const std::function<void(std::string&)>& change) {
  const TempFolder folder;
  std::filesystem::create_directories(folder.path() / "exported");
  std::ofstream lines(folder.path() / "exported/events.jsonl");
  for (std::uint64_t n = 1; n <= console.head(); ++n) {
    auto event = console.rig.data().log().find(Sequence(n));
    REQUIRE((event && *event));
    std::string line = (*event)->bytes;
    change(line);
    lines << line << "\n";
  }
  lines.close();
  std::ofstream(folder.path() / "script.sh") << script_of_page();
  const std::string command = "cd '" + folder.path().string() + "' && bash script.sh > out 2>&1";
  (void)!std::system(command.c_str());
  std::ifstream out(folder.path() / "out");
  return {std::istreambuf_iterator<char>(out), {}};
}

void replace_in(std::string& line, std::string_view from, std::string_view to) {
  const std::size_t at = line.find(from);
  if (at != std::string::npos) line.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a stranger's library of cryptography finds what the audit finds") {
  Cases console;
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  REQUIRE(console.decide(*boss, id, "FAILED", "correction").status == 200);
  const std::string second = console.in_review();
  REQUIRE(console.send_decision(*anna, second, "PASSED", console.head()).status == 200);
  const std::string sound = said_by_script(console, [](std::string&) {});
  CHECK_MESSAGE(has(sound, R"({"signed":2,"unsigned":1,"wrong":0})"), sound);
  const std::string forged = said_by_script(console, [](std::string& line) {
    if (has(line, R"("type":"ReviewDecided")")) replace_in(line, "PERSON_MATCHES", "OTHER");
  });
  CHECK_MESSAGE(has(forged, R"({"signed":1,"unsigned":1,"wrong":1})"), forged);
  const std::string revoked = said_by_script(console, [](std::string& line) {
    replace_in(line, R"("type":"ReviewerKeyAdded")", R"("type":"ReviewerKeyLost")");
  });
  CHECK_MESSAGE(has(revoked, R"({"signed":0,"unsigned":1,"wrong":2})"), revoked);
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
  REQUIRE(console.decide(*boss, decided, "FAILED", "correction").status == 200);
  console.rig.clock.move(std::chrono::minutes(5));
  const Answer report = console.get("/review/api/reports", boss->token);
  REQUIRE_MESSAGE(report.status == 200, report.body);
  CHECK(has(report.body, R"("queue":{"waiting":1,"oldestSeconds":900})"));
  CHECK(has(report.body, R"("time":{"medianSeconds":600,"p95Seconds":600})"));
  CHECK(has(report.body,
            R"({"reviewer":")" + anna->id +
                R"(","name":"anna","decisions":1,"disagreements":1,"looksWithoutDecision":1})"));
  CHECK(console.get("/review/api/reports", bert->token).status == 403);
  const Answer past = console.get("/review/api/reports?from=2020-01-01&to=2020-02-01", boss->token);
  CHECK(has(past.body, R"("reviewers":[])"));
  CHECK(console.get("/review/api/reports?from=yesterday", boss->token).status == 400);
  // Of clients that the supervisor does not have, nothing is counted.
  const auto foreign = console.person("foreign", "supervisor", console.other.key);
  const Answer none = console.get("/review/api/reports", foreign->token);
  CHECK(has(none.body, R"("waiting":0)"));
  CHECK_FALSE(has(none.body, anna->id));
}
