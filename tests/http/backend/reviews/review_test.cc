// A back office decides what the machine sent to review: the queue, the decision and the result.
#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "http/backend/reviews/review_request.h"
#include "tests/http/support/review_office.h"

namespace countersign::http::review_test {

// Whether any file below the folder has the text.
bool is_on_disk(const std::filesystem::path& folder, std::string_view text) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (has(bytes, text)) return true;
  }
  return false;
}

TEST_CASE("a session that waits is listed, decided, and no longer listed") {
  Rig rig;
  Office office(rig);
  const std::string session = office.in_review();
  CHECK(has(office.result(session),
            R"("resultStatus":"REVIEW","automaticResult":"REVIEW","review":null)"));
  const Answer listed = office.backend.get("/api/svc/reviews").answer;
  CHECK(has(listed.body,
            R"("reviews":[{"sessionId":")" + session +
                R"(","purpose":"FULL_CAPTURE","userRef":"u-1","labels":{},"reasons":[)"));
  CHECK(office.waiting().sessions == std::vector<std::string>{session});

  const Answer decided = office.decide(
      session,
      R"({"decision":"PASSED","reasons":["PERSON_MATCHES","OUR_OWN_1"],"note":"Called back.",)"
      R"("reviewer":"anna@bank.example"})");
  REQUIRE_MESSAGE(decided.status == 200, decided.body);
  CHECK(decided["resultStatus"] == "PASSED");
  CHECK(decided["automaticResult"] == "REVIEW");
  CHECK(has(
      decided.body,
      R"("review":{"decision":"PASSED","reasons":["PERSON_MATCHES","OUR_OWN_1"],"decidedAt":")"));
  CHECK(has(decided.body,
            R"("correctedAt":null,"reviewers":["anna@bank.example"],"signed":false,)"
            R"("earlier":[],)"
            R"("note":"Called back.")"));
  CHECK(office.result(session).substr(0, 200) == decided.body.substr(0, 200));
  CHECK(has(office.result(session), R"("note":"Called back.")"));
  CHECK(office.waiting().sessions.empty());
  CHECK(has(office.timeline(session), R"("type":"ReviewDecided")"));
  CHECK_FALSE(has(office.timeline(session), "Called back"));
  CHECK(has(office.feed(), R"("data":{"decision":"PASSED","reasons":["PERSON_MATCHES",)"));
  for (const std::string& line : rig.access_lines()) CHECK_FALSE(has(line, "Called"));
}

TEST_CASE("before the end nothing is automatic, and only a review can be decided") {
  Rig rig;
  Office office(rig);
  const Answer open = rig.create(office.credentials);
  CHECK(has(office.result(open["sessionId"]), R"("automaticResult":null,"review":null)"));
  CHECK(office.decide(open["sessionId"], kPassed).code() == "SVC_REVIEW_NOT_PENDING");
  const Answer passed = rig.create(office.credentials, R"("purpose":"LIVENESS")");
  REQUIRE(rig.liveness(passed["sessionToken"], {good_image("1"), good_image("2")})["ok"] == "true");
  REQUIRE(rig.finalize(passed["sessionToken"])["result"] == "PASSED");
  const std::string id = passed["sessionId"];
  CHECK(has(office.result(id), R"("resultStatus":"PASSED","automaticResult":"PASSED")"));
  const Answer refused = office.decide(id, kFailed);
  CHECK(refused.status == 409);
  CHECK(refused.code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(has(office.result(id), R"("resultStatus":"PASSED")"));
}

TEST_CASE("the second decision is refused, and a repeated request gets the first answer") {
  Rig rig;
  Office office(rig);
  const std::string session = office.in_review();
  const std::string body = R"({"decision":"FAILED","reasons":["OTHER"],"note":"a note"})";
  const Answer first = office.decide(session, body, keyed("once"));
  REQUIRE_MESSAGE(first.status == 200, first.body);
  CHECK(office.decide(session, body).code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(office.decide(session, kPassed, keyed("twice")).code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(office.decide(session, kPassed, keyed("once")).code() == "SVC_IDEMPOTENCY_MISMATCH");
  const std::string other = office.in_review();
  CHECK(office.decide(other, body, keyed("once")).code() == "SVC_IDEMPOTENCY_MISMATCH");

  const auto is_same = [&] {
    const Answer again = office.decide(session, body, keyed("once"));
    CHECK(again.status == 200);
    CHECK(again.body == first.body);
    CHECK(again.header("Idempotent-Replayed") == "true");
  };
  is_same();
  REQUIRE(office.purge(session));
  is_same();
  rig.restart();
  is_same();
}

TEST_CASE("a foreign, an unknown and a badly named session are alike") {
  Rig rig;
  Office owner(rig);
  Office stranger(rig);
  const std::string session = owner.in_review();
  for (const std::string& id :
       {session, std::string("01a2191a-41ca-79eb-b26e-7692dad6d21e"), std::string("x")}) {
    const Answer refused = stranger.decide(id, kPassed);
    CHECK(refused.status == 404);
    CHECK(refused.code() == "SVC_NOT_FOUND");
  }
  Rig::Request without = owner.request(session, kPassed);
  without.headers = {};
  CHECK(rig.send(without).status == 404);
  CHECK(stranger.waiting().sessions.empty());
  CHECK(owner.waiting().sessions.size() == 1);
}

TEST_CASE("a purged session cannot be decided, with a note or without") {
  Rig rig;
  Office office(rig);
  const std::string session = office.in_review();
  REQUIRE(office.purge(session));
  CHECK(office.decide(session, kPassed).code() == "SVC_REVIEW_NOT_PENDING");
  const Answer noted =
      office.decide(session, R"({"decision":"PASSED","reasons":["OTHER"],"note":"n"})");
  CHECK(noted.status == 409);
  CHECK(noted.code() == "SVC_REVIEW_NOT_PENDING");
  CHECK(office.waiting().sessions.empty());
  CHECK(has(office.result(session), R"("resultStatus":"REVIEW")"));
}

TEST_CASE("a body that is no decision is refused, and its member named") {
  Rig rig;
  Office office(rig);
  const std::string session = office.in_review();
  for (const char* body : {"",
                           "[]",
                           "{",
                           R"({"decision":"PASSED","reasons":["A"],"more":1})",
                           R"({"decision":"PASSED","decision":"FAILED","reasons":["A"]})",
                           R"({"Decision":"PASSED","reasons":["A"]})"}) {
    CAPTURE(body);
    CHECK(office.decide(session, body).code() == "SVC_INVALID_JSON");
  }
  const std::string longest(64, 'A');
  std::string many;
  for (int i = 0; i < 17; ++i) many += "\"R" + std::to_string(i) + "\",";
  many.pop_back();
  std::string note;
  for (int i = 0; i < 2000; ++i) note += "ü";
  const auto with = [](std::string_view more) {
    return R"({"decision":"PASSED","reasons":["OTHER"],)" + std::string(more) + "}";
  };
  struct Row {
    std::string body;
    const char* field;
  };
  for (const Row& row :
       {Row{R"({"reasons":["OTHER"]})", "decision"},
        Row{R"({"decision":"REVIEW","reasons":["OTHER"]})", "decision"},
        Row{R"({"decision":"passed","reasons":["OTHER"]})", "decision"},
        Row{R"({"decision":"PASSED"})", "reasons"},
        Row{R"({"decision":"PASSED","reasons":[]})", "reasons"},
        Row{R"({"decision":"PASSED","reasons":"OTHER"})", "reasons"},
        Row{R"({"decision":"PASSED","reasons":["OTHER",7]})", "reasons"},
        Row{R"({"decision":"PASSED","reasons":["OTHER","OTHER"]})", "reasons"},
        Row{R"({"decision":"PASSED","reasons":["other"]})", "reasons"},
        Row{R"({"decision":"PASSED","reasons":[")" + longest + R"(A"]})", "reasons"},
        Row{R"({"decision":"PASSED","reasons":[)" + many + "]}", "reasons"},
        Row{with(R"("note":7)"), "note"},
        Row{with(R"("note":"\u001b[2J")"), "note"},
        Row{with(R"("note":")" + note + R"(x")"), "note"},
        Row{with(R"("reviewer":["a"])"), "reviewer"},
        Row{with(R"("reviewer":"rvw_anna")"), "reviewer"},
        Row{with(R"("reviewer":"<b>")"), "reviewer"},
        Row{with(R"("reviewer":"a b")"), "reviewer"},
        Row{with(R"("reviewer":")" + std::string(65, 'a') + R"(")"), "reviewer"}}) {
    CAPTURE(row.body);
    const Answer refused = office.decide(session, row.body);
    CHECK(refused.code() == "SVC_INVALID_PARAMETER");
    CHECK(refused["field"] == row.field);
  }
  CHECK(office.waiting().sessions.size() == 1);
  const auto good = parse_review_request(with(R"("note":")" + note + R"(","reviewer":null)"));
  REQUIRE(good.has_value());
  CHECK(good->note == note);
  CHECK_FALSE(good->reviewer);
  CHECK_FALSE(parse_review_request(with(R"("note":"","reviewer":"")"))->note);
}

TEST_CASE("of decisions at the same time exactly one counts") {
  Rig rig;
  Office office(rig);
  const std::string session = office.in_review();
  std::atomic<int> decided{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> people;
  for (int i = 0; i < 8; ++i) {
    people.emplace_back([&, i] {
      const Answer answer = office.decide(session, i % 2 == 0 ? kPassed : kFailed);
      decided += answer.status == 200 ? 1 : 0;
      refused += answer.code() == "SVC_REVIEW_NOT_PENDING" ? 1 : 0;
    });
  }
  for (std::thread& one : people) one.join();
  CHECK(decided == 1);
  CHECK(refused == 7);
}

TEST_CASE("a decision is kept over a restart and a rebuild of the views") {
  Rig rig;
  Office office(rig);
  const std::string decided = office.in_review();
  const std::string waiting = office.in_review();
  REQUIRE(office.decide(decided, kFailed).status == 200);
  const std::string before = office.result(decided);
  rig.restart();
  Office again(rig, office.credentials);
  CHECK(again.result(decided) == before);
  CHECK(again.backend.admin("/admin/projections/rebuild", "{}").answer.status == 200);
  CHECK(again.result(decided) == before);
  CHECK(again.waiting().sessions == std::vector<std::string>{waiting});
  CHECK(again.decide(decided, kPassed).code() == "SVC_REVIEW_NOT_PENDING");
}

TEST_CASE("a note is on no disk in plain, and gone with the files") {
  Rig rig;
  Office office(rig);
  const std::string session = office.in_review();
  const std::string note = "Unmistakable words of a reviewer";
  REQUIRE(
      office
          .decide(session, R"({"decision":"PASSED","reasons":["OTHER"],"note":")" + note + R"("})")
          .status == 200);
  CHECK(has(office.result(session), note));
  CHECK_FALSE(is_on_disk(rig.folder.path(), note));
  REQUIRE(office.purge(session));
  const std::string purged = office.result(session);
  CHECK(has(purged, R"("resultStatus":"PASSED")"));
  CHECK(has(purged, R"("note":null)"));
  CHECK_FALSE(has(purged, note));
  CHECK_FALSE(is_on_disk(rig.folder.path(), note));
}

TEST_CASE("the files of a session are kept for one period while it waits, and then for another") {
  ServiceSettings settings;
  settings.retention = std::chrono::hours(24 * 10);
  settings.retention_review = std::chrono::hours(24 * 90);
  Rig rig(settings);
  Office office(rig);
  const std::string session = office.in_review();
  const auto purge_at = [&] { return office.result(session); };
  const UtcTime ended = rig.clock.now();
  CHECK(has(purge_at(), R"("purgeAt":")" + to_string(ended + std::chrono::hours(24 * 90))));
  rig.clock.move(std::chrono::hours(24 * 30));
  const UtcTime decided = rig.clock.now();
  REQUIRE(office.decide(session, kPassed).status == 200);
  CHECK(has(purge_at(), R"("purgeAt":")" + to_string(decided + std::chrono::hours(24 * 10))));
}

TEST_CASE("the queue is read page by page, the oldest first") {
  Rig rig;
  Office office(rig);
  Office other(rig);
  std::vector<std::string> sessions;
  for (int i = 0; i < 5; ++i) {
    sessions.push_back(office.in_review());
    other.in_review();
  }
  std::vector<std::string> walked;
  std::uint64_t cursor = 0;
  while (true) {
    const Office::Page page = office.waiting("?limit=2&after=" + std::to_string(cursor));
    if (page.sessions.empty()) {
      CHECK(page.next == cursor);
      break;
    }
    walked.insert(walked.end(), page.sessions.begin(), page.sessions.end());
    cursor = page.next;
  }
  CHECK(walked == sessions);
  for (const char* query : {"?limit=0", "?limit=501", "?after=x"}) {
    CHECK(office.backend.get("/api/svc/reviews" + std::string(query)).answer.code() ==
          "SVC_INVALID_PARAMETER");
  }
}

TEST_CASE("an operator sees a review and corrects it, with the reason in the owner's result only") {
  Rig rig;
  Office office(rig);
  const std::string session = office.in_review();
  const std::string input = R"({"sessionId":")" + session +
                            R"(","decision":"FAILED","reasons":["DOCUMENT_FORGED"],)"
                            R"("why":"The issuer called."})";
  const Answer early = office.backend.admin("/admin/session/correct", input).answer;
  CHECK(early.code() == "SVC_REVIEW_NOT_DECIDED");
  REQUIRE(office.decide(session, decision_by("anna")).status == 200);
  const Answer corrected = office.backend.admin("/admin/session/correct", input).answer;
  REQUIRE_MESSAGE(corrected.status == 200, corrected.body);
  CHECK(has(corrected.body, R"("decision":"FAILED","reasons":["DOCUMENT_FORGED"])"));
  const std::string result = office.result(session);
  CHECK(has(result, R"("resultStatus":"FAILED","automaticResult":"REVIEW")"));
  CHECK(has(result, R"("reviewers":[],"signed":false,"earlier":[{"decision":"PASSED")"));
  CHECK(has(result, R"("reviewers":["anna"],"signed":false}],"note":"The issuer called.")"));
  CHECK_FALSE(has(result, R"("correctedAt":null)"));
  const std::string shown =
      office.backend.admin("/admin/session/show", R"({"sessionId":")" + session + R"("})")
          .answer.body;
  CHECK(has(shown, R"("review":{"decision":"FAILED")"));
  CHECK(has(shown, R"("type":"ReviewCorrected")"));
  CHECK_FALSE(has(shown, "issuer"));
  REQUIRE(office.purge(session));
  CHECK(office.backend.admin("/admin/session/correct", input).answer.code() ==
        "SVC_REVIEW_NOT_DECIDED");
}

TEST_CASE("an operator corrects neither what two decided nor what the client keeps as it is") {
  for (const bool is_forbidden : {true, false}) {
    Rig rig;
    ClientPolicy policy = any_purpose();
    if (is_forbidden) {
      policy.corrections = Corrections::Forbidden;
    } else {
      policy.reviewers = 2;
    }
    Office office(rig, policy);
    const std::string session = office.in_review();
    REQUIRE(office.decide(session, decision_by("anna")).status == 200);
    if (!is_forbidden) REQUIRE(office.decide(session, decision_by("bert")).status == 200);
    const Answer refused = office.backend
                               .admin("/admin/session/correct",
                                      R"({"sessionId":")" + session +
                                          R"(","decision":"FAILED","reasons":["OTHER"],)"
                                          R"("why":"The issuer called."})")
                               .answer;
    CHECK(refused.code() ==
          (is_forbidden ? "SVC_REVIEW_CORRECTION_FORBIDDEN" : "SVC_REVIEW_CORRECTION_NEEDS_TWO"));
    CHECK(has(office.result(session), R"("resultStatus":"PASSED")"));
    CHECK_FALSE(has(office.timeline(session), R"("type":"ReviewCorrected")"));
  }
}

}  // namespace countersign::http::review_test
