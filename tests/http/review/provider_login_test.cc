// Logging in at an identity provider.
#include "http/review/oidc/provider_login.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "events/crypto/sha256.h"
#include "http/limits/console_places.h"
#include "http/oidc/form_text.h"
#include "tests/http/oidc/fake_provider.h"
#include "tests/http/review/console.h"

using namespace countersign;
using namespace countersign::http;
using countersign::test::Authenticator;

namespace {

// Where the page that has this key goes to log in.
std::string begin_path(const std::string& key = Console::page_key()) {
  return "/review/api/oidc/begin?page=" + to_base64url(sha256(key));
}

// A console with a provider, and a browser that comes back from there.
struct Scene {
  Scene()
      : login({.provider = {.issuer = provider.issuer(),
                            .client_id = "countersign",
                            .redirect_uri = "http://localhost:8081/review/api/oidc/callback",
                            .patience = std::chrono::minutes(10)},
               .roles = {{"cases", {ReviewerRole::Reviewer, "*"}},
                         {"lead", {ReviewerRole::Supervisor, "svck_a"}}}},
              Secret("s"),
              SecretBytes<32>(),
              console.rig.random,
              console.rig.clock,
              [this](const LoginRefusal& refusal) {
                const std::lock_guard lock(mutex);
                told.push_back(refusal.why);
              }) {
    answers.keys = key_set({key.jwk()});
    provider.set(answers);
    console.rig.service().review.provider = &login;
  }

  // The fields that the browser takes to the provider from the page of this key. The cookie is the
  // browser's from now on.
  JsonMembers begun(const std::string& page = Console::page_key()) {
    const Answer begun = console.get(begin_path(page));
    REQUIRE_MESSAGE(begun.status == 302, begun.body);
    CHECK(begun.header("cache-control") == "no-store");
    const std::string location = begun.header("location");
    REQUIRE(location.starts_with(provider.issuer() + "/auth?"));
    cookie = cookie_in(begun, "countersign-login-8081");
    CHECK(cookie.find("; HttpOnly; SameSite=Lax; Max-Age=600") != std::string::npos);
    cookie.resize(cookie.find(';'));
    JsonMembers fields;
    const auto sent = parse_form(location.substr(location.find('?') + 1));
    for (const auto& [name, value] : sent.value()) fields[name] = value;
    return fields;
  }

  Answer came_back(const std::string& query) {
    return console.rig.send({.path = "/review/api/oidc/callback?" + query,
                             .headers = {{"Cookie", "other=1; countersign-login-8081=" + cookie}},
                             .console = true});
  }
  Answer refused_by_provider(const std::string& words) {
    const JsonMembers asked = begun();
    return came_back(form_text({{"error", words},
                                {"error_description", words},
                                {"state", asked.at("state")},
                                {"iss", provider.issuer()}}));
  }

  // The whole way to the provider and back of a person with these roles there.
  Answer logs_in(const std::string& roles, const std::string& subject = "anna@example.com") {
    return comes_back_logged_in(begun(), roles, subject);
  }
  Answer comes_back_logged_in(const JsonMembers& asked,
                              const std::string& roles,
                              const std::string& subject = "anna@example.com") {
    const std::int64_t now = console.rig.clock.now().value() / 1'000'000;
    answers.id_token = key.sign("ES256",
                                json_object({{"iss", json_text(provider.issuer())},
                                             {"aud", json_text("countersign")},
                                             {"sub", json_text(subject)},
                                             {"name", json_text("Anna Example")},
                                             {"roles", roles},
                                             {"nonce", json_text(asked.at("nonce"))},
                                             {"iat", std::to_string(now)},
                                             {"exp", std::to_string(now + 60)}}));
    provider.set(answers);
    return came_back(
        form_text({{"code", "c"}, {"state", asked.at("state")}, {"iss", provider.issuer()}}));
  }

