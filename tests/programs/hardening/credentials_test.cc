#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "tests/programs/support/multipart.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/shared_server.h"

// Every endpoint of the served OpenAPI document with every state of credentials. The table of
// endpoints is the server's own.
namespace countersign::tests::credentials_test {

struct Row {
  std::string method;
  std::string path;  // with {parameters}
  bool auditor = false;
};

std::vector<Row> served_endpoints() {
  const Json document(shared_server().ask({"GET", "/api/svc/openapi.json"}).body);
  std::vector<Row> rows;
  const auto* paths = document.find("/paths");
  REQUIRE(paths != nullptr);
  for (const auto& path : paths->GetObject()) {
    for (const auto& method : path.value.GetObject()) {
      std::string name = method.name.GetString();
      if (name != "get" && name != "post") continue;
      std::transform(name.begin(), name.end(), name.begin(), ascii_upper);
      const auto* role = rapidjson::Pointer("/security/0/clientKey/0").Get(method.value);
      rows.push_back({name, path.name.GetString(), role != nullptr && *role == "auditor"});
    }
  }
  return rows;
}

std::string filled(std::string path, const std::string& session, const std::string& file) {
  for (const auto& [name, value] : {std::pair{std::string("{sessionId}"), session},
                                    std::pair{std::string("{fileId}"), file},
                                    std::pair{std::string("{path}"), std::string("0/000.p/1")}}) {
    if (const auto at = path.find(name); at != std::string::npos) {
      path.replace(at, name.size(), value);
    }
  }
  return path;
}

// A request that lacks only credentials, so that they alone decide.
Request request_to(const Row& row, const std::string& session, const std::string& file) {
  Request request{row.method, filled(row.path, session, file)};
  const bool upload = row.path == "/api/sdk/document" || row.path == "/api/sdk/liveness";
  if (upload) {
    request.headers.emplace_back("Content-Type", kMultipartType);
    request.body = multipart({{"nonce", "n"}, {"image", "x", "a.jpg"}});
  }
  if (row.path == "/api/sdk/redeem") request.body = R"({"code":"no code"})";
  return request;
}

std::string without_request_id(const Answer& answer) {
  std::string body = answer.body;
  const std::string id = answer.header("x-request-id");
  if (const auto at = body.find(id); at != std::string::npos) body.erase(at, id.size());
  return body;
}

struct FinishedSession {
  OpenSession session;
  std::string file;
};

// A finalized session with one file, whose token is therefore used.
const FinishedSession& finished_session() {
  static const FinishedSession finished = [] {
    FinishedSession result;
    result.session = shared_backend().open("DOCUMENT_VERIFICATION");
    const Device device(shared_server().port(), result.session.token);
    device.pass_document();
    device.finalize();
    result.file = Json(shared_backend().documents(result.session.id).body).text("/0/id");
    return result;
  }();
  return finished;
}

int status_from(const Backend& backend, const std::string& forwarded_for) {
  return backend.create("LIVENESS", "", {{"X-Forwarded-For", forwarded_for}}).status;
}

// Whether wrong credentials from that address are answered 429 after a few attempts.
bool fail_until_limited(const RunningServer& server, const std::string& forwarded_for) {
  const Backend wrong(server.port(), {"svck_nobody", "svcs_nothing"});
  for (int i = 0; i < 20; ++i) {
    if (status_from(wrong, forwarded_for) == 429) return true;
  }
  return false;
}

TEST_CASE("the specification's endpoints are all served") {
  const std::vector<Row> rows = served_endpoints();
  for (const auto& each : {std::pair{"POST", "/api/svc/session/create"},
                           std::pair{"GET", "/api/svc/session/{sessionId}/result"},
                           std::pair{"GET", "/api/svc/session/{sessionId}/documents"},
                           std::pair{"GET", "/api/svc/session/{sessionId}/documents/bundle"},
                           std::pair{"POST", "/api/sdk/document/challenge"},
                           std::pair{"POST", "/api/sdk/document"},
                           std::pair{"POST", "/api/sdk/liveness/challenge"},
                           std::pair{"POST", "/api/sdk/liveness"},
                           std::pair{"POST", "/api/sdk/finalize"},
                           std::pair{"GET", "/api/sdk/status"}}) {
    CAPTURE(each.second);
    CHECK(std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
      return row.method == each.first && row.path == each.second;
    }));
  }
}

