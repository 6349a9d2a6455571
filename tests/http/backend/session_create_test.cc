#include <doctest/doctest.h>
#include <fmt/format.h>

#include "http/coding/gzip.h"
#include "http/secrets/credential_hash.h"
#include "tests/http/support/rig.h"

namespace countersign::http::session_create_test {

ClientPolicy with_quota(std::uint64_t quota) {
  ClientPolicy policy = any_purpose();
  policy.quota = quota;
  return policy;
}

Answer post_create(Rig& rig, std::string body, std::string peer = "192.0.2.7") {
  return rig.send({.method = Method::Post,
                   .path = "/api/svc/session/create",
                   .body = std::move(body),
                   .peer = std::move(peer)});
}

TEST_CASE("a body that says it is packed is not unpacked") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string body =
      fmt::format(R"({{"clientKey":"{}","clientSecret":"{}"}})", client.key, client.secret);
  const auto sent = [&](const std::string& bytes, const Headers& headers) {
    return rig
        .send({.method = Method::Post,
               .path = "/api/svc/session/create",
               .headers = headers,
               .body = bytes})
        .code();
  };
  CHECK(sent(gzipped(body), {{"Content-Encoding", "gzip"}}) == "SVC_UNSUPPORTED_MEDIA_TYPE");
  CHECK(sent(gzipped(body), {}) == "SVC_INVALID_JSON");
  CHECK(post_create(rig, body).status == 200);
}

TEST_CASE("a session is created with what the specification names, and no more") {
  Rig rig;
  const Credentials client = rig.add_client();
  const Answer created = rig.create(client);
  CHECK(created.status == 200);
  CHECK(created.header("Content-Type") == "application/json");
  CHECK(created.header("Cache-Control") == "no-store");
  CHECK(created["purpose"] == "FULL_CAPTURE");
  CHECK(created["sessionToken"].starts_with("svct_"));
  CHECK(created["sessionToken"].size() == 48);
  CHECK(created["expiresAt"] == to_string(rig.clock.now() + std::chrono::seconds(1800)));
  const auto id = parse_uuid(created["sessionId"]);
  REQUIRE(id);
  const auto session = rig.data().queries().session(SessionId(*id));
  REQUIRE(session);
  REQUIRE(*session);
  CHECK((*session)->client.value() == client.key);
  CHECK((*session)->token == hash_of_token(created["sessionToken"]));
}

