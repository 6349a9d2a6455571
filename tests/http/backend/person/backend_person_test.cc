// A backend reads and erases what is held of a person of its own.
#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/http/support/backend_calls.h"

namespace countersign::http::backend_person_test {

using Ids = std::vector<std::string>;

rapidjson::Document parsed(const Answer& answer) {
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  rapidjson::Document document;
  document.Parse(answer.body.c_str());
  REQUIRE(document.IsObject());
  return document;
}

Ids texts_in(const rapidjson::Value& list) {
  Ids texts;
  for (const auto& each : list.GetArray()) texts.emplace_back(each.GetString());
  return texts;
}

ClientPolicy busy() {
  ClientPolicy policy = any_purpose();
  policy.create_rate = Rate{100'000, 1000};
  return policy;
}

struct Office {
  Rig rig;
  Credentials shop = rig.add_client(busy());
  Credentials bank = rig.add_client(busy());
  Backend shops{rig, shop};
  Backend banks{rig, bank};

  std::string open(const Credentials& client, const std::string& user_ref) {
    rig.clock.move(std::chrono::milliseconds(1));
    const Answer created = rig.create(client, R"("userRef":")" + user_ref + "\"");
    REQUIRE_MESSAGE(created.status == 200, created.body);
    return created["sessionId"];
  }
  std::string capture(const Credentials& client, const std::string& user_ref) {
    const Answer created = rig.create(client, R"("userRef":")" + user_ref + "\"");
    REQUIRE_MESSAGE(created.status == 200, created.body);
    REQUIRE(rig.document(created["sessionToken"], good_image(std::to_string(++pictures)))["ok"] ==
            "true");
    return created["sessionId"];
  }

  Rig::Request erasure(const Credentials& client, const std::string& body) {
    Rig::Request request{.method = Method::Post, .path = "/api/svc/person/erase", .body = body};
    request.headers.add("x-svc-client-key", client.key);
    request.headers.add("x-svc-client-secret", client.secret);
    request.headers.add("content-type", "application/json");
    return request;
  }
  Answer erase(const Credentials& client,
               const std::string& user_ref,
               const std::string& more = R"(,"reason":"letter 12")") {
    return rig.send(erasure(client, R"({"userRef":")" + user_ref + "\"" + more + "}"));
  }
  Session session(const std::string& id) {
    const auto found = rig.data().queries().session(SessionId(*parse_uuid(id)));
    REQUIRE((found && *found));
    return **found;
  }

  int pictures = 0;
};

TEST_CASE_FIXTURE(Office, "a client reads all that it holds of its own person, the newest first") {
  const std::string first = capture(shop, "anna");
  rig.clock.move(std::chrono::seconds(1));
  const std::string second = open(shop, "anna");
  open(shop, "bertha");
  open(bank, "anna");
  const auto page = parsed(shops.get("/api/svc/person?userRef=anna").answer);
  CHECK(page["userRef"] == "anna");
  CHECK(page["next"].IsNull());
  REQUIRE(page["items"].Size() == 2);
  CHECK(page["items"][0]["result"]["sessionId"] == second.c_str());
  const auto& older = page["items"][1];
  CHECK(older["result"]["sessionId"] == first.c_str());
  CHECK(older["documents"].Size() == 1);
  CHECK(older["held"].IsFalse());
  CHECK(older["purgedAt"].IsNull());
}

