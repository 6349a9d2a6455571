// The list of a client's sessions, as its backend reads it.
#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <string>
#include <vector>

#include "tests/http/support/backend_calls.h"

namespace countersign::http::backend_sessions_test {

using Ids = std::vector<std::string>;

struct Listed {
  Ids ids;
  std::string next;  // "" at the end
};

Listed page_of(const Answer& answer) {
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  rapidjson::Document document;
  document.Parse(answer.body.c_str());
  REQUIRE(document.IsObject());
  Listed page;
  for (const auto& item : document["items"].GetArray()) {
    page.ids.push_back(item["sessionId"].GetString());
  }
  if (document["next"].IsString()) page.next = document["next"].GetString();
  return page;
}

struct Office {
  Rig rig;
  Backend one{rig};
  Backend other{rig};

  std::string add(const Backend& backend, const std::string& more = "") {
    rig.clock.move(std::chrono::seconds(1));
    const Answer created = rig.create(backend.client(), more);
    REQUIRE_MESSAGE(created.status == 200, created.body);
    return created["sessionId"];
  }
  Listed page(Backend& backend, const std::string& query = "") {
    const std::string path = "/api/svc/sessions";
    return page_of(backend.get(query.empty() ? path : path + "?" + query).answer);
  }
  Ids list(const std::string& query = "") { return page(one, query).ids; }
};

TEST_CASE_FIXTURE(Office, "the list has the client's own sessions, the newest first") {
  CHECK(list().empty());
  const std::string first = add(one);
  const std::string foreign = add(other);
  const std::string second = add(one);
  CHECK(list() == Ids{second, first});
  CHECK(page(other).ids == Ids{foreign});
  CHECK(page(one).next.empty());
}

TEST_CASE_FIXTURE(Office, "an item is exactly this") {
  const std::string id = add(one, R"("userRef":"customer-17","labels":{"shop":"berlin"})");
  const std::string created = to_string(rig.clock.now());
  CHECK(one.get("/api/svc/sessions").answer.body ==
        R"({"items":[{"sessionId":")" + id +
            R"(","userRef":"customer-17","labels":{"shop":"berlin"},"purpose":"FULL_CAPTURE",)"
            R"("status":"CREATED","resultStatus":"PENDING","reasons":[],"createdAt":")" +
            created + R"(","completedAt":null,"sandbox":false}],"next":null})");
}

