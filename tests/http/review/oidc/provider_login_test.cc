// Logging in at an identity provider.
#include "http/review/oidc/provider_login.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/http/review/support/provider_scene.h"

namespace countersign::http::provider_login_test {

using countersign::test::Authenticator;
using Scene = ProviderScene;

TEST_CASE("a person of the provider is one reviewer, whose roles are those of the last login") {
  Scene scene;
  const Answer first = scene.me(scene.token_in(scene.logs_in(R"(["lead","cases","other"])")));
  REQUIRE_MESSAGE(first.status == 200, first.body);
  CHECK(first["name"] == "Anna Example");
  CHECK(first["oidc"] == "true");
  CHECK(first["signing"] == "false");
  const ReviewerId id(first["reviewer"]);
  const auto state = [&] { return **scene.console.rig.data().queries().reviewer(id); };
  using Roles = std::vector<RoleGrant>;
  CHECK(state().roles ==
        Roles{{ReviewerRole::Reviewer, "*"}, {ReviewerRole::Supervisor, "svck_a"}});
  CHECK(state().by_provider);
  CHECK(state().version == 2);  // registered and logged in

  const Answer second = scene.me(scene.token_in(scene.logs_in(R"("cases")")));
  CHECK(second["reviewer"] == id.value());
  CHECK(state().roles == Roles{{ReviewerRole::Reviewer, "*"}});
  CHECK(state().version == 4);  // changed and logged in
  scene.token_in(scene.logs_in(R"("cases")"));
  CHECK(state().version == 5);
  CHECK(scene.me(scene.token_in(scene.logs_in(R"("cases")", "otto")))["reviewer"] != id.value());
  CHECK(scene.notices().empty());
}

TEST_CASE("a person without a role here stays out, and their earlier logins end") {
  Scene scene;
  const std::string token = scene.token_in(scene.logs_in(R"("cases")"));
  check_page(scene.logs_in(R"(["kitchen"])"), 403, "you have no role here");
  CHECK(scene.me(token).status == 401);
  check_page(scene.logs_in("[]", "otto"), 403, "you have no role here");
  CHECK(scene.console.rig.data().queries().reviewers()->size() == 1);
}

TEST_CASE("a disabled reviewer stays out, whatever the provider says") {
  Scene scene;
  const std::string token = scene.token_in(scene.logs_in(R"("cases")"));
  const std::string id = scene.me(token)["reviewer"];
  scene.console.desk.done("reviewer disable", R"({"reviewer":")" + id + R"(","reason":"left"})");
  CHECK(scene.me(token).status == 401);
  check_page(scene.logs_in(R"("cases")"), 403, "You have been disabled here");
}

TEST_CASE("an answer is taken once, and from the browser that began alone") {
  Scene scene;
  const JsonMembers asked = scene.begun();
  const std::string query =
      form_text({{"code", "c"}, {"state", asked.at("state")}, {"iss", scene.provider.issuer()}});
  const std::string expired = "This login has expired";
  const std::string path = "/review/api/oidc/callback?" + query;
  check_page(scene.console.get(path), 400, expired);
  const std::string own = std::exchange(scene.cookie, std::string(43, 'A'));
  check_page(scene.came_back(query), 400, expired);
  scene.cookie = own + "; countersign-login-8081=" + own;
  check_page(scene.came_back(query), 400, expired);
  check_page(scene.came_back("code=c&state=s&state=t"), 400, expired);
  CHECK(scene.provider.asked().tokens.empty());
  const std::string stale =
      "anybody: the login is too old, has ended, or was begun in another browser";
  CHECK(scene.notices() ==
        std::vector<std::string>{
            stale, stale, stale, "anybody: the answer that a browser brought is malformed"});

  scene.token_in(scene.logs_in(R"("cases")"));
  CHECK(scene.provider.asked().tokens.size() == 1);
}

TEST_CASE("an answer that belongs to no login ends none: the one that was begun goes on") {
  Scene scene;
  const std::string cookie = "countersign-login-8081";
  const JsonMembers asked = scene.begun();
  for (const char* query : {"", "code=x&state=x", "error=x&state=x", "code=c&state=s&state=t"}) {
    const Answer refused = scene.came_back(query);
    CHECK(refused.status == 400);
    CHECK(refused.header("set-cookie").empty());
  }
  scene.token_in(scene.comes_back_logged_in(asked, R"("cases")"));

  // The tab that began last logs in, whichever of two tabs comes back first.
  const JsonMembers first = scene.begun();
  const JsonMembers second = scene.begun();
  CHECK(scene.comes_back_logged_in(first, R"("cases")").status == 400);
  scene.token_in(scene.comes_back_logged_in(second, R"("cases")"));

  CHECK(Scene::cookie_in(scene.refused_by_provider("access_denied"), cookie).starts_with(";"));
}

TEST_CASE("a login at the provider belongs to the page that has begun it, and is taken once") {
  Scene scene;
  const std::string ticket = Scene::ticket_in(scene.logs_in(R"("cases")"));
  // It is no login, and no cookie's token, before the page has taken it.
  CHECK(scene.me(ticket).status == 401);
  const Answer taken = scene.takes(ticket);
  REQUIRE_MESSAGE(taken.status == 200, taken.body);
  CHECK(taken["name"] == "Anna Example");
  const std::string token = Console::token_of(taken);
  CHECK(scene.console
            .send(Method::Get,
                  "/review/api/me",
                  "",
                  token,
                  Console::reading_fields(std::string(43, 'l')))
            .status == 401);
  CHECK(scene.me(token).status == 200);
  CHECK(scene.takes(ticket).code() == "SVC_REVIEW_LOGIN_FAILED");
  CHECK(scene.me(token).status == 200);

  // The next login of the same browser replaces it.
  const Answer again =
      scene.takes(Scene::ticket_in(scene.logs_in(R"("cases")")), Console::page_key(), token);
  CHECK(scene.me(Console::token_of(again)).status == 200);
  CHECK(scene.me(token).status == 401);
}

// Browsers take cookies for all ports of a host from each of them. So another port can begin a
// login with a key of its own, give its cookie to a browser there, and send that browser to the
// provider, which knows the person already.
TEST_CASE("a login at the provider that another port has begun logs nobody in") {
  Scene scene;
  const std::string thief(43, 't');
  const Answer back = scene.comes_back_logged_in(scene.begun(thief), R"("cases")");
  // The console's page in that browser has the ticket, and another key.
  const std::string ticket = Scene::ticket_in(back);
  const Answer taken = scene.takes(ticket);
  CHECK(taken.status == 403);
  CHECK(taken.code() == "SVC_REVIEW_LOGIN_FAILED");
  CHECK(taken.header("set-cookie").empty());
  // Not even with the ticket, which other ports do not see, would the other port have a login now.
  CHECK(scene.takes(ticket, thief).status == 403);
}

TEST_CASE("a login at the provider begins on a page, and is taken with a ticket of its own") {
  Scene scene;
  const std::string hash = to_base64url(sha256("key"));
  for (const std::string& query : {std::string(),
                                   std::string("?page="),
                                   std::string("?page=abc"),
                                   "?page=" + hash + "A",
                                   "?page=" + hash.substr(1),
                                   "?page=" + hash + "&page=" + hash,
                                   "?page=" + hash + "&other=1",
                                   "?other=" + hash}) {
    CAPTURE(query);
    check_page(scene.console.get("/review/api/oidc/begin" + query), 400, "Begin it there");
  }
  for (const char* body : {"", "{}", "[]", R"({"ticket":7})", R"({"ticket":"a","ticket":"b"})"}) {
    CHECK(scene.console.post("/review/api/oidc/finish", body).code() == "SVC_INVALID_JSON");
  }
  for (const std::string& ticket : {std::string(), std::string(43, 'A')}) {
    CHECK(scene.takes(ticket).code() == "SVC_REVIEW_LOGIN_FAILED");
  }
}

TEST_CASE("a reviewer who was disabled on the way back from the provider gets no login") {
  Scene scene;
  const std::string token = scene.token_in(scene.logs_in(R"("cases")"));
  const std::string id = scene.me(token)["reviewer"];
  const std::string ticket = Scene::ticket_in(scene.logs_in(R"("cases")"));
  scene.console.desk.done("reviewer disable", R"({"reviewer":")" + id + R"(","reason":"left"})");
  CHECK(scene.takes(ticket).code() == "SVC_REVIEW_LOGIN_FAILED");
  // Nor does one who has lost the role meanwhile.
  const std::string other = Scene::ticket_in(scene.logs_in(R"("cases")", "otto"));
  check_page(scene.logs_in("[]", "otto"), 403, "you have no role here");
  CHECK(scene.takes(other).code() == "SVC_REVIEW_LOGIN_FAILED");
}

TEST_CASE("a refusal is told in words of our own, to the person and to the operator") {
  Scene scene;
  const std::string markup = "<script>alert(1)</script>";
  const Answer page = scene.refused_by_provider(markup);
  check_page(page, 403, "The identity provider has not logged you in");
  CHECK(page.body.find("alert(") == std::string::npos);
  CHECK(scene.notices() == std::vector<std::string>{"the provider answers unknown_error"});

  scene.answers.token_answer = R"({"id_token":"a.b.c"})";
  scene.provider.set(scene.answers);
  check_page(scene.logs_in(R"("cases")"), 403, "whose log has the reason");
  CHECK(scene.notices().back() == "the ID token is malformed");

  scene.answers.token_status = 500;
  scene.provider.set(scene.answers);
  check_page(scene.logs_in(R"("cases")"), 503, "Try again later");
}

// The operator's log has one line for each refusal.
class Told {
 public:
  explicit Told(Scene& scene) : scene_(scene) {}