TEST_CASE_FIXTURE(Office,
                  "a reference that is another client's has the answer of one that is nobody's") {
  capture(bank, "anna");
  const std::string foreign = shops.get("/api/svc/person?userRef=anna").answer.body;
  const std::string nobody = shops.get("/api/svc/person?userRef=nina").answer.body;
  CHECK(foreign == R"({"userRef":"anna","items":[],"next":null})");
  CHECK(nobody == R"({"userRef":"nina","items":[],"next":null})");
  CHECK(erase(shop, "anna").body == R"({"erased":0,"held":[],"sessions":[],"next":null})");
  CHECK(erase(shop, "nina").body == R"({"erased":0,"held":[],"sessions":[],"next":null})");
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE_FIXTURE(Office, "wild cards in a reference are plain characters") {
  const std::string anna = capture(shop, "anna");
  for (const std::string pattern : {"*", "a*", "%", "a%", "ann?", "_nna", "a.na"}) {
    CHECK(parsed(erase(shop, pattern))["erased"].GetUint() == 0);
  }
  CHECK(parsed(shops.get("/api/svc/person?userRef=a%2A").answer)["items"].Empty());
  CHECK_FALSE(session(anna).purged_at);
  const std::string star = open(shop, "a*");
  CHECK(texts_in(parsed(erase(shop, "a*"))["sessions"]) == Ids{star});
  CHECK_FALSE(session(anna).purged_at);
}

TEST_CASE_FIXTURE(Office,
                  "an erasure ends and erases, says why in the log, and answers the same again") {
  const std::string running = capture(shop, "anna");
  rig.clock.move(std::chrono::seconds(1));
  const std::string empty = open(shop, "anna");
  const Answer erased = erase(shop, "anna");
  CHECK(parsed(erased)["erased"].GetUint() == 2);
  CHECK(texts_in(parsed(erased)["sessions"]) == Ids{empty, running});
  CHECK(rig.files_on_disk() == 0);
  CHECK(session(running).status == SessionStatus::Canceled);
  const auto events = rig.data().queries().timeline(SessionId(*parse_uuid(running)));
  const RecordedEvent& last = events->back().recorded;
  CHECK(last.actor == Actor{ActorKind::Client, shop.key});
  CHECK(std::get<FilesPurged>(last.event).why == StatedReason("letter 12"));

  const Sequence head = rig.data().queries().head();
  CHECK(erase(shop, "anna").body == erased.body);
  CHECK(rig.data().queries().head() == head);
  const auto page = parsed(shops.get("/api/svc/person?userRef=anna").answer);
  CHECK(page["items"][0]["purgedAt"].IsString());
}

TEST_CASE_FIXTURE(Office,
                  "a session under a legal hold stays and is named; the others are erased") {
  const std::string held = capture(shop, "anna");
  rig.clock.move(std::chrono::seconds(1));
  const std::string free = capture(shop, "anna");
  const std::string input = R"({"sessionId":")" + held + R"(","reason":"case 7"})";
  CHECK(shops.admin("/admin/hold/set", input).answer.status == 200);
  const auto done = parsed(erase(shop, "anna"));
  CHECK(done["erased"].GetUint() == 1);
  CHECK(texts_in(done["sessions"]) == Ids{free});
  CHECK(texts_in(done["held"]) == Ids{held});
  CHECK_FALSE(session(held).purged_at);
  CHECK(shops.admin("/admin/hold/release", input).answer.status == 200);
  CHECK(parsed(erase(shop, "anna"))["erased"].GetUint() == 2);
}

TEST_CASE_FIXTURE(Office, "a person with many sessions is erased call by call, each session once") {
  constexpr std::size_t kSessions = 300;
  std::set<std::string> opened;
  for (std::size_t i = 0; i < kSessions; ++i) opened.insert(open(shop, "anna"));
  std::set<std::string> erased;
  std::string after;
  std::size_t calls = 0;
  do {
    const std::string more =
        R"(,"reason":"letter 12")" + (after.empty() ? "" : R"(,"after":")" + after + "\"");
    const auto page = parsed(erase(shop, "anna", more));
    CHECK(page["erased"].GetUint() <= 100);
    for (const std::string& id : texts_in(page["sessions"])) CHECK(erased.insert(id).second);
    after = page["next"].IsNull() ? "" : page["next"].GetString();
    ++calls;
  } while (!after.empty());
  CHECK(erased == opened);
  CHECK(calls >= 3);
}

