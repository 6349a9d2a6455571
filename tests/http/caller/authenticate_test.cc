#include <doctest/doctest.h>

#include <set>

#include "tests/http/support/answer_bytes.h"
#include "tests/http/support/rig.h"

namespace countersign::http::authenticate_test {

Headers client_headers(const std::string& key, const std::string& secret) {
  return {{"X-Svc-Client-Key", key}, {"X-Svc-Client-Secret", secret}};
}

TEST_CASE("all addresses of a /64 share one budget of failures, and IPv4 keeps its own") {
  Rig rig;
  const auto client = rig.add_client();
  const Headers wrong{{"X-SVC-Client-Key", client.key}, {"X-SVC-Client-Secret", "wrong"}};
  const Headers right{{"X-SVC-Client-Key", client.key}, {"X-SVC-Client-Secret", client.secret}};
  const std::string path = "/api/svc/session/" + rig.create(client)["sessionId"] + "/result";
  int looked_at = 0;
  for (int i = 1; i <= 100; ++i) {
    const std::string peer = "2001:db8:0:7::" + std::to_string(i);
    if (rig.send({.path = path, .headers = wrong, .peer = peer}).status == 404) ++looked_at;
  }
  CHECK(looked_at == 6);  // the burst of 30/1m
  CHECK(rig.send({.path = path, .headers = wrong, .peer = "2001:db8:0:7:8:9:a:b"}).status == 429);
  for (const char* other : {"2001:db8:0:8::1", "192.0.2.7", "::ffff:192.0.2.8"}) {
    CAPTURE(other);
    CHECK(rig.send({.path = path, .headers = right, .peer = other}).status == 200);
  }
  // An IPv4 address is the same address with and without the mapping to IPv6.
  looked_at = 0;
  for (int i = 0; i < 20; ++i) {
    const std::string peer = i % 2 == 0 ? "198.51.100.7" : "::ffff:198.51.100.7";
    if (rig.send({.path = path, .headers = wrong, .peer = peer}).status == 404) ++looked_at;
  }
  CHECK(looked_at == 6);
}

TEST_CASE("the budget of failures is that of the /64 that a trusted proxy names") {
  Rig rig({.trusted_proxies = *TrustedProxies::parse("10.0.0.1")});
  const auto client = rig.add_client();
  int looked_at = 0;
  for (int i = 1; i <= 50; ++i) {
    const Headers wrong{{"X-SVC-Client-Key", client.key},
                        {"X-SVC-Client-Secret", "wrong"},
                        {"X-Forwarded-For", "2001:db8:0:7::" + std::to_string(i)}};
    const std::string path = "/api/svc/session/00000000-0000-4000-8000-000000000000/result";
    if (rig.send({.path = path, .headers = wrong, .peer = "10.0.0.1"}).status == 404) ++looked_at;
  }
  CHECK(looked_at == 6);
}

TEST_CASE("wrong credentials are limited by address, and right ones from there are let through") {
  Rig rig({.auth_failure_rate = Rate{10, 60'000}});
  const Credentials owner = rig.add_client();
  const Credentials other = rig.add_client();
  const Credentials disabled = rig.add_client();
  rig.disable(disabled);
  const std::string path = "/api/svc/session/" + rig.create(owner)["sessionId"] + "/result";
  const Headers right = client_headers(owner.key, owner.secret);
  const auto get = [&](const Headers& headers, const std::string& peer = "192.0.2.7") {
    return rig.send({.path = path, .headers = headers, .peer = peer});
  };
  CHECK(get({}).status == 404);
  CHECK(get(right).status == 200);
  CHECK(get({}).status == 404);

  // The answer is the same whichever part is wrong.
  std::set<std::string> limited;
  for (const Headers& wrong : {Headers{},
                               client_headers(owner.key, other.secret),
                               client_headers("svck_nobody", owner.secret),
                               client_headers(disabled.key, disabled.secret),
                               client_headers(disabled.key, owner.secret),
                               client_headers(owner.key, std::string(5000, 's'))}) {
    const Answer answer = get(wrong);
    CHECK(answer.status == 429);
    CHECK_FALSE(answer.header("Retry-After").empty());
    limited.insert(bytes_of(answer));
  }
  CHECK(limited.size() == 1);

  for (int i = 0; i < 10; ++i) CHECK(get(right).status == 200);
  CHECK(get(client_headers(other.key, other.secret)).status == 404);  // of another client
  CHECK(rig.create(owner).status == 200);
  CHECK(rig.create({owner.key, other.secret}).status == 429);
  CHECK(rig.create({"svck_nobody", other.secret}).status == 429);
  CHECK(rig.create(disabled).status == 429);
  CHECK(get({}, "192.0.2.9").status == 404);
  // Right credentials neither refill the budget nor use it up.
  CHECK(get({}).status == 429);
  rig.clock.move(std::chrono::seconds(6));
  CHECK(get({}).status == 404);
}

TEST_CASE("guessing session ids with credentials that work uses up the client's rate") {
  Rig rig;
  ClientPolicy policy = any_purpose();
  policy.read_rate = Rate{10, 60'000};
  const Credentials owner = rig.add_client(policy);
  const Headers right = client_headers(owner.key, owner.secret);
  const std::string path = "/api/svc/session/00000000-0000-4000-8000-000000000000/result";
  CHECK(rig.send({.path = path, .headers = right}).status == 404);
  CHECK(rig.send({.path = path, .headers = right}).status == 404);
  CHECK(rig.send({.path = path, .headers = right}).status == 429);
}

TEST_CASE("a device call without a token that works is 401, on every device path") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string token = rig.token(client);
  const std::string expired = rig.token(client);
  struct DeviceCall {
    Method method;
    const char* path;
  };
  const DeviceCall calls[] = {{Method::Post, "/api/sdk/document/challenge"},
                              {Method::Post, "/api/sdk/document"},
                              {Method::Post, "/api/sdk/liveness/challenge"},
                              {Method::Post, "/api/sdk/liveness"},
                              {Method::Post, "/api/sdk/finalize"},
                              {Method::Get, "/api/sdk/status"},
                              {Method::Head, "/api/sdk/status"}};
  const std::string id = rig.create(client)["sessionId"];
  for (const auto& [method, target] : calls) {
    const auto& path = target;
    INFO(path);
    const Headers bad[] = {
        {},
        {{"Authorization", ""}},
        {{"Authorization", token}},
        {{"Authorization", "Basic " + token}},
        {{"Authorization", "Bearer"}},
        {{"Authorization", "Bearer " + token + "x"}},
        {{"Authorization", "Bearer " + token + " x"}},
        {{"Authorization", "Bearer svct_" + std::string(43, 'a')}},
        {{"Authorization", "Bearer " + id}},
        {{"Authorization", "Bearer " + client.secret}},
        {{"Authorization", "Bearer " + token}, {"Authorization", "Bearer " + token}}};
    for (const Headers& headers : bad) {
      const Answer answer = rig.send({.method = method, .path = path, .headers = headers});
      CHECK(answer.status == 401);
      CHECK(answer.code() == "SVC_SESSION_INVALID");
      CHECK(answer.header("WWW-Authenticate") == "Bearer");
    }
  }
  CHECK(rig.status(token).status == 200);
  CHECK(rig.send({.path = "/api/sdk/status", .headers = {{"Authorization", "bearer  " + token}}})
            .status == 200);
  rig.clock.move(std::chrono::seconds(1800) - std::chrono::microseconds(1));
  CHECK(rig.status(expired).status == 200);
  rig.clock.move(std::chrono::microseconds(1));
  for (const auto& [method, path] : calls) {
    CHECK(rig.device(method, path, expired).code() == "SVC_SESSION_INVALID");
  }
}

TEST_CASE("a browser's call is allowed from the session's origins, a native one from anywhere") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string bound =
      rig.create(client, R"("originAllowlist":["https://shop.example"])")["sessionToken"];
  const auto from = [&](const std::string& token, const std::string& origin) {
    return rig.device(Method::Get, "/api/sdk/status", token, {{"Origin", origin}});
  };
  const Answer allowed = from(bound, "https://shop.example");
  CHECK(allowed.status == 200);
  CHECK(allowed.header("Access-Control-Allow-Origin") == "https://shop.example");
  CHECK(allowed.header("Vary") == "Origin");
  CHECK(allowed.header("Access-Control-Allow-Credentials").empty());
  for (const char* origin : {"https://evil.example",
                             "http://shop.example",
                             "null",
                             "",
                             "https://shop.example.evil.example",
                             "https://shop.example:444"}) {
    INFO(origin);
    const Answer refused = from(bound, origin);
    CHECK(refused.status == 403);
    CHECK(refused.code() == "SVC_ORIGIN_NOT_ALLOWED");
    CHECK(refused.header("Access-Control-Allow-Origin").empty());
  }
  CHECK(rig.status(bound).status == 200);
  CHECK(from(rig.token(client), "https://anyone.example").status == 200);
  // A token that does not work is 401 from any origin.
  CHECK(from("svct_" + std::string(43, 'a'), "https://evil.example").status == 401);
}

TEST_CASE("a session for an app's pages is used from the app's own origin alone") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string token =
      rig.create(client,
                 R"("originAllowlist":["capacitor://localhost","app://shop:1420",)"
                 R"("http://localhost"])")["sessionToken"];
  const auto from = [&](const std::string& origin) {
    return rig.device(Method::Get, "/api/sdk/status", token, {{"Origin", origin}});
  };
  for (const char* origin : {"capacitor://localhost", "app://shop:1420", "http://localhost"}) {
    INFO(origin);
    const Answer allowed = from(origin);
    CHECK(allowed.status == 200);
    CHECK(allowed.header("Access-Control-Allow-Origin") == origin);
  }
  for (const char* origin : {"ionic://localhost",
                             "capacitor://localhost:80",
                             "capacitor://localhost.evil.example",
                             "app://shop",
                             "app://shop:1421",
                             "https://localhost",
                             "http://localhost:8100",
                             "file://",
                             "null"}) {
    INFO(origin);
    const Answer refused = from(origin);
    CHECK(refused.code() == "SVC_ORIGIN_NOT_ALLOWED");
    CHECK(refused.header("Access-Control-Allow-Origin").empty());
  }
}

TEST_CASE("preflights are answered for device paths, and backend paths never speak of origins") {
  Rig rig;
  const Headers preflight = {{"Origin", "https://anyone.example"},
                             {"Access-Control-Request-Method", "POST"},
                             {"Access-Control-Request-Headers", "authorization"}};
  const Answer device =
      rig.send({.method = Method::Options, .path = "/api/sdk/document", .headers = preflight});
  CHECK(device.status == 204);
  CHECK(device.header("Access-Control-Allow-Origin") == "https://anyone.example");
  CHECK(device.header("Access-Control-Allow-Methods") == "POST, OPTIONS");
  CHECK(device.header("Access-Control-Allow-Headers").find("Authorization") != std::string::npos);
  CHECK(device.header("Access-Control-Allow-Credentials").empty());
  CHECK(device.header("Allow") == "POST, OPTIONS");

  const Answer backend = rig.send(
      {.method = Method::Options, .path = "/api/svc/session/create", .headers = preflight});
  CHECK(backend.status == 204);
  CHECK(backend.header("Allow") == "POST, OPTIONS");
  CHECK(backend.header("Access-Control-Allow-Origin").empty());
  CHECK(backend.header("Vary").empty());
  const Answer create = rig.create(rig.add_client(), "", {{"Origin", "https://anyone.example"}});
  CHECK(create.header("Access-Control-Allow-Origin").empty());

  CHECK(rig.send({.method = Method::Options, .path = "*"}).status == 204);
  CHECK(rig.send({.method = Method::Options, .path = "/nowhere"}).status == 404);
}

TEST_CASE("unknown paths are 404, known ones with another method 405 with what is allowed") {
  Rig rig;
  const Answer unknown = rig.send({.path = "/api/svc/session"});
  CHECK(unknown.status == 404);
  CHECK(unknown.code() == "SVC_NOT_FOUND");
  const Answer other = rig.send({.method = Method::Get, .path = "/api/svc/session/create"});
  CHECK(other.status == 405);
  CHECK(other.code() == "SVC_METHOD_NOT_ALLOWED");
  CHECK(other.header("Allow") == "POST, OPTIONS");
  const Answer cross = rig.send({.method = Method::Delete,
                                 .path = "/api/sdk/status",
                                 .headers = {{"Origin", "https://a.b"}}});
  CHECK(cross.status == 405);
  CHECK(cross.header("Access-Control-Allow-Origin") == "https://a.b");
}

TEST_CASE("an operator's path does not exist for those who come from the network") {
  Rig rig;
  for (const Endpoint& row : admin_endpoints()) {
    INFO(row.path);
    CHECK(rig.send({.method = row.method, .path = std::string(row.path)}).status == 404);
  }
}

TEST_CASE("a session's calls are limited, and each session for itself") {
  Rig rig({.device_rate = Rate{10, 60'000}});
  const Credentials client = rig.add_client();
  const std::string token = rig.token(client);
  CHECK(rig.status(token).status == 200);
  CHECK_FALSE(rig.status(token).header("RateLimit").empty());
  const Answer limited = rig.status(token);
  CHECK(limited.status == 429);
  CHECK(limited.code() == "SVC_RATE_LIMITED");
  CHECK(rig.status(rig.token(client)).status == 200);
  rig.clock.move(std::chrono::seconds(6));
  CHECK(rig.status(token).status == 200);
}

TEST_CASE("a step of the wall clock empties no bucket, and fills none") {
  Rig rig({.read_rate = Rate{10, 60'000}});  // a burst of two, one every six seconds
  const Credentials client = rig.add_client();
  const Rig::Request read{
      .path = "/api/svc/session/" + rig.create(client)["sessionId"] + "/result",
      .headers = {{"X-Svc-Client-Key", client.key}, {"X-Svc-Client-Secret", client.secret}}};
  CHECK(rig.send(read).status == 200);
  rig.clock.step(std::chrono::hours(-26));
  CHECK(rig.send(read).status == 200);
  CHECK(rig.send(read).status == 429);
  rig.clock.step(std::chrono::hours(52));
  const Answer limited = rig.send(read);
  CHECK(limited.status == 429);
  CHECK(limited.header("Retry-After") == "6");
  rig.clock.move(std::chrono::seconds(6));
  CHECK(rig.send(read).status == 200);
  CHECK(rig.send(read).status == 429);
}

TEST_CASE("a well-formed request id is kept, and anything else is replaced by a new one") {
  Rig rig;
  const auto id_for = [&](const Headers& headers) {
    return rig.send({.path = "/nowhere", .headers = headers}).header("X-Request-Id");
  };
  CHECK(id_for({{"X-Request-Id", "abc.DEF_1-2"}}) == "abc.DEF_1-2");
  // Proxies and tracers send UUIDs, 32 hex digits, and these joined by points.
  const std::string uuid = "0193680e-2b8a-7c31-9d5c-0f6b7a1e4c2d";
  const std::string longest = std::string(31, 'x') + "." + std::string(31, 'y') + ".";
  for (const std::string& kept : {uuid, std::string(32, 'f'), uuid + ".1.2", longest}) {
    CHECK(id_for({{"X-Request-Id", kept}}) == kept);
  }
  for (const Headers& headers : {Headers{},
                                 Headers{{"X-Request-Id", ""}},
                                 Headers{{"X-Request-Id", std::string(65, 'x')}},
                                 Headers{{"X-Request-Id", "a b"}},
                                 Headers{{"X-Request-Id", "a\"b"}},
                                 Headers{{"X-Request-Id", "a"}, {"X-Request-Id", "a"}}}) {
    CHECK(parse_uuid(id_for(headers)).has_value());
  }
  const Answer problem = rig.send({.path = "/nowhere", .headers = {{"X-Request-Id", "r-1"}}});
  CHECK(problem["requestId"] == "r-1");
}

TEST_CASE("the access log has a line for each answer, without the query") {
  Rig rig;
  (void)rig.send({.path = "/nowhere?clientSecret=svcs_x"});
  (void)rig.send({.path = "/api/sdk/status?token=svct_x"});
  const auto lines = rig.access_lines();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "GET /*  404");
  CHECK(lines[1] == "GET /api/sdk/status getStatus 401");
}

TEST_CASE("bytes that are not a request are answered as a problem too") {
  Rig rig;
  CaptureApplication application(rig.service());
  for (const int status : {400, 408, 413, 414, 417, 431, 500, 501, 503, 505}) {
    const Response response = application.framing_error(status, "a bare line feed");
    CHECK(response.headers.find("Content-Security-Policy") ==
          "default-src 'none'; frame-ancestors 'none'");
    CHECK(response.status == status);
    const Answer answer{response.status, response.headers, response.body, response.close};
    CHECK(answer["ok"] == "false");
    CHECK(answer["requestId"] == answer.header("X-Request-Id"));
    CHECK(answer["detail"] == "A bare line feed.");
    CHECK(answer.header("Content-Type") == "application/problem+json");
  }
}

TEST_CASE("a draining server closes its connections after the answers") {
  Rig rig;
  CHECK_FALSE(rig.send({.path = "/nowhere"}).close);
  rig.service().calls.draining = true;
  CHECK(rig.send({.path = "/nowhere"}).close);
}

}  // namespace countersign::http::authenticate_test