  // The line since the last call.
  std::string line() {
    const auto all = scene_.notices();
    const bool one = all.size() == before_ + 1;
    before_ = all.size();
    scene_.console.rig.clock.move(std::chrono::minutes(1));  // for the rate of logins
    return one ? all.back() : std::to_string(all.size()) + " lines";
  }
  // The line on a login at which the provider answers so.
  std::string line_on(int status, const std::string& token_answer) {
    FakeProvider::Answers changed = scene_.answers;
    changed.token_status = status;
    changed.token_answer = token_answer;
    scene_.provider.set(changed);
    const JsonMembers asked = scene_.begun();
    const Answer back = scene_.came_back(form_text(
        {{"code", "c"}, {"state", asked.at("state")}, {"iss", scene_.provider.issuer()}}));
    CHECK(back.status >= 400);
    return line();
  }

 private:
  Scene& scene_;
  std::size_t before_ = 0;
};

TEST_CASE("each refusal of a login at the provider has one line in the operator's log") {
  Scene scene;
  Told told(scene);
  CHECK(told.line_on(200, "Anna") == "the provider's token endpoint's answer is not a JSON object");
  CHECK(told.line_on(200, "{}") == "the provider's token endpoint's answer has no ID token");
  CHECK(told.line_on(200, R"({"id_token":")" + std::string(kIdTokenMax + 1, 'a') + "\"}") ==
        "the provider's ID token is too long");
  CHECK(told.line_on(400, R"({"error":"invalid_client","error_description":"Anna"})") ==
        "the provider's token endpoint refuses the code: invalid_client");
  CHECK(told.line_on(200, R"({"id_token":"a.b.c"})") == "the ID token is malformed");
  (void)scene.refused_by_provider("access_denied");
  CHECK(told.line() == "the provider answers access_denied");
  (void)scene.refused_by_provider("Anna Example was here");
  CHECK(told.line() == "the provider answers unknown_error");
  const JsonMembers asked = scene.begun();
  (void)scene.came_back(
      form_text({{"code", "c"}, {"state", asked.at("state")}, {"iss", "https://other.example"}}));
  CHECK(told.line() == "the answer that a browser brought is not of this provider");
  (void)scene.logs_in("[]");
  CHECK(told.line() == "the ID token has no role where --oidc-roles-claim says");
  (void)scene.logs_in(R"(["kitchen","garden"])");
  CHECK(told.line() == "of the ID token's roles, 2 in number, --oidc-role has none");

