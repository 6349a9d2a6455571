// The operators' view: who has it, what its answers have, and what they never have.
#include <rapidjson/document.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/version.h"
#include "http/call/endpoint.h"
#include "projections/backup/last_backup.h"
#include "tests/http/review/support/cases.h"

namespace countersign::http::operators_view_test {

constexpr const char* kBase = "/review/api/operate/";

std::vector<std::string> doors() {
  std::vector<std::string> paths;
  for (const Endpoint& row : review_endpoints()) {
    if (row.path.starts_with(kBase)) paths.emplace_back(row.path);
  }
  return paths;
}

rapidjson::Document parsed(const Answer& answer) {
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  rapidjson::Document document;
  document.Parse(answer.body.c_str(), answer.body.size());
  REQUIRE(document.IsObject());
  return document;
}

std::string about_session(const std::string& id, const std::string& reason) {
  return R"({"sessionId":")" + id + R"(","reason":")" + reason + "\"}";
}

struct View : Cases {
  using Cases::Cases;
  std::unique_ptr<Person> operating = person("operating", "operator");

  rapidjson::Document shown(const std::string& what) {
    return parsed(get(kBase + what, operating->token));
  }
  // Every value of `member` on all pages of a list, page by page.
  std::vector<std::string> all(const std::string& list, const char* member, std::size_t limit) {
    std::vector<std::string> values;
    std::string after;
    do {
      rig.clock.move(std::chrono::seconds(1));  // for the rates
      const auto page = shown(list + "?limit=" + std::to_string(limit) + after);
      CHECK(page["items"].Size() <= limit);
      for (const auto& item : page["items"].GetArray()) {
        values.emplace_back(item[member].GetString());
      }
      after = page["next"].IsNull() ? "" : std::string("&after=") + page["next"].GetString();
    } while (!after.empty());
    return values;
  }
};

TEST_CASE("the operators' doors are six, each a read for the role of operators alone") {
  CHECK(doors().size() == 6);
  for (const Endpoint& row : review_endpoints()) {
    if (!row.path.starts_with(kBase)) continue;
    CAPTURE(row.path);
    CHECK(row.method == Method::Get);
    CHECK(row.roles.has(ReviewerRole::Operator));
    CHECK_FALSE(row.roles.has(ReviewerRole::Supervisor));
    CHECK_FALSE(row.roles.has(ReviewerRole::Auditor));
    CHECK_FALSE(row.roles.has(ReviewerRole::Reviewer));
  }
}

TEST_CASE("each of the operators' doors is open to operators, and to nobody else") {
  View view;
  const auto disabled = view.person("disabled", "operator");
  view.desk.done("reviewer disable", R"({"reviewer":")" + disabled->id + R"(","reason":"left"})");
  std::vector<std::unique_ptr<Cases::Person>> others;
  for (const char* role : {"reviewer", "supervisor", "auditor"}) {
    others.push_back(view.person(role, role));
  }
  const std::uint64_t head = view.head();
  for (const std::string& path : doors()) {
    CAPTURE(path);
    CHECK(view.get(path).status == 401);
    CHECK(view.get(path, std::string(43, 'A')).status == 401);
    CHECK(view.get(path, disabled->token).status == 401);
    for (const auto& other : others) {
      const Answer refused = view.get(path, other->token);
      CHECK(refused.status == 403);
      CHECK(refused.code() == "SVC_REVIEW_FORBIDDEN");
    }
    const Answer shown = view.get(path, view.operating->token);
    CHECK_MESSAGE(shown.status == 200, shown.body);
    CHECK(shown.header("cache-control") == "no-store");
    CHECK(view.post(path, "{}", view.operating->token).status == 405);
    Headers foreign = Console::reading_fields();
    foreign.add("Origin", "https://elsewhere.example");
    CHECK(view.send(Method::Get, path, "", view.operating->token, foreign).status == 403);
  }
  // No read leaves anything in the log.
  CHECK(view.head() == head);
  view.rig.clock.move(std::chrono::minutes(31));
  for (const std::string& path : doors()) {
    CAPTURE(path);
    CHECK(view.get(path, view.operating->token).status == 401);
  }
}