  // The value of Set-Cookie from behind the name; "" if the answer does not set it.
  static std::string cookie_in(const Answer& answer, const std::string& name) {
    for (const Headers::Field& field : answer.headers) {
      if (field.name == "Set-Cookie" && field.value.starts_with(name + "=")) {
        return field.value.substr(name.size() + 1);
      }
    }
    return "";
  }
  // The ticket with which the browser comes back to the page. No cookie of a login goes with it.
  static std::string ticket_in(const Answer& answer) {
    REQUIRE_MESSAGE(answer.status == 303, answer.body);
    const std::string mark = "/review#login=";
    const std::string location = answer.header("location");
    REQUIRE(location.starts_with(mark));
    CHECK(answer.header("referrer-policy") == "no-referrer");
    CHECK(cookie_in(answer, "countersign-login-8081").starts_with(";"));
    CHECK(cookie_in(answer, "countersign-review-8081").empty());
    return location.substr(mark.size());
  }
  Answer takes(const std::string& ticket,
               const std::string& page = Console::page_key(),
               const std::string& token = "") {
    return console.send(Method::Post,
                        "/review/api/oidc/finish",
                        R"({"ticket":")" + ticket + "\"}",
                        token,
                        Console::own_fields(page));
  }
  // The login that the page takes, as its token.
  std::string token_in(const Answer& answer) {
    const Answer taken = takes(ticket_in(answer));
    CHECK(taken.header("set-cookie").find("; SameSite=Strict;") != std::string::npos);
    return Console::token_of(taken);
  }
  Answer me(const std::string& token) { return console.get("/review/api/me", token); }

  std::vector<std::string> notices() {
    const std::lock_guard lock(mutex);
    return told;
  }

  std::mutex mutex;
  std::vector<std::string> told;
  SigningKey key = SigningKey::p256("e1");
  FakeProvider::Answers answers;
  FakeProvider provider;
  Console console;
  ProviderLogin login;  // the last: it works with the console's parts
  std::string cookie;
};

void check_page(const Answer& answer, int status, const std::string& words) {
  CHECK(answer.status == status);
  CHECK(answer.header("content-type") == "text/html; charset=utf-8");
  CHECK(answer.header("content-security-policy") == "default-src 'none'; frame-ancestors 'none'");
  CHECK(answer.header("cache-control") == "no-store");
  CHECK(answer.body.find(words) != std::string::npos);
  CHECK(answer.body.find("<script") == std::string::npos);
  CHECK(Scene::cookie_in(answer, "countersign-review-8081").empty());
}

}  // namespace

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
  CHECK(scene.notices().empty());

  scene.token_in(scene.logs_in(R"("cases")"));
  CHECK(scene.provider.asked().tokens.size() == 1);
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

namespace {

// A provider that answers no question for a token before the test lets it, and people at it.
struct SlowProvider : Scene {
  SlowProvider() {
    begun();  // the provider is known from now on
    answers.holds_tokens = true;
    answers.id_token = "no.ID.token";
    provider.set(answers);
  }

  // A person's browser at an address comes back from the provider.
  std::shared_ptr<KeptExchange> comes_back(const std::string& address,
                                           const std::string& code = "c") {
    const Answer way = console.rig.send({.path = begin_path(), .peer = address, .console = true});
    REQUIRE(way.status == 302);
    const std::string location = way.header("location");
    const std::string state = parse_form(location.substr(location.find('?') + 1)).value()[4].second;
    std::string own = cookie_in(way, "countersign-login-8081");
    own.resize(own.find(';'));
    const std::string query =
        form_text({{"code", code}, {"state", state}, {"iss", provider.issuer()}});
    return console.rig.begin({.path = "/review/api/oidc/callback?" + query,
                              .headers = {{"Cookie", "countersign-login-8081=" + own}},
                              .peer = address,
                              .console = true});
  }
  static std::string address(int number) { return "203.0.113." + std::to_string(number); }
};

}  // namespace

TEST_CASE(
    "beside 30 addresses that wait for a slow provider, another's answer is in its next round") {
  SlowProvider scene;
  std::vector<std::shared_ptr<KeptExchange>> others;
  for (int each = 0; each < 30; ++each) {
    for (int times = 0; times < 6; ++times) {
      others.push_back(scene.comes_back(SlowProvider::address(each)));
    }
  }
  constexpr std::size_t kRound = ProviderLogin::kThreads;
  scene.provider.wait_for_held(kRound);
  const auto mine = scene.comes_back("198.51.100.9", "mine");
  CHECK(scene.provider.asked().tokens.size() == kRound);
  scene.provider.answer_held();
  scene.provider.wait_for_code("mine");
  CHECK(scene.provider.asked().tokens.size() <= 2 * kRound);
  scene.provider.release();
  CHECK(mine->wait().status == 403);
  for (const auto& other : others) (void)other->wait();
}