  const std::string id = scene.me(scene.token_in(scene.logs_in(R"("cases")")))["reviewer"];
  scene.console.desk.done("reviewer disable", R"({"reviewer":")" + id + R"(","reason":"left"})");
  (void)scene.logs_in(R"("cases")");
  CHECK(told.line() == "the reviewer has been disabled here");
  for (const std::string& line : scene.notices()) {
    INFO(line);
    for (const char* word : {"Anna", "anna", "kitchen", "a.b.c"}) {
      CHECK(line.find(word) == std::string::npos);
    }
  }
}

TEST_CASE("refusals that anybody can cause are told apart from those of the provider") {
  Scene scene;
  Told told(scene);
  (void)scene.console.get("/review/api/oidc/begin");
  CHECK(told.line() == "anybody: the login has not begun on the console's page");
  (void)scene.console.send(Method::Get, begin_path(), "", "", {{"Sec-Fetch-Site", "cross-site"}});
  CHECK(told.line() == "anybody: the login has begun on another site's page");
  (void)scene.came_back("code=c&state=s");
  CHECK(told.line() == "anybody: the login is too old, has ended, or was begun in another browser");
  (void)scene.came_back("code=c");
  CHECK(told.line() == "anybody: the answer that a browser brought is malformed");
  (void)scene.takes(std::string(43, 'A'));
  const std::string no_ticket =
      "anybody: the login that the page brings is too old, was taken, or is another page's";
  CHECK(told.line() == no_ticket);

  const std::string path = "/review/api/oidc/finish";
  (void)scene.console.send(Method::Post, path, "Anna", "", Console::own_fields());
  CHECK(told.line() == "anybody: the page brings no login");
  Headers nameless;
  for (const Headers::Field& field : Console::own_fields()) {
    if (field.name != "X-Countersign-Page") nameless.add(field.name, field.value);
  }
  (void)scene.console.send(Method::Post, path, R"({"ticket":"a"})", "", nameless);
  CHECK(told.line() == "anybody: the page that takes a login does not say which it is");

  const std::string ticket = Scene::ticket_in(scene.logs_in(R"("cases")"));
  const std::string id = scene.me(scene.token_in(scene.logs_in(R"("cases")")))["reviewer"];
  scene.console.desk.done("reviewer disable", R"({"reviewer":")" + id + R"(","reason":"left"})");
  (void)scene.takes(ticket);
  CHECK(told.line() ==
        "anybody: the reviewer was disabled, or has lost every role, on the way back");

  int status = 302;
  while (status == 302) status = scene.console.get(begin_path()).status;
  CHECK(status == 429);
  CHECK(told.line() == "anybody: an address begins and ends more logins than it may");
}