TEST_CASE_FIXTURE(Office,
                  "uploads and looks beside an erasure leave nothing of the person behind") {
  const Answer created = rig.create(shop, R"("userRef":"anna")");
  const std::string token = created["sessionToken"];
  const std::string other = capture(shop, "anna");
  std::thread uploads([&] {
    for (int i = 0; i < 5; ++i) {
      Form form;
      const Answer challenge =
          rig.device(Method::Post, "/api/sdk/document/challenge", token, Headers());
      if (challenge.status != 200) return;
      form.text("nonce", challenge["nonce"])
          .file("image", good_image("beside" + std::to_string(i)));
      rig.send(rig.upload("/api/sdk/document", token, form));
    }
  });
  std::thread looks([&] {
    for (int i = 0; i < 5; ++i) shops.get(Backend::path_of(other, "/documents/bundle"));
  });
  const auto done = parsed(erase(shop, "anna"));
  uploads.join();
  looks.join();
  rig.settle();
  CHECK(done["erased"].GetUint() == 2);
  CHECK(rig.files_on_disk() == 0);
  CHECK(shops.get(Backend::path_of(other, "/documents/bundle")).answer.status == 410);
}

TEST_CASE_FIXTURE(Office,
                  "what is wrong in a call about a person is refused, and nothing is erased") {
  capture(shop, "anna");
  for (const std::string query : {"",
                                  "?userRef=",
                                  "?userRef=a%40b",
                                  "?userRef=anna&limit=0",
                                  "?userRef=anna&limit=501",
                                  "?userRef=anna&after=x",
                                  "?userRef=anna&limits=1",
                                  "?userRef=anna&userRef=anna"}) {
    INFO(query);
    CHECK(shops.get("/api/svc/person" + query).answer.code() == "SVC_INVALID_PARAMETER");
  }
  const std::string too_long(257, 'x');
  for (const std::string& more : {std::string(),
                                  std::string(R"(,"reason":"")"),
                                  std::string(R"(,"reason":"  ")"),
                                  std::string(R"(,"reason":"a\nb")"),
                                  std::string(R"(,"reason":7)"),
                                  R"(,"reason":")" + too_long + "\"",
                                  std::string(R"(,"reason":"x","after":"x")")}) {
    INFO(more);
    CHECK(erase(shop, "anna", more).code() == "SVC_INVALID_PARAMETER");
  }
  CHECK(erase(shop, "a@b").code() == "SVC_INVALID_PARAMETER");
  CHECK(erase(shop, "anna", R"(,"reason":"x","more":1)").code() == "SVC_INVALID_JSON");
  CHECK(rig.send(erasure(shop, "{")).code() == "SVC_INVALID_JSON");
  CHECK(rig.send(erasure({shop.key, bank.secret}, "{}")).code() == "SVC_NOT_FOUND");
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE_FIXTURE(Office, "a disabled client reads and erases nothing") {
  capture(shop, "anna");
  rig.disable(shop);
  CHECK(erase(shop, "anna").code() == "SVC_NOT_FOUND");
  CHECK(shops.get("/api/svc/person?userRef=anna").answer.code() == "SVC_NOT_FOUND");
  CHECK(rig.files_on_disk() == 1);
}

TEST_CASE("erasures of persons have the rate of purges") {
  ServiceSettings settings;
  settings.purge_rate = Rate{10, 60'000};  // two at once
  Rig rig(settings);
  const Credentials shop = rig.add_client();
  const auto erase = [&] {
    Rig::Request request{.method = Method::Post,
                         .path = "/api/svc/person/erase",
                         .body = R"({"userRef":"anna","reason":"letter 12"})"};
    request.headers.add("x-svc-client-key", shop.key);
    request.headers.add("x-svc-client-secret", shop.secret);
    request.headers.add("content-type", "application/json");
    return rig.send(request);
  };
  CHECK(erase().status == 200);
  CHECK(erase().status == 200);
  CHECK(erase().status == 429);
}

}  // namespace countersign::http::backend_person_test
