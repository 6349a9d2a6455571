// The tenants take turns in the queue, and the calls of people who read hold up no upload.
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/http/review/support/audited_cases.h"
#include "tests/http/review/support/busy_pool.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::queue_test {

std::string in_sandbox(Cases& console, const Credentials& client, const std::string& name) {
  const Answer created = console.rig.create(client, R"("purpose":"DOCUMENT_VERIFICATION")");
  REQUIRE_MESSAGE(created.status == 200, created.body);
  const std::string token = created["sessionToken"];
  Form form;
  form.text("nonce", console.rig.nonce(token, "document")).text("documentType", "PASSPORT");
  form.file("image", "\xff\xd8\xff", name);
  REQUIRE(console.rig.send(console.rig.upload("/api/sdk/document", token, form))["ok"] == "true");
  REQUIRE(console.rig.finalize(token)["result"] == "REVIEW");
  return created["sessionId"];
}

TEST_CASE("a tenant with many older cases hides no case of another tenant") {
  Cases console;
  std::vector<std::string> older;
  for (int i = 0; i < 4; ++i) older.push_back(console.in_review());
  const std::string own = console.in_review(console.other, "own");
  const auto bert = console.person("bert", "reviewer", console.other.key);
  const Answer queue = console.get("/review/api/queue?limit=1", bert->token);
  CHECK(has(queue.body, own));
  CHECK_FALSE(has(queue.body, older[0]));
  CHECK(console.post("/review/api/next", "{}", bert->token)["sessionId"] == own);
  // A filter for a client that no role covers shows nothing.
  const std::string foreign = console.client.key;
  CHECK(has(console.get("/review/api/queue?client=" + foreign, bert->token).body, R"("items":[])"));
  CHECK(console.post("/review/api/next", R"({"client":")" + foreign + "\"}", bert->token).status ==
        204);
  CHECK(console.get("/review/api/queue?client=a%00b", console.person("all")->token).status == 200);
}

TEST_CASE("of the tenants that wait each gets its turn, with its oldest case") {
  for (const std::string& of : {std::string("all"), std::string("named")}) {
    CAPTURE(of);
    Cases console;
    const Credentials third = console.rig.add_client(any_purpose());
    std::map<std::string, std::vector<std::string>> waiting;
    for (int i = 0; i < 5; ++i) waiting[console.client.key].push_back(console.in_review());
    for (const Credentials& few : {console.other, third}) {
      for (int i = 0; i < 2; ++i) {
        waiting[few.key].push_back(
            console.in_review(few, few.key + " picture " + std::to_string(i)));
      }
    }
    std::string roles;
    for (const auto& [client, cases] : waiting) {
      roles += roles.empty() ? "" : ",";
      roles += R"({"role":"reviewer","client":")" + client + "\"}";
    }
    const auto anna = console.person();
    if (of == "named") {
      console.desk.done("reviewer change",
                        R"({"reviewer":")" + anna->id + R"(","roles":[)" + roles + "]}");
    }
    std::vector<std::string> turns;
    while (!waiting.empty()) {
      const Answer next = console.post("/review/api/next", "{}", anna->token);
      REQUIRE(next.status == 200);
      const std::string id = next["sessionId"];
      const std::string client = console.session(id).client.value();
      REQUIRE(waiting.contains(client));
      CHECK(waiting[client].front() == id);  // the oldest of its client
      waiting[client].erase(waiting[client].begin());
      if (waiting[client].empty()) waiting.erase(client);
      turns.push_back(client);
      REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
    }
    CHECK(console.post("/review/api/next", "{}", anna->token).status == 204);
    // In the first two rounds each has a turn.
    for (const std::size_t round : {0, 3}) {
      CHECK(std::set(turns.begin() + static_cast<std::ptrdiff_t>(round),
                     turns.begin() + static_cast<std::ptrdiff_t>(round) + 3)
                .size() == 3);
    }
  }
}

