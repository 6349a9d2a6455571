// The queue of the console, its cases and looks.
#include <memory>
#include <string>

#include "projections/folder/reviewer_names.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::case_test {

TEST_CASE("the queue has the cases that the reviewer may decide, the oldest first") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert", "reviewer", console.other.key);
  const std::string first = console.in_review();
  const std::string second = console.in_review(console.other, "other");
  const Answer all = console.get("/review/api/queue", anna->token);
  REQUIRE_MESSAGE(all.status == 200, all.body);
  CHECK(all.body.find(first) < all.body.find(second));
  CHECK(has(all.body, R"("claimedBy":null)"));
  CHECK(all["next"] == "null");
  CHECK(all.header("cache-control") == "no-store");
  const Answer of_bert = console.get("/review/api/queue", bert->token);
  CHECK_FALSE(has(of_bert.body, first));
  CHECK(has(of_bert.body, second));
  CHECK_FALSE(
      has(console.get("/review/api/queue?client=" + console.client.key, anna->token).body, second));
  CHECK_FALSE(has(console.get("/review/api/queue?reason=NO_SUCH", anna->token).body, first));
  const Answer page = console.get("/review/api/queue?limit=1", anna->token);
  CHECK_FALSE(has(page.body, second));
  CHECK(has(console.get("/review/api/queue?after=" + page["next"], anna->token).body, second));
  for (const char* bad : {"limit=0", "limit=x", "after=-1"}) {
    CHECK(console.get(std::string("/review/api/queue?") + bad, anna->token).status == 400);
  }
}

TEST_CASE("a case of another client is not there, whatever is asked of it") {
  Cases console;
  const auto bert = console.person("bert", "reviewer", console.other.key);
  const std::string id = console.in_review();
  const std::string unknown = "0b54c2f0-8a6e-4f4c-9d53-0c9a0f6f3a11";
  for (const std::string& session : {id, unknown, std::string("x")}) {
    CHECK(console.show(*bert, session).status == 404);
    for (const char* call : {"/claim", "/release"}) {
      CHECK(console.act(*bert, session, call).status == 404);
    }
    CHECK(console.act(*bert, session, "/view", R"({"file":")" + console.file_of(id) + R"("})")
              .status == 404);
    const std::string body = "{" + Cases::choice("PASSED") + R"(,"seen":1})";
    for (const char* call : {"/decide", "/decide/begin", "/correct"}) {
      CHECK(console.act(*bert, session, call, body).status == 404);
    }
  }
  CHECK(console.all_of<ImageViewed>(id).empty());
  CHECK(console.rig.engine.renderings() == 0);
}

TEST_CASE("a session that was not sent to review is no case") {
  Cases console;
  const auto anna = console.person();
  const Answer created = console.rig.create(console.client, R"("purpose":"FULL_CAPTURE")");
  CHECK(console.show(*anna, created["sessionId"]).status == 404);
}

TEST_CASE("a case has what a reviewer needs, and nothing of an opinion that does not settle it") {
  ClientPolicy policy = any_purpose();
  policy.reviewers = 2;
  Cases console(policy);
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  const Answer fresh = console.show(*bert, id);
  REQUIRE_MESSAGE(fresh.status == 200, fresh.body);
  CHECK(fresh["automaticResult"] == "REVIEW");
  CHECK(fresh["userRef"] == "u-1");
  CHECK(fresh["opinionsGiven"] == "0");
  CHECK(fresh["reviewersNeeded"] == "2");
  CHECK(fresh["review"] == "null");
  CHECK(has(fresh.body, R"("kind":"DOCUMENT_FRONT")"));
  CHECK(has(fresh.body, R"("looked":false)"));
  CHECK(has(fresh.body, "DOCUMENT_GENUINE"));
  CHECK(std::stoull(fresh["seen"]) <= console.head());

  const std::string note = "looked at the hologram";
  REQUIRE(console.decide(*anna, id, "FAILED", "decision", R"(,"note":")" + note + "\"").status ==
          200);
  const Answer second = console.show(*bert, id);
  CHECK(second["opinionsGiven"] == "1");
  for (const std::string& hidden : {std::string("FAILED\""), note, anna->id}) {
    CHECK_FALSE(has(second.body.substr(second.body.find("\"opinionsGiven\"")), hidden));
  }
  CHECK(second["review"] == "null");
  // A reviewer who has given an opinion has no more to do with the case.
  CHECK_FALSE(has(console.get("/review/api/queue", anna->token).body, id));
  CHECK(console.act(*anna, id, "/claim").code() == "SVC_REVIEW_NOT_PENDING");
}