TEST_CASE("a device call without a good token is 401, whatever is wrong with it") {
  const OpenSession canceled = shared_backend().open("FULL_CAPTURE");
  shared_backend().cancel(canceled.id);
  const std::vector<std::pair<const char*, HeaderList>> states{
      {"missing", {}},
      {"empty", {{"Authorization", ""}}},
      {"no token", {{"Authorization", "Bearer"}}},
      {"another scheme", {{"Authorization", "Basic dXNlcjpwYXNz"}}},
      {"malformed", {{"Authorization", "Bearer not-a-token"}}},
      {"unknown", {{"Authorization", "Bearer svct_" + std::string(43, 'A')}}},
      {"too long", {{"Authorization", "Bearer svct_" + std::string(3000, 'A')}}},
      {"a session id", {{"Authorization", "Bearer " + canceled.id}}},
      {"a client's", {{"Authorization", "Bearer " + shared_backend().credentials().secret}}},
      {"client headers", shared_backend().headers()},
      {"used", {{"Authorization", "Bearer " + finished_session().session.token}}},
      {"canceled", {{"Authorization", "Bearer " + canceled.token}}},
      {"twice",
       {{"Authorization", "Bearer " + canceled.token},
        {"Authorization", "Bearer " + canceled.token}}},
  };
  std::size_t checked = 0;
  for (const Row& row : served_endpoints()) {
    if (!row.path.starts_with("/api/sdk/")) continue;
    for (const auto& [each_state, headers] : states) {
      const auto& state = each_state;
      CAPTURE(row.path);
      CAPTURE(state);
      Request request = request_to(row, "", "");
      request.headers.insert(request.headers.end(), headers.begin(), headers.end());
      const Answer answer = shared_server().ask(request);
      if (std::string_view(state) == "twice" && answer.status == 400) continue;  // bad request
      check_problem(answer, 401, "SVC_SESSION_INVALID");
      CHECK(answer.header("www-authenticate").starts_with("Bearer"));
      ++checked;
    }
  }
  CHECK(checked >= 6 * (states.size() - 1));
}

TEST_CASE("a backend call without good credentials is one and the same 404") {
  const Credentials good = shared_backend().credentials();
  const Credentials foreign = shared_server().add_client("foreign");
  const Credentials disabled = shared_server().add_client("disabled");
  REQUIRE(shared_server().operate({"client", "disable", disabled.key}).status == 0);
  const auto headers_of = [](const std::string& key, const std::string& secret) {
    return HeaderList{{"X-Svc-Client-Key", key}, {"X-Svc-Client-Secret", secret}};
  };
  const std::string mine = finished_session().session.id;
  const std::string nobodys = "00000000-0000-4000-8000-000000000000";
  struct State {
    const char* name;
    HeaderList headers;
    std::string session;
  };
  const std::vector<State> states{
      {"missing", {}, mine},
      {"no secret", {{"X-Svc-Client-Key", good.key}}, mine},
      {"no key", {{"X-Svc-Client-Secret", good.secret}}, mine},
      {"empty", headers_of("", ""), mine},
      {"wrong secret", headers_of(good.key, foreign.secret), mine},
      {"wrong key", headers_of("svck_nobody", good.secret), mine},
      {"malformed", headers_of("not a key", "not a secret"), mine},
      {"a token", {{"Authorization", "Bearer " + finished_session().session.token}}, mine},
      {"another client's", headers_of(foreign.key, foreign.secret), mine},
      {"a disabled client's", headers_of(disabled.key, disabled.secret), mine},
      {"an unknown session", headers_of(good.key, good.secret), nobodys},
      {"a malformed session", headers_of(good.key, good.secret), "not-a-uuid"},
      {"another client's, unknown session", headers_of(foreign.key, foreign.secret), nobodys},
  };
  std::size_t checked = 0;
  for (const Row& row : served_endpoints()) {
    if (row.path.find("{sessionId}") == std::string::npos) continue;
    std::string first;
    for (const State& state : states) {
      CAPTURE(row.path);
      CAPTURE(state.name);
      Request request = request_to(row, state.session, finished_session().file);
      request.headers.insert(request.headers.end(), state.headers.begin(), state.headers.end());
      const Answer answer = shared_server().ask(request);
      check_problem(answer, 404, "SVC_NOT_FOUND");
      if (first.empty()) first = without_request_id(answer);
      CHECK(without_request_id(answer) == first);
      CHECK_FALSE(answer.has_header("access-control-allow-origin"));
      ++checked;
    }
    Request good_request = request_to(row, mine, finished_session().file);
    good_request.headers = shared_backend().headers();
    CAPTURE(row.path);
    if (row.method == "GET") CHECK(shared_server().ask(good_request).status == 200);
  }
  CHECK(checked >= 7 * states.size());
}