TEST_CASE("a case that waits for another opinion hides no case of the one who gave the first") {
  ClientPolicy policy = any_purpose();
  policy.reviewers = 2;
  Cases console(policy);
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  REQUIRE(console.decide(*anna, first, "PASSED").status == 200);
  CHECK(console.post("/review/api/next", "{}", anna->token)["sessionId"] == second);
  const Answer of_anna = console.get("/review/api/queue", anna->token);
  CHECK_FALSE(has(of_anna.body, first));
  CHECK(has(of_anna.body, second));
  const Answer of_bert = console.get("/review/api/queue", bert->token);
  CHECK(of_bert.body.find(first) < of_bert.body.find(second));
  CHECK(console.post("/review/api/next", "{}", bert->token)["sessionId"] == first);
  REQUIRE(console.decide(*bert, first, "PASSED").status == 200);
  CHECK_FALSE(has(console.get("/review/api/queue", bert->token).body, first));
}

TEST_CASE("cases of the sandbox are shown on demand, and marked") {
  Cases console;
  const Credentials sandbox = console.rig.add_client(any_purpose(), true);
  const auto boss = console.person("boss", "supervisor");
  const std::string test = in_sandbox(console, sandbox, "result-REVIEW.jpg");
  const std::string real = console.in_review();
  const Answer queue = console.get("/review/api/queue", boss->token);
  CHECK(has(queue.body, R"("sandbox":false)"));
  CHECK_FALSE(has(queue.body, test));
  const Answer tests = console.get("/review/api/queue?sandbox=true", boss->token);
  CHECK(has(tests.body, test));
  CHECK(has(tests.body, R"("sandbox":true)"));
  CHECK_FALSE(has(tests.body, real));
  CHECK(console.get("/review/api/queue?sandbox=yes", boss->token).status == 400);

  CHECK(console.post("/review/api/next", "{}", boss->token)["sessionId"] == real);
  CHECK(console.post("/review/api/next", R"({"sandbox":true})", boss->token)["sessionId"] == test);
  CHECK(console.post("/review/api/next", "{}", boss->token)["sessionId"] == real);
  CHECK(console.post("/review/api/next", R"({"sandbox":"yes"})", boss->token).status == 400);
  CHECK(has(console.show(*boss, test).body, R"("sandbox":true)"));
  CHECK(has(console.show(*boss, real).body, R"("sandbox":false)"));

  REQUIRE(console.decide(*boss, test, "PASSED").status == 200);
  const Answer report = console.get("/review/api/reports", boss->token);
  CHECK(has(report.body, R"("sandbox":false,"queue":{"waiting":1,)"));
  CHECK(has(report.body, R"("reviewers":[])"));
  const Answer of_tests = console.get("/review/api/reports?sandbox=true", boss->token);
  CHECK(has(of_tests.body, R"("sandbox":true,"queue":{"waiting":0,)"));
  CHECK(has(of_tests.body, R"("decisions":1)"));
  const auto counted = console.desk.done("review report", R"({"sandbox":true})");
  CHECK(counted["reviewers"].Size() == 1);
  CHECK(console.desk.done("review report", "{}")["reviewers"].Empty());
}

TEST_CASE("a row of the queue tells the reference, the document, its country and the attempts") {
  Cases console;
  const auto anna = console.person();
  console.in_review();
  const Answer queue = console.get("/review/api/queue", anna->token);
  CHECK(has(queue.body, R"("userRef":"u-1","documentType":"PASSPORT","attempts":1)"));
  CHECK(has(queue.body, R"("country":null)"));
}

TEST_CASE("a case says when its pictures are erased, which is when nobody can decide by them") {
  ClientPolicy policy = any_purpose();
  policy.retention_review_ms = 3'600'000;
  Cases console(policy);
  const auto anna = console.person();
  const std::string id = console.in_review();
  const UtcTime end = *console.session(id).ended_at;
  const std::string until = R"("picturesUntil":")" + to_string(end + std::chrono::hours(1)) + "\"";
  CHECK(has(console.get("/review/api/queue", anna->token).body, until));
  CHECK(has(console.show(*anna, id).body, until));
  console.purge(id);
  const auto boss = console.person("boss", "supervisor");
  CHECK(has(console.show(*boss, id).body, R"("picturesUntil":null)"));
}