TEST_CASE("a look is in the log before its first byte, with the mark of who looks") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Answer look = console.look(*anna, id);
  REQUIRE_MESSAGE(look.status == 200, look.body);
  CHECK(look.header("content-type") == "image/jpeg");
  CHECK(look.header("cache-control") == "no-store");
  CHECK(look.header("x-content-type-options") == "nosniff");
  CHECK(look.body.starts_with("JPEG|" + anna->id + "|"));
  CHECK(has(look.body, id));
  const std::string marks = look.header("x-countersign-marks");
  CHECK(marks ==
        R"({"width":640,"height":480,"outline":[[1,2],[600,3],[601,400],[2,401]],"zone":null,)"
        R"("portrait":[10,20,100,130],"face":null})");
  const auto looks = console.all_of<ImageViewed>(id);
  REQUIRE(looks.size() == 1);
  CHECK(looks[0].reviewer == anna->id);
  CHECK(has(console.show(*anna, id).body, R"("looked":true)"));
  const auto bert = console.person("bert");
  CHECK(has(console.show(*bert, id).body, R"("looked":false)"));
}

TEST_CASE("nothing is sent of a look that is not in the log") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  // The files are purged while the picture is drawn.
  console.rig.engine.on_render([&] { console.purge(id); });
  const Answer look = console.look(*anna, id);
  CHECK(look.status == 410);
  CHECK(look.code() == "SVC_FILES_PURGED");
  CHECK_FALSE(has(look.body, "JPEG"));
  CHECK(console.rig.engine.renderings() == 1);
  CHECK(console.all_of<ImageViewed>(id).empty());
  console.rig.engine.on_render({});
  CHECK(console.look(*anna, id).code() == "SVC_FILES_PURGED");
  const Answer shown = console.show(*anna, id);
  CHECK(shown.status == 200);
  CHECK(has(shown.body, R"("files":[])"));
}

TEST_CASE("somebody who takes the case in the middle of a look ends the look") {
  Cases console;
  const auto anna = console.person();
  const auto bert = console.person("bert");
  const std::string id = console.in_review();
  console.rig.engine.on_render([&] { REQUIRE(console.act(*bert, id, "/claim").status == 200); });
  CHECK(console.look(*anna, id).code() == "SVC_REVIEW_CLAIMED");
  CHECK(console.all_of<ImageViewed>(id).empty());
}

TEST_CASE("a picture that ends its worker is a clear answer, and no look") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review(console.client, "kills the worker");
  const Answer look = console.look(*anna, id);
  CHECK(look.status == 422);
  CHECK(look.code() == "SVC_PICTURE_NOT_SHOWN");
  console.rig.engine.break_down(true);
  CHECK(console.look(*anna, id).status == 503);
  CHECK(console.all_of<ImageViewed>(id).empty());
}

TEST_CASE("a look names a file of the case") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  const std::string foreign = console.file_of(console.in_review());
  CHECK(console.act(*anna, id, "/view", R"({"file":")" + foreign + R"("})").status == 404);
  for (const char* bad :
       {"{}", "[]", R"({"file":7})", R"({"file":"x"})", R"({"file":"x","a":1})"}) {
    CHECK(console.act(*anna, id, "/view", bad).status == 400);
  }
  CHECK(console.rig.engine.renderings() == 0);
}