TEST_CASE_FIXTURE(Office, "filters select alone and together") {
  const std::string person = add(one, R"("userRef":"u-1","labels":{"shop":"berlin"})");
  const std::string middle = to_string(rig.clock.now() + std::chrono::microseconds(500'000));
  const std::string liveness = add(one, R"("userRef":"u-1","purpose":"LIVENESS")");
  const std::string labelled = add(one, R"("labels":{"shop":"berlin","campaign":"a"})");
  REQUIRE(one.call(Method::Post, Backend::path_of(liveness, "/cancel")).answer.status == 200);
  rig.clock.move(std::chrono::seconds(1));
  const auto captured = one.capture({2000});

  CHECK(list("userRef=u-1") == Ids{liveness, person});
  CHECK(list("status=CANCELED") == Ids{liveness});
  CHECK(list("status=COMPLETED") == Ids{captured.id});
  CHECK(list("status=CREATED") == Ids{labelled, person});
  CHECK(list("resultStatus=PENDING") == Ids{labelled, person});
  CHECK(list("resultStatus=NOT_EVALUATED") == Ids{liveness});
  CHECK(list("purpose=LIVENESS") == Ids{liveness});
  CHECK(list("label.shop=berlin") == Ids{labelled, person});
  CHECK(list("label.shop=berlin&label.campaign=a") == Ids{labelled});
  CHECK(list("createdTo=" + middle) == Ids{person});
  CHECK(list("createdFrom=" + middle) == Ids{captured.id, labelled, liveness});
  CHECK(list("completedFrom=" + middle) == Ids{captured.id, liveness});
  CHECK(list("userRef=u-1&label.shop=berlin&status=CREATED&purpose=FULL_CAPTURE") == Ids{person});
  CHECK(list("userRef=u-1&label.shop=berlin&status=CANCELED").empty());
  CHECK(list("userRef=u-1&reason=DOCUMENT_BLURRY").empty());
}

TEST_CASE_FIXTURE(Office, "a session that nobody finished is listed as expired from that time on") {
  const std::string id = add(one);
  CHECK(list("status=EXPIRED").empty());
  rig.clock.move(std::chrono::hours(1));
  CHECK(list("status=EXPIRED") == Ids{id});
  CHECK(list("resultStatus=NOT_EVALUATED") == Ids{id});
  CHECK(list("status=CREATED").empty());
}

TEST_CASE_FIXTURE(Office, "two clients with one userRef, and wild cards, find nobody else") {
  const std::string mine = add(one, R"("userRef":"u-1")");
  const std::string theirs = add(other, R"("userRef":"u-1")");
  const std::string star = add(one, R"("userRef":"*")");
  const std::string percent = add(one, R"("userRef":"u-%")");
  CHECK(list("userRef=u-1") == Ids{mine});
  CHECK(page(other, "userRef=u-1").ids == Ids{theirs});
  CHECK(list("userRef=*") == Ids{star});
  CHECK(list("userRef=u-%25") == Ids{percent});
  CHECK(list("userRef=U-1").empty());
}

TEST_CASE_FIXTURE(Office, "pages follow each other while sessions come, and the last one says so") {
  Ids all;
  for (int i = 0; i < 7; ++i) all.insert(all.begin(), add(one, R"("userRef":"u")"));
  for (const std::string filter : {"", "&userRef=u", "&status=CREATED"}) {
    CAPTURE(filter);
    const Ids before = list("limit=100" + filter);
    Ids walked;
    std::string after;
    do {
      const Listed found = page(one, "limit=3" + filter + after);
      CHECK(found.ids.size() <= 3);
      walked.insert(walked.end(), found.ids.begin(), found.ids.end());
      after = found.next.empty() ? "" : "&after=" + found.next;
      add(one, R"("userRef":"u")");
      add(other, R"("userRef":"u")");
    } while (!after.empty());
    CHECK(walked == before);
  }
  // A cursor is bound to no filter and to no client, and shows nothing of another's.
  add(one);
  const std::string cursor = page(one, "limit=1").next;
  CHECK(page(other, "limit=100&after=" + cursor).ids == page(other, "limit=100").ids);
}

TEST_CASE_FIXTURE(Office, "a sandbox client lists its own sessions, and no client both kinds") {
  Backend sandbox(rig, rig.add_client(any_purpose(), true));
  const std::string tried = add(sandbox);
  const std::string real = add(one);
  CHECK(page(sandbox).ids == Ids{tried});
  CHECK(page(sandbox, "sandbox=true").ids == Ids{tried});
  CHECK(page(sandbox, "sandbox=false").ids.empty());
  CHECK(list("sandbox=true").empty());
  CHECK(list("sandbox=false") == Ids{real});
}

TEST_CASE_FIXTURE(Office, "a bad parameter and a stranger are refused") {
  const Answer unknown = one.get("/api/svc/sessions?user=u-1").answer;
  CHECK(unknown.status == 400);
  CHECK(unknown.code() == "SVC_INVALID_PARAMETER");
  CHECK(unknown.body.find(R"("field")") == std::string::npos);
  const Answer bent = one.get("/api/svc/sessions?after=12").answer;
  CHECK(bent.status == 400);
  CHECK(bent["field"] == "after");
  const std::string id = add(one);
  const Answer stranger = rig.send({.path = "/api/svc/sessions"});
  CHECK(stranger.status != 200);
  CHECK(stranger.body.find(id) == std::string::npos);
}

}  // namespace countersign::http::backend_sessions_test
