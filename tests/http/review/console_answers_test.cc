// The answers of the console's calls fit the schemas that their rows declare. The types of the
// console's page are made from these schemas.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "http/call/endpoint.h"
#include "tests/http/review/support/cases.h"
#include "tests/http/support/declared_schemas.h"

namespace countersign::http::console_answers_test {

constexpr const char* kKeys = "/review/api/me/keys/";

// The calls that only read, or ignore their body.
const std::set<std::string_view> kWithoutRequest{"reviewBeginLogin",
                                                 "reviewLogout",
                                                 "reviewBeginPasskey",
                                                 "reviewBeginRevocation",
                                                 "reviewClaim",
                                                 "reviewTakeOver",
                                                 "reviewRelease"};

std::vector<Schema> answers_of_console() {
  std::vector<Schema> answers;
  for (const Endpoint& row : review_endpoints()) {
    if (row.answer != nullptr) answers.push_back(row.answer());
  }
  return answers;
}

// Compares answers with what the rows of their calls declare.
class Declared {
 public:
  void check(std::string_view operation, const Answer& answer) {
    CAPTURE(operation);
    REQUIRE_MESSAGE(answer.status == 200, answer.body);
    const auto row = std::ranges::find(review_endpoints(), operation, &Endpoint::operation_id);
    REQUIRE(row != review_endpoints().end());
    REQUIRE((row->answer != nullptr));
    CHECK(schemas_.violation(row->answer(), answer.body).value_or("") == "");
    compared_.insert(row->answer().name);
  }
  // The names of the schemas that no answer was compared with.
  std::set<std::string_view> untried() const {
    std::set<std::string_view> names;
    for (const Schema& answer : answers_of_console()) {
      if (!compared_.contains(answer.name)) names.insert(answer.name);
    }
    return names;
  }

 private:
  const DeclaredSchemas schemas_{answers_of_console()};
  std::set<std::string_view> compared_;
};

// A link becomes a passkey, and the passkey logs in.
void enter(Cases& console, Declared& declared) {
  test::Authenticator passkey(PasskeyAlgorithm::Es256, "a passkey that logs in");
  const Console::Made made = console.add("Berta");
  passkey.user_handle = made.reviewer;
  const std::string link = R"({"link":")" + made.code + "\"";
  const Answer begun = console.post("/review/api/register/begin", link + "}");
  declared.check("reviewBeginRegistration", begun);
  const std::string credential = passkey.register_json(Console::challenge_of(begun));
  declared.check(
      "reviewFinishRegistration",
      console.post("/review/api/register/finish", link + R"(,"credential":)" + credential + "}"));
  const Answer login = console.post("/review/api/login/begin", "{}");
  declared.check("reviewBeginLogin", login);
  const std::string assertion = passkey.assert_json(Console::challenge_of(login));
  declared.check("reviewFinishLogin", console.finish_login(login["ceremony"], assertion));
}

// A reviewer adds a passkey and revokes it.
void change_keys(Cases& console, Cases::Person& who, Declared& declared) {
  const auto post = [&](const std::string& call, const std::string& body) {
    return console.post(kKeys + call, body, who.token);
  };
  const auto signature = [&](const Answer& stated) {
    ++who.passkey.counter;
    return who.passkey.assert_json(Console::challenge_of(stated));
  };
  test::Authenticator added(PasskeyAlgorithm::EdDsa, "a second passkey");
  added.user_handle = who.id;
  const Answer begun = post("begin", "{}");
  declared.check("reviewBeginPasskey", begun);
  const std::string credential =
      R"({"credential":)" + added.register_json(Console::challenge_of(begun));
  const Answer stated = post("statement", credential + "}");
  declared.check("reviewStatePasskey", stated);
  declared.check("reviewFinishPasskey",
                 post("finish", credential + R"(,"confirmation":)" + signature(stated) + "}"));
  const Answer removal = post(added.id() + "/revoke/begin", "{}");
  declared.check("reviewBeginRevocation", removal);
  declared.check("reviewRevokePasskey",
                 post(added.id() + "/revoke", R"({"credential":)" + signature(removal) + "}"));
}