TEST_CASE("a decided case is for supervisors and auditors") {
  Cases console;
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const auto auditor = console.person("audit", "auditor");
  const std::string id = console.in_review();
  CHECK(console.show(*anna, id).status == 200);
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  CHECK(console.show(*anna, id).code() == "SVC_REVIEW_FORBIDDEN");
  CHECK(console.look(*anna, id).code() == "SVC_REVIEW_FORBIDDEN");
  CHECK(console.show(*auditor, id).status == 200);
  CHECK(console.show(*boss, id).status == 200);
  CHECK(console.look(*boss, id).status == 200);
}

TEST_CASE("a decided case names who decided, until the name is erased") {
  Cases console;
  const auto anna = console.person("Anna Example");
  const auto boss = console.person("boss", "supervisor");
  const auto auditor = console.person("audit", "auditor");
  const std::string id = console.in_review();
  CHECK(console.show(*boss, id)["review"] == "null");
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  const std::string named = R"("names":[{"reviewer":")" + anna->id + R"(","name":"Anna Example"}])";
  CHECK(has(console.show(*boss, id).body, named));
  CHECK(has(console.show(*auditor, id).body, named));
  REQUIRE_FALSE(ReviewerNames(console.rig.data().path()).erase(ReviewerId(anna->id)));
  CHECK(has(console.show(*boss, id).body, R"("names":[])"));
  CHECK(has(console.show(*boss, id).body, R"("reviewers":[")" + anna->id + "\"]"));
}

TEST_CASE("an auditor reads cases without pictures, and decides nothing") {
  Cases console;
  const auto auditor = console.person("audit", "auditor");
  const std::string id = console.in_review();
  CHECK(console.show(*auditor, id).status == 200);
  CHECK(console.look(*auditor, id).code() == "SVC_REVIEW_FORBIDDEN");
  CHECK(console.act(*auditor, id, "/claim").code() == "SVC_REVIEW_FORBIDDEN");
  CHECK(console.send_decision(*auditor, id, "PASSED", console.head()).status == 403);
  CHECK(console.get("/review/api/queue", auditor->token).status == 403);
  CHECK(console.get("/review/api/reports", auditor->token).status == 200);
  CHECK(console.rig.engine.renderings() == 0);
}

TEST_CASE("values of the zone are recorded as read, and are not for auditors") {
  ClientPolicy policy = any_purpose();
  policy.mrz_values = true;
  Cases console(policy);
  const auto anna = console.person();
  const auto auditor = console.person("audit", "auditor");
  const std::string id = console.in_review();
  CHECK(console.show(*auditor, id)["values"] == "null");
  CHECK(console.all_of<DocumentValuesRead>(id).empty());
  CHECK(has(console.show(*anna, id).body, "ERIKSSON"));
  CHECK(console.all_of<DocumentValuesRead>(id).size() == 1);
}

TEST_CASE("a reviewer sees the values of each source, and an auditor those of none") {
  ClientPolicy policy = any_purpose();
  policy.mrz_values = true;
  Cases console(policy);
  console.rig.engine.on_values([](DocumentEvaluation& found) {
    found.barcode = FieldValues{"L898902C3", "1974-08-12", "", "<b>\"", ""};
    found.printed = FieldValues{"L898402C3", "1974-08-12", "", "", ""};
  });
  const auto anna = console.person();
  const auto auditor = console.person("audit", "auditor");
  const std::string id = console.in_review();
  const Answer shown = console.show(*anna, id);
  CHECK(shown["values"] != "null");
  CHECK(has(shown.body, R"("barcodeValues":{"side":"FRONT","documentNumber":"L898902C3",)"));
  CHECK(has(shown.body, R"("surname":"<b>\"","givenNames":null})"));
  CHECK(has(shown.body, R"("printedValues":{"side":"FRONT","documentNumber":"L898402C3",)"));
  const Answer hidden = console.show(*auditor, id);
  CHECK(hidden["values"] == "null");
  CHECK(hidden["barcodeValues"] == "null");
  CHECK(hidden["printedValues"] == "null");
}