TEST_CASE("a creation is refused for the first thing that is wrong, in the order of the checks") {
  Rig rig;
  ClientPolicy policy = with_quota(0);
  policy.purposes = {Purpose::DocumentVerification};
  policy.create_rate = Rate{0, 60'000};
  const Credentials client = rig.add_client(policy);
  const std::string secret = client.secret;
  const auto body = [&](std::string_view key, std::string_view pass, std::string_view more) {
    return fmt::format(R"({{"clientKey":"{}","clientSecret":"{}"{}}})", key, pass, more);
  };
  const auto refused = [&](const std::string& text) {
    const Answer answer = post_create(rig, text);
    return fmt::format("{} {}", answer.status, answer.code());
  };
  const std::string_view all_wrong = R"(,"purpose":"X","userRef":"a b","originAllowlist":1)";
  CHECK(refused(body("x", "y", all_wrong) + "x") == "400 SVC_INVALID_JSON");
  CHECK(refused(body("", "y", all_wrong)) == "400 SVC_CLIENT_MISSING");
  CHECK(refused(body("x", "y", all_wrong)) == "400 SVC_CLIENT_AUTH_FAILED");
  CHECK(refused(body(client.key, "y", all_wrong)) == "400 SVC_CLIENT_AUTH_FAILED");
  CHECK(refused(body(client.key, secret, all_wrong)) == "400 SVC_UNKNOWN_PURPOSE");
  CHECK(refused(body(client.key, secret, R"(,"userRef":"a b","originAllowlist":1)")) ==
        "400 SVC_INVALID_PARAMETER");
  CHECK(refused(body(client.key, secret, "")) == "400 SVC_SCOPE_DENIED");
  CHECK(refused(body(client.key, secret, R"(,"purpose":"DOCUMENT_VERIFICATION")")) ==
        "429 SVC_RATE_LIMITED");

  const Credentials without_quota = rig.add_client(with_quota(0));
  CHECK(refused(body(without_quota.key, without_quota.secret, "")) == "429 SVC_QUOTA_EXCEEDED");
}

TEST_CASE("labels are in the result and in the feed, and are a part of what a key stands for") {
  Rig rig;
  const Credentials client = rig.add_client();
  const std::string labels = R"("labels":{"shop":"berlin","campaign":"autumn-7"})";
  const Headers with_key = {{"Idempotency-Key", "order-17"}};
  const Answer created = rig.create(client, labels, with_key);
  REQUIRE_MESSAGE(created.status == 200, created.body);
  const Headers of_client = {{"x-svc-client-key", client.key},
                             {"x-svc-client-secret", client.secret}};
  const auto read = [&](const std::string& path) {
    return rig.send({.path = path, .headers = of_client}).body;
  };
  const std::string result = read("/api/svc/session/" + created["sessionId"] + "/result");
  CHECK(result.find(R"("labels":{"campaign":"autumn-7","shop":"berlin"})") != result.npos);
  const std::string feed = read("/api/svc/events");
  CHECK(feed.find(R"("labels":[{"key":"campaign","value":"autumn-7"},)") != feed.npos);

  const std::string other_order = R"("labels":{"campaign":"autumn-7","shop":"berlin"})";
  CHECK(rig.create(client, other_order, with_key)["sessionId"] == created["sessionId"]);
  for (const char* other : {R"("labels":{"shop":"berlin"})",
                            R"("labels":{"shop":"autumn-7","campaign":"berlin"})",
                            ""}) {
    CHECK(rig.create(client, other, with_key).code() == "SVC_IDEMPOTENCY_MISMATCH");
  }
  const std::string without =
      read("/api/svc/session/" + rig.create(client)["sessionId"] + "/result");
  CHECK(without.find(R"("labels":{})") != without.npos);
}

TEST_CASE("nothing that a client sent comes back in a refusal") {
  Rig rig;
  const Answer answer =
      post_create(rig, R"({"clientKey":"marker-17","clientSecret":"marker-17","purpose":"X"})");
  CHECK(answer.status == 400);
  CHECK(answer.body.find("marker-17") == std::string::npos);
  const Answer bad = post_create(rig, R"({"marker-17":)");
  CHECK(bad.code() == "SVC_INVALID_JSON");
  CHECK(bad.body.find("marker-17") == std::string::npos);
  CHECK(bad.header("Content-Type") == "application/problem+json");
}

TEST_CASE("a disabled client is answered like wrong credentials") {
  Rig rig;
  const Credentials client = rig.add_client();
  rig.disable(client);
  CHECK(rig.create(client).code() == "SVC_CLIENT_AUTH_FAILED");
}

TEST_CASE("the quota is of a calendar month, and Retry-After reaches to its end") {
  Rig rig;
  const Credentials client = rig.add_client(with_quota(2));
  CHECK(rig.create(client).status == 200);
  CHECK(rig.create(client).status == 200);
  const Answer refused = rig.create(client);
  CHECK(refused.code() == "SVC_QUOTA_EXCEEDED");
  const auto left = next_month(rig.clock.now()) - rig.clock.now();
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(left).count();
  CHECK(refused.header("Retry-After") == std::to_string(seconds));
  rig.clock.move(left);
  CHECK(rig.create(client).status == 200);
}

TEST_CASE("a client's rate is told in headers, and a client's own rate counts before the setting") {
  Rig rig;
  ClientPolicy policy = any_purpose();
  policy.create_rate = Rate{10, 60'000};
  const Credentials client = rig.add_client(policy);
  const Answer first = rig.create(client);
  CHECK(first.status == 200);
  CHECK_FALSE(first.header("RateLimit").empty());
  CHECK_FALSE(first.header("RateLimit-Policy").empty());
  CHECK(rig.create(client).status == 200);  // the burst is a fifth of the rate
  const Answer refused = rig.create(client);
  CHECK(refused.code() == "SVC_RATE_LIMITED");
  CHECK(std::stoi(refused.header("Retry-After")) >= 1);
  CHECK(refused["retryAfterSeconds"] == refused.header("Retry-After"));
  rig.clock.move(std::chrono::seconds(std::stoi(refused.header("Retry-After"))));
  CHECK(rig.create(client).status == 200);
}

TEST_CASE("failed authentication is limited by address, and right credentials are let through") {
  Rig rig({.auth_failure_rate = Rate{10, 60'000}});
  const Credentials client = rig.add_client();
  const std::string wrong = R"({"clientKey":"x","clientSecret":"y"})";
  const std::string right =
      fmt::format(R"({{"clientKey":"{}","clientSecret":"{}"}})", client.key, client.secret);
  CHECK(post_create(rig, wrong).code() == "SVC_CLIENT_AUTH_FAILED");
  CHECK(post_create(rig, right).status == 200);
  CHECK(post_create(rig, wrong).code() == "SVC_CLIENT_AUTH_FAILED");
  const Answer limited = post_create(rig, wrong);
  CHECK(limited.code() == "SVC_RATE_LIMITED");
  CHECK_FALSE(limited.header("Retry-After").empty());
  CHECK(post_create(rig, right).status == 200);
  CHECK(post_create(rig, wrong, "192.0.2.8").code() == "SVC_CLIENT_AUTH_FAILED");
  rig.clock.move(std::chrono::minutes(1));
  CHECK(post_create(rig, wrong).code() == "SVC_CLIENT_AUTH_FAILED");
}

TEST_CASE("a purpose that the engine cannot perform is denied only where the setting says so") {
  Rig allowing;
  const Credentials client = allowing.add_client();
  CHECK(allowing.create(client, R"("purpose":"FACE_MATCH")").status == 200);

  Rig denying({.deny_unperformable = true});
  const Credentials other = denying.add_client();
  CHECK(denying.create(other, R"("purpose":"FACE_MATCH")").code() == "SVC_SCOPE_DENIED");
  CHECK(denying.create(other, R"("purpose":"FULL_CAPTURE")").status == 200);
  denying.engine.be_capable_of({}, true);
  CHECK(denying.create(other, R"("purpose":"FACE_MATCH")").status == 200);
}

TEST_CASE("a recognizer without levels performs nothing, except for a client that has its own") {
  Rig rig({.deny_unperformable = true});
  const Credentials client = rig.add_client();
  ClientPolicy policy = any_purpose();
  policy.thresholds = {{"face-match-likeness", 700, 800}};
  const Credentials with_levels = rig.add_client(policy);
  const auto code = [&](const Credentials& who) {
    return rig.create(who, R"("purpose":"FACE_MATCH")").code();
  };
  rig.engine.be_capable_of({}, true, RecognizerFacts{std::nullopt, std::nullopt, 200});
  CHECK(code(client) == "SVC_SCOPE_DENIED");
  CHECK(code(with_levels).empty());
  rig.engine.be_capable_of({}, true, RecognizerFacts{std::nullopt, std::nullopt, 900});
  CHECK(code(with_levels) == "SVC_SCOPE_DENIED");  // two unlike drawn faces would pass
  rig.engine.be_capable_of({}, true, RecognizerFacts{300, 363, 200});
  CHECK(code(client).empty());
}

TEST_CASE("a body that is too large is refused from its length, or as soon as it is") {
  Rig rig({.max_json_bytes = 1000});
  const Answer announced = post_create(rig, std::string(1001, ' '));
  CHECK(announced.status == 413);
  CHECK(announced.code() == "SVC_PAYLOAD_TOO_LARGE");
  CHECK(announced["limitBytes"] == "1000");
  const Answer chunked = rig.send({.method = Method::Post,
                                   .path = "/api/svc/session/create",
                                   .body = std::string(1001, ' '),
                                   .piece_bytes = 7,
                                   .chunked = true});
  CHECK(chunked.status == 413);
  CHECK(post_create(rig, std::string(1000, ' ')).code() == "SVC_INVALID_JSON");
}

TEST_CASE("a key makes a creation repeatable: the same answer, once more after a restart") {
  Rig rig;
  const Credentials client = rig.add_client();
  const Headers with_key = {{"Idempotency-Key", "order-17"}};
  const std::string more = R"("purpose":"LIVENESS","userRef":"u1")";
  const Answer first = rig.create(client, more, with_key);
  REQUIRE(first.status == 200);
  CHECK(first.header("Idempotent-Replayed").empty());

  const Answer again = rig.create(client, more, with_key);
  CHECK(again.status == 200);
  CHECK(again.body == first.body);
  CHECK(again.header("Idempotent-Replayed") == "true");
  CHECK(again.header("X-Request-Id") != first.header("X-Request-Id"));

  rig.restart();
  const Answer later = rig.create(client, more, with_key);
  CHECK(later.body == first.body);
  CHECK(later.header("Idempotent-Replayed") == "true");
  CHECK(rig.status(later["sessionToken"]).status == 200);

  const Answer other = rig.create(client, R"("purpose":"LIVENESS")", with_key);
  CHECK(other.status == 422);
  CHECK(other.code() == "SVC_IDEMPOTENCY_MISMATCH");
  const Answer stranger = rig.create(rig.add_client(), more, with_key);
  CHECK(stranger.status == 200);
  CHECK(stranger["sessionId"] != first["sessionId"]);

  rig.clock.move(std::chrono::hours(24));
  const Answer next_day = rig.create(client, more, with_key);
  CHECK(next_day.status == 200);
  CHECK(next_day["sessionId"] != first["sessionId"]);
}

TEST_CASE("a repeated creation is answered even when the quota is used up since") {
  Rig rig;
  const Credentials client = rig.add_client(with_quota(1));
  const Headers with_key = {{"Idempotency-Key", "k"}};
  const Answer first = rig.create(client, "", with_key);
  REQUIRE(first.status == 200);
  CHECK(rig.create(client, "", with_key).body == first.body);
  CHECK(rig.create(client).code() == "SVC_QUOTA_EXCEEDED");
}

TEST_CASE("a key is refused unless it is 1 to 255 visible characters") {
  Rig rig;
  const Credentials client = rig.add_client();
  const auto with = [&](std::string key) {
    return rig.create(client, "", {{"Idempotency-Key", std::move(key)}});
  };
  CHECK(with(std::string(255, 'k')).status == 200);
  for (const std::string& key :
       {std::string(256, 'k'), std::string(), std::string("a b"), std::string("\xc3\xa4")}) {
    const Answer answer = with(key);
    CHECK(answer.code() == "SVC_INVALID_PARAMETER");
    CHECK(answer["field"] == "Idempotency-Key");
  }
  const Answer twice = rig.create(client, "", {{"Idempotency-Key", "a"}, {"Idempotency-Key", "a"}});
  CHECK(twice.code() == "SVC_INVALID_PARAMETER");
}

TEST_CASE("many creations with one key at a time make one session") {
  Rig rig;
  const Credentials client = rig.add_client();
  std::vector<std::shared_ptr<KeptExchange>> calls;
  for (int i = 0; i < 32; ++i) {
    calls.push_back(
        rig.begin({.method = Method::Post,
                   .path = "/api/svc/session/create",
                   .headers = {{"Idempotency-Key", "one"}},
                   .body = fmt::format(
                       R"({{"clientKey":"{}","clientSecret":"{}"}})", client.key, client.secret)}));
  }
  std::string session;
  int answered = 0;
  for (const auto& call : calls) {
    const Answer answer = call->wait();
    if (answer.status == 409) {
      CHECK(answer.code() == "SVC_IDEMPOTENCY_CONFLICT");
      continue;
    }
    REQUIRE(answer.status == 200);
    ++answered;
    if (session.empty()) session = answer["sessionId"];
    CHECK(answer["sessionId"] == session);
  }
  CHECK(answered >= 1);
  const auto month = month_of(rig.clock.now());
  CHECK(*rig.data().queries().sessions_opened(ClientKey(client.key), month) == 1);
}

}  // namespace countersign::http::session_create_test