TEST_CASE("without an identity provider there is no way to one, and the console says so") {
  Console console;
  CHECK(console.get("/review/api/oidc/begin").status == 404);
  CHECK(console.get("/review/api/oidc/callback?code=c&state=s").status == 404);
  CHECK(console.post("/review/api/login/begin", "{}")["oidc"] == "false");
  Scene scene;
  CHECK(scene.console.post("/review/api/login/begin", "{}")["oidc"] == "true");
}

TEST_CASE("logins at the provider keep the rate of logins") {
  Scene scene;
  int status = 302;
  for (int times = 0; times < 100 && status == 302; ++times) {
    status = scene.console.get(begin_path()).status;
  }
  CHECK(status == 429);
}

TEST_CASE("a rule gives a role for all clients, or for one") {
  CHECK(parse_role_rule("a=reviewer").value() == RoleRule{"a", {ReviewerRole::Reviewer, "*"}});
  CHECK(parse_role_rule("CN=lead,OU=x=supervisor:svck_A-b_1").value() ==
        RoleRule{"CN=lead,OU=x", {ReviewerRole::Supervisor, "svck_A-b_1"}});
  CHECK(parse_role_rule("a b:c=auditor:*").value() ==
        RoleRule{"a b:c", {ReviewerRole::Auditor, "*"}});
  CHECK(parse_role_rule("ops=operator").value() == RoleRule{"ops", {ReviewerRole::Operator, "*"}});
  CHECK(parse_role_rule("ops=operator:*").value() == parse_role_rule("ops=operator").value());
  for (const char* text : {"",
                           "a",
                           "=reviewer",
                           "a=",
                           "a=admin",
                           "a=REVIEWER",
                           "a=reviewer:",
                           "a=reviewer:b",
                           "a=reviewer:svck_a:svck_b",
                           "a=operator:svck_a"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_role_rule(text));
  }
}

TEST_CASE("roles are granted in the order of the rules, each once") {
  const std::vector<RoleRule> rules{{"a", {ReviewerRole::Auditor, "*"}},
                                    {"b", {ReviewerRole::Reviewer, "*"}},
                                    {"c", {ReviewerRole::Auditor, "*"}}};
  CHECK(granted(rules, {"c", "b", "a", "x"}) ==
        std::vector<RoleGrant>{{ReviewerRole::Auditor, "*"}, {ReviewerRole::Reviewer, "*"}});
  CHECK(granted(rules, {"A", ""}).empty());
}

}  // namespace countersign::http::provider_login_test
