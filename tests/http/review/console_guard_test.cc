// A page of another site cannot use a reviewer's cookie.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/http/review/support/cases.h"

namespace countersign::http::console_guard_test {

using countersign::test::Authenticator;

std::string read_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

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

// The path of a row, where {id} is this one.
std::string path_of(const Endpoint& row, const std::string& id) {
  std::string path(row.path);
  const std::size_t at = path.find("{id}");
  return at == std::string::npos ? path : path.replace(at, 4, id);
}

bool asks_for_login(const Endpoint& row) { return is_called_by<by::Reviewer>(row.handler); }

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
    CHECK(status(Method::Post, "/review/api/me/keys/x/revoke", fields) == 403);
    CHECK(status(Method::Post, "/review/api/me/keys/statement", fields) == 403);
  }
  Headers twice = Console::own_fields();
  twice.add("Origin", Console::kOrigin);
  CHECK(status(Method::Post, "/review/api/logout", twice) == 403);
  CHECK(console.get("/review/api/me", token).status == 200);
}

TEST_CASE("no call of another origin's page reads or records anything as a reviewer's") {
  ClientPolicy policy = any_purpose();
  policy.mrz_values = true;
  Cases console(policy);
  const auto anna = console.person("anna", "supervisor");
  const std::string id = console.in_review();
  const std::uint64_t head = console.head();
  std::size_t reads = 0;
  for (const Endpoint& row : review_endpoints()) {
    if (!asks_for_login(row)) continue;
    CAPTURE(row.path);
    if (row.method == Method::Get) ++reads;
    Headers no_field = fields_without("X-Countersign-Review");
    Headers twice = Console::own_fields();
    twice.add("X-Countersign-Review", "1");
    for (const Headers& fields : {no_field,
                                  twice,
                                  fields_with("Sec-Fetch-Site", "same-site"),
                                  fields_with("Sec-Fetch-Site", "cross-site"),
                                  fields_with("Sec-Fetch-Site", "none"),
                                  fields_with("Origin", "http://localhost:9999"),
                                  fields_with("Origin", "null")}) {
      const Answer answer = console.send(row.method, path_of(row, id), "{}", anna->token, fields);
      CHECK(answer.status == 403);
      CHECK(answer.code() == "SVC_REVIEW_FORBIDDEN");
    }
  }
  CHECK(reads >= 4);
  CHECK(console.head() == head);
  // The console's own page in a browser that says where a call comes from.
  Headers own = Console::reading_fields();
  own.add("Sec-Fetch-Site", "same-origin");
  CHECK(console.send(Method::Get, Cases::path(id), "", anna->token, own).status == 200);
  CHECK(console.all_of<DocumentValuesRead>(id).size() == 1);
}

TEST_CASE("the root of the console greets a person, and leads to the login") {
  Console console;
  const Answer root = console.get("/");
  if (root.status == 404) return;  // built without pages
  CHECK(root.status == 200);
  CHECK(root.body.find("href=\"/review\"") != std::string::npos);
}

TEST_CASE("the table of the console's calls has each of them") {
  const auto page =
      read_file(std::filesystem::path(COUNTERSIGN_SOURCE_DIR) / "http/review/README.md");
  std::size_t rows = 0;
  for (const Endpoint& row : review_endpoints()) {
    const char* method = row.method == Method::Get    ? "GET"
                         : row.method == Method::Post ? "POST"
                                                      : "DELETE";
    const std::string call = "`" + std::string(method) + " " + std::string(row.path) + "`";
    CHECK_MESSAGE(page.find(call) != std::string::npos, call);
    ++rows;
  }
  CHECK(rows > 20);
}

TEST_CASE("a page of another origin does not begin a login at the identity provider") {
  Console console;
  const auto visit = [&](const char* site) {
    return console.send(Method::Get, "/review/api/oidc/begin", "", "", {{"Sec-Fetch-Site", site}})
        .status;
  };
  CHECK(visit("cross-site") == 403);
  CHECK(visit("same-site") == 403);
  // By the link of the console's page, or by the address: this console has no provider.
  CHECK(visit("same-origin") == 404);
  CHECK(visit("none") == 404);
  CHECK(console.get("/review/api/oidc/begin").status == 404);
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
    if (!asks_for_login(row)) continue;
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
  const std::string permissions = page.header("permissions-policy");
  CHECK(permissions.starts_with("camera=(), microphone=(), geolocation=(), "));
  CHECK(permissions.find("publickey-credentials-get=(self)") != std::string::npos);
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

}  // namespace countersign::http::console_guard_test