TEST_CASE("the queue and the next case have the same choice") {
  Cases console;
  const auto anna = console.person();
  const std::string older = console.in_review();
  const std::string own = console.in_review(console.other, "another client's");
  const std::string part = own.substr(24);  // ids of the same time begin alike
  const std::string of_other = "client=" + console.other.key;
  struct Row {
    std::string query;
    std::string body;
  };
  for (const Row& row : {Row{of_other, R"({"client":")" + console.other.key + "\"}"},
                         Row{"search=" + own, R"({"search":")" + own + "\"}"},
                         Row{"search=" + part, R"({"search":")" + part + "\"}"}}) {
    CAPTURE(row.query);
    const Answer queue = console.get("/review/api/queue?" + row.query, anna->token);
    CHECK(has(queue.body, own));
    CHECK_FALSE(has(queue.body, older));
    CHECK(console.post("/review/api/next", row.body, anna->token)["sessionId"] == own);
    REQUIRE(console.act(*anna, own, "/release").status == 200);
  }
  // Everything that is named has to hold.
  for (const char* none : {"search=nobody",
                           "reason=NO_SUCH_REASON",
                           "documentType=ID_CARD",
                           "country=NZ",
                           "search=u-1&documentType=OTHER"}) {
    CAPTURE(std::string(none));
    CHECK(has(console.get(std::string("/review/api/queue?") + none, anna->token).body,
              R"("items":[])"));
  }
  const Answer by_reference = console.get("/review/api/queue?search=U-", anna->token);
  CHECK(has(by_reference.body, older));
  CHECK(has(by_reference.body, own));
  CHECK(console.post("/review/api/next", R"({"reason":"NO_SUCH_REASON"})", anna->token).status ==
        204);
  for (const char* wrong : {"documentType=CARD", "country=nz", "claimed=me", "limit=0"}) {
    CAPTURE(std::string(wrong));
    CHECK(console.get(std::string("/review/api/queue?") + wrong, anna->token).status == 400);
  }
  for (const char* wrong : {R"({"documentType":"CARD"})", R"({"country":"nz"})", R"({"x":1})"}) {
    CAPTURE(std::string(wrong));
    CHECK(console.post("/review/api/next", wrong, anna->token).status == 400);
  }
}

TEST_CASE("a case that is held and not as chosen is not the next one") {
  Cases console;
  const auto anna = console.person();
  const std::string first = console.in_review();
  const std::string second = console.in_review(console.other, "second");
  // The client whose turn it is has the first case.
  const std::string held = console.post("/review/api/next", "{}", anna->token)["sessionId"];
  REQUIRE((held == first || held == second));
  const std::string free = held == first ? second : first;
  const std::string of_free = R"({"search":")" + free + "\"}";
  CHECK(console.post("/review/api/next", of_free, anna->token)["sessionId"] == free);
}

TEST_CASE("cases are listed by who has claimed them, and a claim of another is not a free case") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string of_anna = console.in_review();
  const std::string of_bert = console.in_review();
  const std::string of_nobody = console.in_review();
  REQUIRE(console.act(*anna, of_anna, "/claim").status == 200);
  REQUIRE(console.act(*bert, of_bert, "/claim").status == 200);
  const Answer mine = console.get("/review/api/queue?claimed=you", anna->token);
  CHECK(has(mine.body, of_anna));
  CHECK_FALSE(has(mine.body, of_bert));
  CHECK_FALSE(has(mine.body, of_nobody));
  const Answer unclaimed = console.get("/review/api/queue?claimed=nobody", anna->token);
  CHECK(has(unclaimed.body, of_nobody));
  CHECK_FALSE(has(unclaimed.body, of_anna));
  CHECK_FALSE(has(unclaimed.body, of_bert));
}

TEST_CASE("the whole id of a session finds no case that the reviewer may not decide") {
  Cases console;
  const std::string hidden = console.in_review();
  const auto bert = console.person("bert", "reviewer", console.other.key);
  CHECK(has(console.get("/review/api/queue?search=" + hidden, bert->token).body, R"("items":[])"));
  const auto anna = console.person();
  CHECK(has(console.get("/review/api/queue?sandbox=true&search=" + hidden, anna->token).body,
            R"("items":[])"));
  REQUIRE(console.decide(*anna, hidden, "PASSED").status == 200);
  CHECK(has(console.get("/review/api/queue?search=" + hidden, anna->token).body, R"("items":[])"));
}