TEST_CASE("answers that wait for a slow provider take few places, and of one address fewer") {
  SlowProvider scene;
  Authenticator passkey;
  const std::string anna = scene.console.anna(passkey);
  std::vector<std::shared_ptr<KeptExchange>> calls;
  const auto waiting = [&](const std::string& address, int times) {
    std::size_t count = 0;
    for (int each = 0; each < times; ++each) {
      calls.push_back(scene.comes_back(address));
      if (!calls.back()->answered()) ++count;
    }
    return count;
  };
  CHECK(waiting("198.51.100.1", 20) == ConsolePlaces::kProviderEach);
  for (int each = 0; each < 100; ++each) {
    CHECK(waiting(SlowProvider::address(each), 1) == (each < 64 ? 1 : 0));
  }
  CHECK(scene.console.rig.service().review.places.provider.taken() == ConsolePlaces::kProvider);
  CHECK(scene.me(anna).status == 200);
  scene.provider.release();
  std::size_t refused = 0;
  for (const auto& call : calls) refused += call->wait().status == 503 ? 1 : 0;
  CHECK(refused == calls.size() - ConsolePlaces::kProvider);
  CHECK(scene.console.rig.service().review.places.provider.taken() == 0);
}

TEST_CASE("eight addresses with all their answers at a slow provider leave places for another's") {
  SlowProvider scene;
  std::vector<std::shared_ptr<KeptExchange>> others;
  for (int times = 0; times < 20; ++times) {
    for (int each = 0; each < 8; ++each) {
      others.push_back(scene.comes_back(SlowProvider::address(each)));
    }
  }
  const auto mine = scene.comes_back("198.51.100.9", "mine");
  CHECK_FALSE(mine->answered());
  scene.provider.release();
  CHECK(mine->wait().status == 403);
  for (const auto& other : others) (void)other->wait();
}

TEST_CASE("an address has four answers under way, and its further ones wait their turn") {
  SlowProvider scene;
  std::vector<std::shared_ptr<KeptExchange>> office;
  for (int each = 0; each < 10; ++each) office.push_back(scene.comes_back("198.51.100.1"));
  const auto other = scene.comes_back("198.51.100.2");
  scene.provider.wait_for_held(5);
  CHECK(scene.provider.asked().tokens.size() == 5);
  scene.provider.release();
  CHECK(other->wait().status == 403);
  for (const auto& each : office) CHECK(each->wait().status == 403);
  CHECK(scene.provider.asked().tokens.size() == 11);
}

TEST_CASE("a login begins at once, however many answers wait for the provider") {
  SlowProvider scene;
  std::vector<std::shared_ptr<KeptExchange>> others;
  for (int each = 0; each < 40; ++each) {
    others.push_back(scene.comes_back(SlowProvider::address(each)));
  }
  scene.provider.wait_for_held(ProviderLogin::kThreads);
  CHECK(scene.console.get(begin_path()).status == 302);
  // An answer that is no login's is refused without a thread as well.
  check_page(scene.console.get("/review/api/oidc/callback?code=c&state=s"), 400, "has expired");
  scene.provider.release();
  for (const auto& other : others) CHECK(other->wait().status == 403);
}

TEST_CASE("a rule gives a role for all clients, or for one") {
  CHECK(parse_role_rule("a=reviewer").value() == RoleRule{"a", {ReviewerRole::Reviewer, "*"}});
  CHECK(parse_role_rule("CN=lead,OU=x=supervisor:svck_A-b_1").value() ==
        RoleRule{"CN=lead,OU=x", {ReviewerRole::Supervisor, "svck_A-b_1"}});
  CHECK(parse_role_rule("a b:c=auditor:*").value() ==
        RoleRule{"a b:c", {ReviewerRole::Auditor, "*"}});
  for (const char* text : {"",
                           "a",
                           "=reviewer",
                           "a=",
                           "a=admin",
                           "a=REVIEWER",
                           "a=reviewer:",
                           "a=reviewer:b",
                           "a=reviewer:svck_a:svck_b"}) {
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