TEST_CASE("the log is for auditors, and nobody else learns more than that there is one") {
  const Credentials auditor = shared_server().add_client("auditor", {"--auditor"});
  const Credentials disabled = shared_server().add_client("former auditor", {"--auditor"});
  const Credentials client = shared_backend().credentials();
  REQUIRE(shared_server().operate({"client", "disable", disabled.key}).status == 0);
  // The log must be signed up to some event before tiles are requested.
  REQUIRE(shared_backend().receipt(finished_session().session.id).status == 200);
  const auto headers_of = [](const std::string& key, const std::string& secret) {
    return HeaderList{{"X-Svc-Client-Key", key}, {"X-Svc-Client-Secret", secret}};
  };
  const std::vector<std::pair<const char*, HeaderList>> strangers{
      {"missing", {}},
      {"no secret", {{"X-Svc-Client-Key", auditor.key}}},
      {"no key", {{"X-Svc-Client-Secret", auditor.secret}}},
      {"empty", headers_of("", "")},
      {"wrong secret", headers_of(auditor.key, client.secret)},
      {"wrong key", headers_of(client.key, auditor.secret)},
      {"a disabled auditor's", headers_of(disabled.key, disabled.secret)},
      {"a token", {{"Authorization", "Bearer " + finished_session().session.token}}},
  };
  std::size_t checked = 0;
  std::string first;
  for (const Row& row : served_endpoints()) {
    if (!row.auditor) continue;
    CAPTURE(row.path);
    Request request = request_to(row, "", "");
    for (const auto& [each_state, headers] : strangers) {
      const auto& state = each_state;
      CAPTURE(state);
      request.headers = headers;
      const Answer answer = shared_server().ask(request);
      check_problem(answer, 404, "SVC_NOT_FOUND");
      if (first.empty()) first = without_request_id(answer);
      CHECK(without_request_id(answer) == first);
    }
    request.headers = headers_of(client.key, client.secret);
    check_problem(shared_server().ask(request), 403, "SVC_FORBIDDEN");
    request.headers = headers_of(auditor.key, auditor.secret);
    CHECK(shared_server().ask(request).status == 200);
    ++checked;
  }
  CHECK(checked == 3);
}

TEST_CASE("the client's own events want the client's credentials") {
  for (const HeaderList& headers :
       {HeaderList{},
        HeaderList{{"X-Svc-Client-Key", "svck_nobody"}, {"X-Svc-Client-Secret", "svcs_nothing"}}}) {
    check_problem(shared_server().ask({"GET", "/api/svc/events", headers}), 404, "SVC_NOT_FOUND");
  }
  CHECK(shared_backend().get("/api/svc/events?limit=1").status == 200);
}

TEST_CASE("create tells missing credentials from wrong ones, and nothing more") {
  const Credentials disabled = shared_server().add_client("to-be-disabled");
  REQUIRE(shared_server().operate({"client", "disable", disabled.key}).status == 0);
  const Credentials good = shared_backend().credentials();
  const auto create = [](const std::string& key, const std::string& secret) {
    return Backend(shared_server().port(), {key, secret}).create("LIVENESS");
  };
  check_problem(create("", ""), 400, "SVC_CLIENT_MISSING");
  check_problem(create(good.key, ""), 400, "SVC_CLIENT_MISSING");
  const Answer wrong_secret = create(good.key, disabled.secret);
  const Answer wrong_key = create("svck_nobody", good.secret);
  const Answer is_disabled = create(disabled.key, disabled.secret);
  for (const Answer& answer : {wrong_secret, wrong_key, is_disabled}) {
    check_problem(answer, 400, "SVC_CLIENT_AUTH_FAILED");
    CHECK(without_request_id(answer) == without_request_id(wrong_secret));
  }
  CHECK(create(good.key, good.secret).status == 200);
}

TEST_CASE("a client that may not create a purpose is refused it") {
  const Backend limited(shared_server().port(),
                        shared_server().add_client("limited", {"--purposes", "LIVENESS"}));
  check_problem(limited.create("FULL_CAPTURE"), 400, "SVC_SCOPE_DENIED");
  CHECK(limited.create("LIVENESS").status == 200);
}