TEST_CASE("an operator has no reviewing door, and a person with both roles has both") {
  View view;
  const std::string id = view.in_review();
  const auto& who = view.operating->token;
  CHECK(view.get("/review/api/queue", who).status == 403);
  CHECK(view.get("/review/api/reports", who).status == 403);
  CHECK(view.post("/review/api/next", "{}", who).status == 403);
  // A case that is there and one that is not are the same.
  const Answer there = view.get(Cases::path(id), who);
  const Answer nowhere = view.get(Cases::path("00000000-0000-7000-8000-000000000000"), who);
  CHECK(there.status == 404);
  CHECK(nowhere.status == 404);
  CHECK(view.look(*view.operating, id).status == 404);
  CHECK(view.act(*view.operating, id, "/claim").status == 404);
  CHECK(view.get("/review/api/me", who).status == 200);

  const auto both = view.person_with(
      "both", R"([{"role":"operator","client":"*"},{"role":"auditor","client":"*"}])");
  CHECK(view.get(kBase + std::string("installation"), both->token).status == 200);
  CHECK(view.get("/review/api/reports", both->token).status == 200);
  CHECK(view.show(*both, id).status == 200);
  CHECK(view.look(*both, id).status == 403);
}

TEST_CASE("a role that is taken away closes the operators' doors at the next call") {
  View view;
  view.desk.done(
      "reviewer change",
      R"({"reviewer":")" + view.operating->id + R"(","roles":[{"role":"reviewer","client":"*"}]})");
  for (const std::string& path : doors()) {
    CHECK(view.get(path, view.operating->token).status == 403);
  }
}

