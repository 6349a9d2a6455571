// What another site's page cannot do with a reviewer's cookie.
#include "tests/http/review/console.h"

using namespace countersign;
using namespace countersign::http;
using countersign::test::Authenticator;

namespace {

Headers fields_without(std::string_view name) {
  Headers fields = Console::own_fields();
  fields.remove(name);
  return fields;
}

Headers fields_with(const std::string& name, const std::string& value) {
  Headers fields = fields_without(name);
  fields.add(name, value);
  return fields;
}

}  // namespace

TEST_CASE("a call that changes something comes from the console's own page") {
  Console console;
  Authenticator passkey;
  const std::string token = console.anna(passkey);
  const auto status = [&](Method method, const std::string& path, const Headers& fields) {
    return console.send(method, path, "{}", token, fields).status;
  };
  for (const Headers& fields : {fields_without("Origin"),
                                fields_without("X-Countersign-Review"),
                                fields_with("Origin", "null"),
                                fields_with("Origin", "https://elsewhere.example"),
                                fields_with("Origin", "http://localhost:8080"),
                                fields_with("Origin", "http://LOCALHOST:8081"),
                                fields_with("X-Countersign-Review", "0")}) {
    CHECK(status(Method::Post, "/review/api/logout", fields) == 403);
    CHECK(status(Method::Post, "/review/api/login/begin", fields) == 403);
    CHECK(status(Method::Post, "/review/api/register/begin", fields) == 403);
    CHECK(status(Method::Delete, "/review/api/me/sessions/x", fields) == 403);
    CHECK(status(Method::Delete, "/review/api/me/keys/x", fields) == 403);
  }
  Headers twice = Console::own_fields();
  twice.add("Origin", Console::kOrigin);
  CHECK(status(Method::Post, "/review/api/logout", twice) == 403);
  CHECK(console.get("/review/api/me", token).status == 200);
}

TEST_CASE("a body is JSON by its type, which a form cannot send") {
  Console console;
  Authenticator passkey;
  const std::string token = console.anna(passkey);
  for (const Headers& fields : {fields_without("Content-Type"),
                                fields_with("Content-Type", "text/plain"),
                                fields_with("Content-Type", "application/x-www-form-urlencoded")}) {
    for (const char* path : {"/review/api/logout", "/review/api/login/begin"}) {
      CHECK(console.send(Method::Post, path, "{}", token, fields).status == 415);
    }
  }
}

TEST_CASE("without a login each call of a reviewer is 401, and no answer may be stored or read") {
  Console console;
  std::size_t guarded = 0;
  for (const Endpoint& row : review_endpoints()) {
    const auto* handler = std::get_if<ReviewHandler>(&row.handler);
    if (handler == nullptr || std::holds_alternative<ReviewVisitHandler>(*handler) ||
        std::holds_alternative<ReviewEntryHandler>(*handler)) {
      continue;
    }
    CAPTURE(row.path);
    ++guarded;
    for (const std::string& token : {std::string(), std::string(43, 'A')}) {
      const Answer answer = console.send(row.method, std::string(row.path), "{}", token);
      CHECK(answer.status == 401);
      CHECK(answer.code() == "SVC_REVIEWER_LOGIN_REQUIRED");
      CHECK(answer.header("cache-control") == "no-store");
      CHECK(answer.header("access-control-allow-origin").empty());
      CHECK(answer.header("www-authenticate").empty());
    }
  }
  CHECK(guarded >= 5);
}

TEST_CASE("the page is in no frame, and loads from this server alone") {
  Console console;
  const Answer page = console.get("/review");
  if (page.status == 404) return;  // built without pages
  CHECK(page.status == 200);
  CHECK(page.header("cache-control") == "no-store");
  const std::string policy = page.header("content-security-policy");
  for (const char* part : {"default-src 'none'",
                           "frame-ancestors 'none'",
                           "form-action 'none'",
                           "require-trusted-types-for 'script'"}) {
    CHECK(policy.find(part) != std::string::npos);
  }
  CHECK(page.header("x-content-type-options") == "nosniff");
  CHECK(page.header("referrer-policy") == "no-referrer");
}

TEST_CASE("the console serves nothing of the API, and the API nothing of the console") {
  Console console;
  CHECK(console.get("/api/sdk/status").status == 404);
  CHECK(console.get("/healthz").status == 404);
  CHECK(console.get("/capture").status == 404);
  CHECK(console.rig.send({.path = "/review"}).status == 404);
  CHECK(console.rig.send({.path = "/review/api/me"}).status == 404);
  CHECK(console.send(Method::Options, "/review/api/me", "").status == 405);
  CHECK(console.get("/review/api/logout").status == 405);
}

TEST_CASE("no secret of a login is in the access log") {
  Console console;
  Authenticator passkey;
  const auto made = console.add();
  const std::string token = Console::token_of(console.register_with(made.code, passkey));
  CHECK(console.get("/review/api/me", token).status == 200);
  for (const std::string& line : console.rig.access_lines()) {
    CHECK(line.find(token) == std::string::npos);
    CHECK(line.find(made.code) == std::string::npos);
  }
}