// Begins a wait for the queue to move.
std::shared_ptr<KeptExchange> waits(Cases& console, const Cases::Person& who, std::uint64_t seen) {
  return console.rig.begin({.method = Method::Get,
                            .path = "/review/api/queue/moved?wait=25&seen=" + std::to_string(seen),
                            .headers = Console::with(Console::own_fields(), who.token),
                            .console = true});
}

TEST_CASE("a page that waits for the queue learns that a case came, and of nothing else") {
  Cases console;
  const auto anna = console.person();
  const std::string first = console.in_review();
  const std::uint64_t seen = std::stoull(console.get("/review/api/queue", anna->token)["seen"]);
  const auto waiting = waits(console, *anna, seen);
  console.rig.create(console.client, R"("purpose":"FULL_CAPTURE")");
  REQUIRE(console.look(*anna, first).status == 200);
  console.rig.settle();
  CHECK_FALSE(waiting->answered());
  console.in_review();
  CHECK(waiting->wait()["waited"] == "true");
  // An event that is there already counts.
  CHECK(waits(console, *anna, seen)->wait()["waited"] == "true");
}

TEST_CASE("claims, releases and decisions move the queue") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string first = console.in_review();
  const auto moves = [&](const auto& act) {
    const auto waiting = waits(console, *bert, console.head());
    console.rig.settle();
    REQUIRE_FALSE(waiting->answered());
    act();
    return waiting->wait()["waited"] == "true";
  };
  CHECK(moves([&] { REQUIRE(console.act(*anna, first, "/claim").status == 200); }));
  CHECK(moves([&] { REQUIRE(console.act(*anna, first, "/release").status == 200); }));
  CHECK(moves([&] { REQUIRE(console.decide(*anna, first, "PASSED").status == 200); }));
  const std::string second = console.in_review();
  CHECK(moves([&] { console.purge(second); }));
}

TEST_CASE("a reviewer waits once at a time, and one who may not see cases not at all") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const auto waiting = waits(console, *anna, console.head());
  console.rig.settle();
  CHECK(waits(console, *anna, console.head())->wait()["waited"] == "false");
  const auto other = waits(console, *bert, console.head());
  console.rig.settle();
  CHECK_FALSE(other->answered());
  console.in_review();
  CHECK(waiting->wait()["waited"] == "true");
  CHECK(other->wait()["waited"] == "true");
  const auto reader = console.person("reader", "auditor");
  CHECK(waits(console, *reader, 0)->wait().status == 403);
  CHECK(console.get("/review/api/queue/moved", anna->token).status == 400);
  CHECK(console.get("/review/api/queue/moved?seen=1&wait=31", anna->token).status == 400);
}

TEST_CASE("a report is of a year at most, of whole days, and says of which") {
  Cases console;
  const auto boss = console.person("boss", "supervisor");
  const auto report = [&](const std::string& query) {
    return console.get("/review/api/reports?" + query, boss->token);
  };
  CHECK(report("from=2024-01-01&to=2025-01-01").status == 200);
  for (const char* bad : {"from=1970-01-01",
                          "from=2024-01-01&to=2025-01-02",
                          "from=2025-01-01&to=2024-01-01",
                          "from=2025-01-01&to=2025-01-01",
                          "to=tomorrow"}) {
    CAPTURE(std::string(bad));
    console.rig.clock.move(std::chrono::minutes(1));
    const Answer refused = report(bad);
    CHECK(refused.status == 400);
    CHECK(has(refused.body, "a year of 366 days at most"));
  }
  console.rig.clock.move(std::chrono::minutes(1));
  CHECK(has(report("from=2025-03-01T11:00:00Z&to=2025-03-04T00:00:00Z").body,
            R"("from":"2025-03-01T00:00:00.000000Z","to":"2025-03-04T00:00:00.000000Z")"));
  CHECK(console.desk.refused("review report", R"({"from":"1970-01-01"})") ==
        "SVC_INVALID_PARAMETER");
}