TEST_CASE("no answer to an operator has a secret, an address's path or anything of a person") {
  View view;
  const auto hook = view.desk.done(
      "webhook add",
      about(view.client.key,
            R"(,"url":"https://user-hooks.example/path-hiddenword1?key=query-hiddenword2")"));
  view.desk.done(
      "client page",
      about(view.client.key,
            R"(,"name":"Acme","returnUrl":"https://back.example/way-hiddenword3?t=hiddenword4",)"
            R"("consentVersion":"v-7","consentText":"words of consent hiddenword5")"));
  const std::string named = view.rig.create(
      view.client, R"("purpose":"FULL_CAPTURE","userRef":"hiddenword6")")["sessionId"];
  const std::string id = view.in_review();
  view.desk.done("hold set", about_session(id, "a lawsuit"));
  view.desk.done("hold set", about_session(named, "a lawsuit"));
  const Session session = view.session(id);

  std::vector<std::string> hidden{view.client.secret,
                                  view.other.secret,
                                  hook["secret"].GetString(),
                                  view.operating->token,
                                  view.operating->passkey.id(),
                                  "hiddenword",
                                  view.file_of(id),
                                  to_hex(session.files.front().sha256.value())};
  const auto client = view.rig.data().queries().client(ClientKey(view.client.key));
  for (const ActiveSecret& secret : (*client)->secrets) {
    hidden.push_back(to_hex(secret.secret.value()));
  }
  std::string all;
  for (const std::string& path : doors()) all += view.get(path, view.operating->token).body;
  for (const std::string& text : hidden) {
    CAPTURE(text);
    REQUIRE(text.size() >= 10);
    CHECK_FALSE(has(all, text));
  }
  // The search has what it searches.
  for (const char* text : {"user-hooks.example", "back.example", "v-7", "a lawsuit"}) {
    CAPTURE(text);
    CHECK(has(all, text));
  }
  CHECK(has(all, id));
  CHECK(has(all, view.client.key));
}

TEST_CASE("a hundred clients are on pages, each once, and no page is longer than asked for") {
  View view;
  std::set<std::string> keys{view.client.key, view.other.key};
  while (keys.size() < 100) keys.insert(view.rig.add_client().key);
  for (const char* list : {"clients", "pages"}) {
    CAPTURE(list);
    for (const std::size_t limit : {1u, 7u, 50u, 100u}) {
      CAPTURE(limit);
      const auto seen = view.all(list, "clientKey", limit);
      CHECK(seen.size() == 100);
      CHECK(std::set<std::string>(seen.begin(), seen.end()) == keys);
      CHECK(std::ranges::is_sorted(seen));
    }
    CHECK(view.shown(list)["items"].Size() == 50);
  }
}

TEST_CASE("a limit or a place that is none is refused") {
  View view;
  const auto status = [&](const std::string& asked) {
    return view.get(kBase + asked, view.operating->token).status;
  };
  for (const std::string list : {"clients", "pages", "webhooks", "holds", "keys"}) {
    CAPTURE(list);
    for (const std::string limit : {"0", "101", "-1", "x", "1e2"}) {
      CAPTURE(limit);
      CHECK(status(list + "?limit=" + limit) == 400);
    }
    CHECK(status(list + "?limit=100") == 200);
    CHECK(status(list + "?after=" + std::string(257, 'a')) == 400);
  }
  CHECK(status("holds?after=x") == 400);
  CHECK(status("keys?after=x") == 400);
  // A key that no client has is a place in the order of keys.
  CHECK(status("clients?after=svck_zzzz") == 200);
}

TEST_CASE("a client's row has its state, its periods and its use") {
  View view;
  (void)view.in_review();
  const auto page = view.shown("clients");
  std::map<std::string, const rapidjson::Value*> rows;
  for (const auto& item : page["items"].GetArray()) {
    rows[item["clientKey"].GetString()] = &item;
  }
  const auto& used = *rows.at(view.client.key);
  CHECK_FALSE(used["disabled"].GetBool());
  CHECK(used["openedThisMonth"].GetUint64() == 1);
  CHECK(std::string(used["lastUsedMonth"].GetString()) == month_of(view.rig.clock.now()));
  CHECK(used["retentionMs"].GetUint64() ==
        static_cast<std::uint64_t>(view.rig.settings.retention.count()));
  CHECK(used["credentials"].Size() == 1);
  CHECK(rows.at(view.other.key)->FindMember("lastUsedMonth")->value.IsNull());

  view.rig.disable(view.other);
  const auto after = view.shown("clients");
  for (const auto& item : after["items"].GetArray()) {
    CHECK(item["disabled"].GetBool() == (item["clientKey"].GetString() == view.other.key));
  }
}

TEST_CASE("a closed client's row says until when its files are kept") {
  View view;
  view.desk.done("client close",
                 about(view.other.key, R"(,"purgeAt":"2031-01-31","reason":"left")"));
  const auto page = view.shown("clients");
  for (const auto& item : page["items"].GetArray()) {
    const bool is_closed = item["clientKey"].GetString() == view.other.key;
    CHECK(item["disabled"].GetBool() == is_closed);
    CHECK(item["purgeAt"].IsNull() == !is_closed);
    if (is_closed) CHECK(item["purgeAt"] == "2031-01-31T00:00:00.000000Z");
  }
}

TEST_CASE("webhooks of many clients are on pages, each once, with their state") {
  View view;
  std::set<std::string> ids;
  std::vector<Credentials> clients{view.client, view.other};
  for (int n = 0; n < 4; ++n) clients.push_back(view.rig.add_client());
  for (std::size_t n = 0; n < clients.size(); ++n) {
    for (std::size_t each = 0; each <= n % 3; ++each) {
      const auto added = view.desk.done(
          "webhook add", about(clients[n].key, R"(,"url":"https://hooks.example/a")"));
      ids.insert(added["id"].GetString());
    }
  }
  for (const std::size_t limit : {8u, 9u, 100u}) {
    const auto seen = view.all("webhooks", "id", limit);
    CHECK(seen.size() == ids.size());
    CHECK(std::set<std::string>(seen.begin(), seen.end()) == ids);
  }
  const auto page = view.shown("webhooks");
  const auto& row = page["items"][0];
  CHECK(std::string(row["host"].GetString()) == "hooks.example");
  CHECK(row["lastDeliveredAt"].IsNull());
  CHECK(row["failures"].GetUint64() == 0);
  CHECK(row["disabledReason"].IsNull());
}

TEST_CASE("a hold is shown with who set it and why, until it is released") {
  View view;
  std::vector<std::string> ids;
  for (int n = 0; n < 3; ++n) ids.push_back(view.in_review());
  CHECK(view.shown("holds")["items"].Empty());
  for (const std::string& id : ids) view.desk.done("hold set", about_session(id, "case 12"));
  const auto page = view.shown("holds");
  REQUIRE(page["items"].Size() == 3);
  const auto& row = page["items"][0];
  CHECK(std::string(row["by"].GetString()) == "uid:7");
  CHECK(std::string(row["reason"].GetString()) == "case 12");
  CHECK(std::string(row["clientKey"].GetString()) == view.client.key);
  CHECK(std::string(row["since"].GetString()) == to_string(view.rig.clock.now()));
  CHECK(view.shown("installation")["totals"]["holds"].GetUint64() == 3);
  view.desk.done("hold release", about_session(ids.front(), "closed"));
  std::vector<std::string> left{ids[1], ids[2]};
  std::ranges::sort(left);
  CHECK(view.all("holds", "sessionId", 1) == left);
}

TEST_CASE("the installation says its version and its engine, and whether it is ready") {
  View view;
  const auto shown = view.shown("installation");
  CHECK(std::string(shown["version"].GetString()) == kVersion);
  CHECK_FALSE(std::string(shown["engine"].GetString()).empty());
  CHECK(shown["ready"].GetBool());
  CHECK(shown["log"]["writable"].GetBool());
  CHECK(shown["log"]["sequence"].GetUint64() == view.head());
  CHECK(shown["disk"]["hasRoom"].GetBool());
  CHECK(shown["disk"]["freeBytes"].GetUint64() > 0);
  CHECK(std::string(shown["survey"]["phase"].GetString()) == "WAITING");
  view.rig.data().survey().run();
  CHECK(std::string(view.shown("installation")["survey"]["phase"].GetString()) == "DONE");
  view.rig.service().calls.draining = true;
  const auto stopping = view.shown("installation");
  CHECK(stopping["draining"].GetBool());
  CHECK_FALSE(stopping["ready"].GetBool());
}

TEST_CASE("programs that judge pictures are those that the metrics have") {
  View view;
  CHECK(view.shown("installation")["programs"].Empty());
  const auto add = [&](const std::string& name, std::uint64_t value) {
    view.rig.service().metrics.add_source(
        {"countersign_inspector" + name, "Help.", Metrics::Kind::Gauge, [value] { return value; }});
  };
  add("_up", 1);
  add("_crashes_total", 4);
  const auto shown = view.shown("installation");
  REQUIRE(shown["programs"].Size() == 1);
  const auto& program = shown["programs"][0];
  CHECK(std::string(program["name"].GetString()) == "inspector");
  CHECK(program["running"].GetBool());
  CHECK(program["crashes"].GetUint64() == 4);
  CHECK(program["restarts"].GetUint64() == 0);
}

TEST_CASE("a backup is not known before there was one, and then is shown with its result") {
  View view;
  CHECK(view.shown("installation")["backup"].IsNull());
  const TempFolder folder;
  const std::string to = R"({"to":")" + (folder.path() / "backups").string() + "\"}";
  view.desk.done("backup create", to);
  const std::string made = to_string(view.rig.clock.now());
  const auto good = view.shown("installation");
  CHECK(std::string(good["backup"]["outcome"].GetString()) == "MADE");
  CHECK(std::string(good["backup"]["madeAt"].GetString()) == made);
  view.rig.clock.move(std::chrono::minutes(5));
  CHECK(
      view.desk.refused("backup create", R"({"to":")" + view.rig.data().path().string() + "\"}") ==
      "SVC_CONFLICT");
  const auto failed = view.shown("installation");
  CHECK(std::string(failed["backup"]["outcome"].GetString()) == "FAILED");
  CHECK(std::string(failed["backup"]["madeAt"].GetString()) == made);
  CHECK(failed["backup"]["triedAt"].GetString() != made);
}

TEST_CASE("keys are shown by their names, and slots on pages") {
  View view{any_purpose(), Rig::Checkpoints::Signed};
  (void)view.in_review();
  const auto keys = view.shown("keys");
  CHECK(keys["masterKey"].IsNull());
  CHECK(std::string(keys["verifier"].GetString()) ==
        view.rig.data().checkpoints()->verifier().to_text());
  std::vector<std::string> slots;
  for (const KeySlotId& slot : view.rig.data().keys().slots()) slots.push_back(to_string(slot));
  std::ranges::sort(slots);
  CHECK(keys["slots"].GetUint64() == slots.size());
  REQUIRE_FALSE(slots.empty());
  CHECK(view.all("keys", "slot", 1) == slots);
}

}  // namespace countersign::http::operators_view_test