TEST_CASE("a client that keeps no values has none of any source in its cases") {
  Cases console;
  console.rig.engine.on_values([](DocumentEvaluation& found) {
    found.printed = FieldValues{"L898402C3", "", "", "", ""};
  });
  const auto anna = console.person();
  const Answer shown = console.show(*anna, console.in_review());
  for (const char* member : {"values", "barcodeValues", "printedValues"}) {
    CHECK(shown[member] == "null");
  }
}

TEST_CASE("roles do not add up: a reviewer who is an auditor too sees no more of a decided case") {
  ClientPolicy policy = any_purpose();
  policy.mrz_values = true;
  Cases console(policy);
  const auto anna = console.person();
  const auto auditor = console.person("audit", "auditor");
  const auto both = console.person_with(
      "both", R"([{"role":"reviewer","client":"*"},{"role":"auditor","client":"*"}])");
  const auto elsewhere = console.person_with("elsewhere",
                                             R"([{"role":"auditor","client":"*"},)"
                                             R"({"role":"supervisor","client":")" +
                                                 console.other.key + R"("}])");
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  CHECK(console.look(*both, id).status == 200);
  CHECK(has(console.show(*both, id).body, "ERIKSSON"));
  CHECK(console.look(*elsewhere, id).code() == "SVC_REVIEW_FORBIDDEN");
  REQUIRE(console.decide(*anna, id, "PASSED").status == 200);
  for (const Cases::Person* who : {both.get(), auditor.get(), elsewhere.get()}) {
    const Answer shown = console.show(*who, id);
    CHECK(shown.status == 200);
    CHECK(shown["values"] == "null");
    CHECK(shown["words"] == "null");
    CHECK(has(shown.body, R"("mayLook":false,"mayCorrect":false)"));
    CHECK(console.look(*who, id).code() == "SVC_REVIEW_FORBIDDEN");
  }
  CHECK(console.look(*anna, id).code() == "SVC_REVIEW_FORBIDDEN");
  CHECK(console.look(*boss, id).status == 200);
  CHECK(has(console.show(*boss, id).body, "ERIKSSON"));
}

TEST_CASE("a look that was begun before the decision shows a reviewer nothing after it") {
  Cases console;
  const auto anna = console.person();
  const auto boss = console.person("boss", "supervisor");
  const std::string id = console.in_review();
  // While the picture is drawn: the call was admitted before.
  console.rig.engine.on_render(
      [&] { CHECK(console.send_decision(*boss, id, "PASSED", console.head()).status == 200); });
  CHECK(console.look(*anna, id).code() == "SVC_REVIEWER_NOT_ELIGIBLE");
  CHECK(console.all_of<ImageViewed>(id).empty());
}

TEST_CASE("a call that does not come from the console's page changes nothing") {
  Cases console;
  const auto anna = console.person();
  const std::string id = console.in_review();
  const Headers foreign{{"Origin", "https://evil.example"},
                        {"X-Countersign-Review", "1"},
                        {"Content-Type", "application/json"}};
  const std::string body = "{" + Cases::choice("PASSED") + R"(,"seen":99})";
  for (const char* call : {"/claim", "/takeover", "/view", "/decide", "/correct", "/release"}) {
    CHECK(console.send(Method::Post, Cases::path(id, call), body, anna->token, foreign).status ==
          403);
  }
  CHECK(console.post(Cases::path(id, "/claim"), "{}", "").status == 401);
  CHECK(console.get(Cases::path(id, "/view"), anna->token).status == 405);
  CHECK_FALSE(console.session(id).review.claim.has_value());
}

}  // namespace countersign::http::case_test