TEST_CASE("wrong credentials are rate limited by address, and a right secret is let through") {
  const RunningServer server({.flags = {"--auth-failure-rate=5/1h"}});
  const Backend good(server.port(), server.add_client("shop"));
  const Backend wrong(server.port(), {good.credentials().key, "svcs_" + std::string(43, 'A')});
  int limited = 0;
  for (int i = 0; i < 10; ++i) {
    const Answer answer = wrong.create("LIVENESS");
    if (answer.status == 429) {
      CHECK_FALSE(answer.header("retry-after").empty());
      ++limited;
    } else {
      check_problem(answer, 400, "SVC_CLIENT_AUTH_FAILED");
    }
  }
  CHECK(limited >= 1);
  // It does not matter which of the two is wrong, and nobody behind the address is locked out.
  const Backend unknown(server.port(), {"svck_nobody", good.credentials().secret});
  CHECK(unknown.create("LIVENESS").status == 429);
  CHECK(wrong.create("LIVENESS").status == 429);
  const Answer created = good.create("LIVENESS");
  CHECK(created.status == 200);
  const std::string session = Json(created.body).text("/sessionId");
  CHECK(good.result(session).status == 200);
  CHECK(wrong.result(session).status == 429);
  CHECK(unknown.result(session).status == 429);
}

TEST_CASE("behind a trusted proxy wrong credentials are limited for the address that sent them") {
  const RunningServer server(
      {.flags = {"--auth-failure-rate=5/1h", "--trusted-proxies=::1,127.0.0.0/8"}});
  const Backend good(server.port(), server.add_client("shop"));
  const Backend wrong(server.port(), {"svck_nobody", "svcs_nothing"});
  const std::string stranger = "203.0.113.9";
  CHECK(fail_until_limited(server, stranger));
  CHECK(status_from(wrong, stranger) == 429);
  CHECK(status_from(wrong, "198.51.100.1, " + stranger) == 429);  // the part that it wrote itself
  CHECK(status_from(wrong, stranger + ", 127.0.0.2") == 429);     // through a second proxy
  CHECK(status_from(good, stranger) == 200);
  CHECK(status_from(wrong, "203.0.113.10") == 400);
  CHECK(status_from(wrong, "2001:db8::1") == 400);

  // A malformed header counts as the proxy's address.
  CHECK(wrong.create("LIVENESS").status == 400);
  CHECK(fail_until_limited(server, "nobody"));
  CHECK(status_from(wrong, "somebody else") == 429);
  CHECK(wrong.create("LIVENESS").status == 429);
  CHECK(good.create("LIVENESS").status == 200);
  CHECK(status_from(wrong, "203.0.113.11") == 400);
}

TEST_CASE("nobody but a trusted proxy is believed about whose the address is") {
  for (const Arguments& trusted : {Arguments{}, Arguments{"--trusted-proxies=10.0.0.0/8"}}) {
    ServerOptions options{.flags = {"--auth-failure-rate=5/1h"}};
    options.flags.insert(options.flags.end(), trusted.begin(), trusted.end());
    const RunningServer server(options);
    const Backend good(server.port(), server.add_client("shop"));
    CHECK(fail_until_limited(server, "203.0.113.9"));
    const Backend wrong(server.port(), {"svck_nobody", "svcs_nothing"});
    CHECK(status_from(wrong, "203.0.113.10") == 429);
    CHECK(status_from(good, "203.0.113.10") == 200);
  }
}

TEST_CASE("an origin that is not on the list is refused, a native client is not") {
  const OpenSession session = shared_backend().open(
      "LIVENESS", R"("originAllowlist":["https://shop.example","http://localhost:3000"])");
  const Device device(shared_server().port(), session.token);
  const Answer allowed =
      device.send("GET", "/api/sdk/status", {{"Origin", "https://shop.example"}});
  CHECK(allowed.status == 200);
  CHECK(allowed.header("access-control-allow-origin") == "https://shop.example");
  CHECK(device.status().status == 200);
  for (const char* origin : {"https://evil.example", "https://shop.example.evil", "null"}) {
    CAPTURE(origin);
    check_problem(
        device.send("GET", "/api/sdk/status", {{"Origin", origin}}), 403, "SVC_ORIGIN_NOT_ALLOWED");
  }
  const Answer preflight =
      shared_server().ask({"OPTIONS",
                           "/api/sdk/document",
                           {{"Origin", "https://any.example"},
                            {"Access-Control-Request-Method", "POST"},
                            {"Access-Control-Request-Headers", "authorization"}}});
  CHECK(preflight.status >= 200);
  CHECK(preflight.status < 300);
  CHECK(preflight.header("access-control-allow-methods").find("POST") != std::string::npos);
  CHECK_FALSE(preflight.has_header("access-control-allow-credentials"));
}

}  // namespace countersign::tests::credentials_test