TEST_CASE("a report has what was decided on each day, and for which reasons") {
  Cases console;
  const auto boss = console.person("boss", "supervisor");
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  REQUIRE(console.decide(*boss, first, "PASSED").status == 200);
  console.rig.clock.move(std::chrono::hours(24));  // which ends the login
  const auto next = console.person("next", "supervisor");
  REQUIRE(console.look(*next, second).status == 200);
  const Answer report = console.get("/review/api/reports", next->token);
  REQUIRE_MESSAGE(report.status == 200, report.body);
  CHECK(has(report.body,
            R"("decisions":1,"disagreements":0,"corrections":0,"decisionsWithoutLook":1,)"
            R"("looksWithoutDecision":0,)"
            R"("reasons":[{"reason":"PERSON_MATCHES","count":1}]})"));
  CHECK(has(report.body,
            R"("decisions":0,"disagreements":0,"corrections":0,"decisionsWithoutLook":0,)"
            R"("looksWithoutDecision":1,)"
            R"("reasons":[]})"));
  const Answer of_tests = console.get("/review/api/reports?sandbox=true", next->token);
  CHECK(has(of_tests.body, R"("days":[])"));
}

TEST_CASE("a report has no reason of an opinion that nobody may see yet") {
  ClientPolicy policy = any_purpose();
  policy.reviewers = 2;
  Cases console(policy);
  const auto boss = console.person("boss", "supervisor");
  const auto anna = console.person("anna");
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  const auto reasons = [&] {
    const Answer report = console.get("/review/api/reports", boss->token);
    REQUIRE_MESSAGE(report.status == 200, report.body);
    console.rig.clock.move(std::chrono::minutes(1));  // for the rate of reports
    return report.body;
  };
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  CHECK_FALSE(has(reasons(), "PERSON_MATCHES"));
  REQUIRE(console.decide(*bert, id, "PASSED").status == 200);
  CHECK(has(reasons(), R"({"reason":"PERSON_MATCHES","count":1})"));
}

TEST_CASE("reviewers read what they looked at and decided, and not what others did") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string first = console.in_review();
  const std::string second = console.in_review();
  CHECK(has(console.get("/review/api/me/acts", anna->token).body, R"("items":[],"next":null)"));
  REQUIRE(console.look(*anna, first).status == 200);
  REQUIRE(console.decide(*anna, first, "FAILED").status == 200);
  REQUIRE(console.decide(*bert, second, "PASSED").status == 200);
  const Answer acts = console.get("/review/api/me/acts", anna->token);
  REQUIRE_MESSAGE(acts.status == 200, acts.body);
  CHECK_FALSE(has(acts.body, second));
  const std::size_t decision = acts.body.find(R"("act":"DECISION")");
  const std::size_t look = acts.body.find(R"("act":"LOOK","picture":"DOCUMENT","side":"FRONT")");
  REQUIRE(look != std::string::npos);
  CHECK(decision < look);  // the newest first
  CHECK(has(acts.body, R"("decision":"FAILED","signed":true)"));
  CHECK(has(console.get("/review/api/me/acts", bert->token).body, second));
  // Acts stay when the files go.
  console.purge(first);
  const Answer later = console.get("/review/api/me/acts", anna->token);
  CHECK(has(later.body, R"("act":"LOOK","picture":null,"side":null)"));
  CHECK(has(console.get("/review/api/me/acts?before=1", anna->token).body, R"("items":[])"));
  CHECK(console.get("/review/api/me/acts?before=x", anna->token).status == 400);
}