// An operator reads each list, with a row in it.
void show_operators(Cases& console, Declared& declared) {
  const std::string id = console.in_review();
  console.desk.done("hold set", R"({"sessionId":")" + id + R"(","reason":"a case"})");
  console.desk.done("webhook add", about(console.client.key, R"(,"url":"https://a.example/x")"));
  const TempFolder folder;
  console.desk.done("backup create", R"({"to":")" + (folder.path() / "backups").string() + "\"}");
  const auto boss = console.person("boss of machines", "operator");
  const auto read = [&](std::string_view operation, const char* call) {
    declared.check(operation, console.get("/review/api/operate/" + std::string(call), boss->token));
  };
  read("reviewInstallation", "installation");
  read("reviewClients", "clients");
  read("reviewPages", "pages");
  read("reviewWebhooks", "webhooks");
  read("reviewHolds", "holds");
  read("reviewKeys", "keys");
}

TEST_CASE("every call of the console declares its body and its answer") {
  for (const Endpoint& row : review_endpoints()) {
    if (!is_called_by<by::Entrant, by::Reviewer>(row.handler)) continue;
    CAPTURE(row.operation_id);
    const bool reads_a_body =
        takes<Json>(row.handler) && !kWithoutRequest.contains(row.operation_id);
    CHECK((row.request != nullptr) == reads_a_body);
    CHECK((row.answer != nullptr) == (row.response_type == "application/json"));
  }
}

TEST_CASE("every answer of the console fits the schema that its row declares") {
  Cases console;
  Declared declared;
  enter(console, declared);
  const auto anna = console.person();
  change_keys(console, *anna, declared);
  declared.check("reviewMe", console.get("/review/api/me", anna->token));

  const std::string first = console.in_review();
  const std::string second = console.in_review();
  declared.check("reviewNext", console.post("/review/api/next", "{}", anna->token));
  declared.check("reviewQueue", console.get("/review/api/queue", anna->token));
  declared.check("reviewQueueMoved",
                 console.get("/review/api/queue/moved?seen=0&wait=1", anna->token));
  declared.check("reviewRelease", console.act(*anna, first, "/release"));
  declared.check("reviewClaim", console.act(*anna, second, "/claim"));
  declared.check("reviewCase", console.show(*anna, second));
  const std::string begin = "{" + Cases::choice("PASSED") + R"(,"kind":"decision","noteHash":")" +
                            std::string(64, 'a') + "\"" + console.why_member() + "}";
  declared.check("reviewBeginDecision", console.act(*anna, second, "/decide/begin", begin));
  declared.check("reviewDecide", console.decide(*anna, second, "PASSED"));

  const auto boss = console.person("boss", "supervisor");
  declared.check("reviewCase", console.show(*boss, second));
  const std::string third = console.in_review();
  const std::string cases = R"({"cases":[")" + third + "\"";
  declared.check("reviewHandOver",
                 console.act(*anna, third, "/handover", R"({"words":"Is it real?"})"));
  declared.check("reviewCase", console.show(*boss, third));
  declared.check("reviewQueue", console.get("/review/api/queue?lane=SUPERVISOR", boss->token));
  declared.check("reviewAssignees",
                 console.get("/review/api/assignees?client=" + console.client.key, boss->token));
  declared.check(
      "reviewAssign",
      console.post(
          "/review/api/assign", cases + R"(],"reviewer":")" + anna->id + "\"}", boss->token));
  declared.check("reviewQueue", console.get("/review/api/queue", boss->token));
  declared.check("reviewUnassign", console.post("/review/api/unassign", cases + "]}", boss->token));
  declared.check("reviewUnassign",
                 console.post("/review/api/unassign",
                              R"({"cases":["00000000-0000-4000-8000-000000000000"]})",
                              boss->token));
  declared.check("reviewOwnActs", console.get("/review/api/me/acts", anna->token));
  declared.check("reviewReports", console.get("/review/api/reports", boss->token));
  show_operators(console, declared);
  declared.check("reviewLogout", console.post("/review/api/logout", "{}", anna->token));
  CHECK(declared.untried().empty());
}

}  // namespace countersign::http::console_answers_test