TEST_CASE("a reviewer's own looks say which side of the document each was at") {
  Cases console;
  const auto anna = console.person();
  const Answer created = console.rig.create(console.client, R"("purpose":"FULL_CAPTURE")");
  const std::string token = created["sessionToken"];
  const std::string id = created["sessionId"];
  REQUIRE(console.rig.document(token, good_image("f"), "FRONT", "ID_CARD")["ok"] == "true");
  REQUIRE(console.rig.document(token, good_image("b"), "BACK", "ID_CARD")["ok"] == "true");
  REQUIRE(console.rig.device(Method::Post, "/api/sdk/liveness/not-possible", token, {}).status ==
          200);
  REQUIRE(console.rig.finalize(token)["result"] == "REVIEW");
  std::string sides;
  for (const StoredFile& file : console.session(id).files) {
    const std::string body = R"({"file":")" + to_string(file.file) + R"("})";
    REQUIRE(console.act(*anna, id, "/view", body).status == 200);
    const std::string acts = console.get("/review/api/me/acts", anna->token).body;
    const std::string mark = R"("side":")";
    sides += acts.substr(acts.find(mark) + mark.size(), 1);  // of the newest
  }
  CHECK(sides == "FB");
}

TEST_CASE("one who asks for many reports is told to wait, and another is not") {
  Cases console;
  const auto boss = console.person("boss", "supervisor");
  const auto other = console.person("other", "supervisor");
  int served = 0;
  Answer last;
  for (int i = 0; i < 40; ++i) {
    last = console.get("/review/api/reports", boss->token);
    served += last.status == 200 ? 1 : 0;
  }
  CHECK(served == static_cast<int>(burst_of(console.rig.settings.report_rate)));
  CHECK(last.status == 429);
  CHECK(last.code() == "SVC_RATE_LIMITED");
  CHECK_FALSE(last.header("retry-after").empty());
  CHECK(console.get("/review/api/queue", boss->token).status == 200);
  CHECK(console.get("/review/api/reports", other->token).status == 200);
  console.rig.clock.move(std::chrono::minutes(1));
  CHECK(console.get("/review/api/reports", boss->token).status == 200);
}

TEST_CASE("one reviewer's calls have a rate, and another's go on") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::uint64_t burst = burst_of(console.rig.settings.review_rate);
  Answer last;
  for (std::uint64_t i = 0; i <= burst; ++i) last = console.get("/review/api/queue", anna->token);
  CHECK(last.status == 429);
  CHECK(console.get("/review/api/queue", bert->token).status == 200);
  console.rig.clock.move(std::chrono::seconds(1));
  CHECK(console.get("/review/api/queue", anna->token).status == 200);
}

TEST_CASE(
    "a call beyond a rate waits for its refusal, and a call within it does not wait for that") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const auto ask = [&](const Cases::Person& who) {
    return console.rig.begin({.method = Method::Get,
                              .path = "/review/api/queue",
                              .headers = Console::with(Console::own_fields(), who.token),
                              .console = true});
  };
  const std::uint64_t burst = burst_of(console.rig.settings.review_rate);
  for (std::uint64_t i = 0; i < burst; ++i) {
    const Answer within = ask(*anna)->wait();
    CHECK(within.status == 200);
    CHECK(within.delay.count() == 0);
  }
  const Answer late = ask(*anna)->wait();
  CHECK(late.status == 429);
  CHECK(late.delay == std::chrono::seconds(1));
  const Answer other = ask(*bert)->wait();
  CHECK(other.status == 200);
  CHECK(other.delay.count() == 0);
}

TEST_CASE("reports, lists and proofs hold up no upload, and uploads hold up none of them") {
  Cases console;
  const auto boss = console.person("boss", "supervisor");
  const std::string first = console.in_review();
  Service& service = console.rig.service();
  {
    const BusyPool reports(service.reports, 1);
    const BusyPool reads(service.reads, 2);
    console.in_review();
  }
  const BusyPool transfers(service.transfers, Rig::kTransferThreads);
  CHECK(console.get("/review/api/reports", boss->token).status == 200);
  CHECK(has(console.get("/review/api/queue", boss->token).body, first));
  CHECK(console.show(*boss, first).status == 200);
  CHECK(console.post("/review/api/next", "{}", boss->token)["sessionId"] == first);
}

TEST_CASE("a report that waits holds up no queue") {
  Cases console;
  const auto boss = console.person("boss", "supervisor");
  const std::string first = console.in_review();
  const BusyPool reports(console.rig.service().reports, 1);
  CHECK(has(console.get("/review/api/queue", boss->token).body, first));
  CHECK(console.post("/review/api/next", "{}", boss->token)["sessionId"] == first);
}

}  // namespace countersign::http::queue_test
