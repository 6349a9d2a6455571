#include <doctest/doctest.h>

#include <set>

#include "http/secrets/credential_hash.h"
#include "tests/http/support/answer_bytes.h"
#include "tests/http/support/desk.h"
#include "tests/http/support/joining_calls.h"

// Links: a code that opens a session of its own, without the token of its creation.
namespace countersign::http::link_test {

struct Created {
  std::string session;
  std::string token;
  std::string url;
  std::string code;
};

Created create_with_link(Rig& rig, const Credentials& client, const std::string& more = "") {
  const Answer created = rig.create(client, more);
  REQUIRE_MESSAGE(created.status == 200, created.body);
  return {created["sessionId"],
          created["sessionToken"],
          created["captureUrl"],
          code_in(created["captureUrl"])};
}

std::string redeemed(Rig& rig, const std::string& code) {
  const Answer answer = rig.send(redemption(code));
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  return answer["sessionToken"];
}

TEST_CASE("a creation answers a link only where the server knows its public origin") {
  Rig without;
  const Answer plain = without.create(without.add_client());
  CHECK(plain.status == 200);
  CHECK(plain["captureUrl"] == "null");

  Rig rig(with_public_origin());
  const Created created = create_with_link(rig, rig.add_client());
  CHECK(created.url == "https://verify.example/capture#c=" + created.code);
  CHECK(created.code.size() == 43);
  CHECK(created.url.find(created.session) == std::string::npos);
  CHECK(created.url.find(created.token) == std::string::npos);
}

TEST_CASE("a client that wants no links gets none") {
  Rig rig(with_public_origin());
  Desk desk(rig);
  const Credentials client = rig.add_client();
  desk.done("client page", about(client.key, R"(,"links":false)"));
  CHECK(rig.create(client)["captureUrl"] == "null");
  desk.done("client page", about(client.key, R"(,"links":true)"));
  CHECK(rig.create(client)["captureUrl"] != "null");
}

TEST_CASE("uploads of a device end when another device has the session") {
  Rig rig(with_public_origin());
  const Created created = create_with_link(rig, rig.add_client());
  Form form;
  form.text("nonce", rig.nonce(created.token, "document")).file("image", good_image());
  Rig::Request upload = rig.upload("/api/sdk/document", created.token, form);
  const auto first = std::make_shared<KeptExchange>();
  const auto second = std::make_shared<KeptExchange>();
  const auto one = rig.open(upload, first);
  const auto two = rig.open(upload, second);
  REQUIRE(one != nullptr);
  REQUIRE(two != nullptr);
  const std::string token = redeemed(rig, created.code);
  CHECK(first->wait().code() == "SVC_HANDED_OFF");
  CHECK(second->wait().code() == "SVC_HANDED_OFF");
  CHECK(rig.document(token, good_image("other"))["ok"] == "true");
}

TEST_CASE("a repeated creation answers the same link, also after a restart") {
  Rig rig(with_public_origin());
  const Credentials client = rig.add_client();
  const Headers key = {{"Idempotency-Key", "order-1"}};
  const Answer first = rig.create(client, "", key);
  CHECK(rig.create(client, "", key).body == first.body);
  rig.restart();
  const Answer later = rig.create(client, "", key);
  CHECK(later.header("Idempotent-Replayed") == "true");
  CHECK(later.body == first.body);
}

TEST_CASE("a link gives a token, and the token of the creation is good until then") {
  Rig rig(with_public_origin());
  const Created created = create_with_link(rig, rig.add_client());
  CHECK(rig.status(created.token)["handedOff"] == "false");
  CHECK(rig.device(Method::Post, "/api/sdk/document/challenge", created.token).status == 200);

  const Answer answer = rig.send(redemption(created.code));
  CHECK(answer.status == 200);
  CHECK(answer.header("Cache-Control") == "no-store");
  CHECK(answer["sessionToken"].size() == 48);
  CHECK(answer["expiresAt"] == to_string(rig.clock.now() + std::chrono::seconds(1800)));
  CHECK(answer["numbers"] == "[]");
  const std::string token = answer["sessionToken"];
  CHECK(rig.status(token)["handedOff"] == "false");
  CHECK(rig.document(token, good_image())["ok"] == "true");

  const auto joined = events_of<DeviceJoined>(rig, created.session);
  REQUIRE(joined.size() == 1);
  CHECK(joined[0].how == JoinedBy::Link);
  CHECK(joined[0].code == hash_of_code(created.code));
  CHECK(joined[0].token == hash_of_token(token));
}

TEST_CASE("an older token may only ask for the status") {
  Rig rig(with_public_origin());
  const Created created = create_with_link(rig, rig.add_client(), R"("purpose":"LIVENESS")");
  const std::string first = redeemed(rig, created.code);
  const std::string newest = redeemed(rig, created.code);
  for (const bool restarted : {false, true}) {
    CAPTURE(restarted);
    if (restarted) rig.restart();
    for (const std::string& older : {created.token, first}) {
      CHECK(rig.status(older).status == 200);
      CHECK(rig.status(older)["handedOff"] == "true");
      for (const char* path : {"/api/sdk/document/challenge",
                               "/api/sdk/liveness/challenge",
                               "/api/sdk/document",
                               "/api/sdk/liveness",
                               "/api/sdk/handoff",
                               "/api/sdk/finalize"}) {
        CAPTURE(path);
        const Answer refused = rig.device(Method::Post, path, older);
        CHECK(refused.status == 409);
        CHECK(refused.code() == "SVC_HANDED_OFF");
      }
    }
    CHECK(rig.status(newest)["handedOff"] == "false");
  }
  CHECK(rig.liveness(newest, {good_image()})["ok"] == "true");
  CHECK(rig.finalize(newest).status == 200);
  for (const std::string& token : {created.token, first, newest}) {
    CHECK(rig.status(token).code() == "SVC_SESSION_INVALID");
  }
}

TEST_CASE("older devices take nothing from the rate of the device that has the session") {
  ServiceSettings settings = with_public_origin();
  settings.device_rate = Rate{20, 60'000};  // in bursts of four
  Rig rig(settings);
  const Created created = create_with_link(rig, rig.add_client());
  const std::string token = redeemed(rig, created.code);
  while (rig.status(created.token).status == 200) {
  }
  CHECK(rig.status(created.token).code() == "SVC_RATE_LIMITED");
  CHECK(rig.finalize(created.token).code() == "SVC_RATE_LIMITED");
  CHECK(rig.status(token).status == 200);
}

TEST_CASE("a call that an older device began is refused when another device has joined") {
  Rig rig(with_public_origin());
  const Created created = create_with_link(rig, rig.add_client());
  Form form;
  form.text("nonce", rig.nonce(created.token, "document")).file("image", good_image());
  const Rig::Request upload = rig.upload("/api/sdk/document", created.token, form);
  auto exchange = std::make_shared<KeptExchange>();
  const auto sink = rig.open(upload, exchange);
  REQUIRE(sink != nullptr);
  REQUIRE(sink->on_data(std::string_view(upload.body).substr(0, 100)) != Flow::Stop);
  const std::string token = redeemed(rig, created.code);
  while (sink->on_data(std::string_view(upload.body).substr(100)) == Flow::Pause) {
    exchange->wait_for_resume();
    break;
  }
  sink->on_end();
  CHECK(exchange->wait().status == 409);
  CHECK(exchange->wait().code() == "SVC_HANDED_OFF");
  CHECK(rig.status(token)["status"] == "IN_PROGRESS");
  CHECK(events_of<NonceConsumed>(rig, created.session).empty());
  rig.settle();
  CHECK(rig.files_on_disk() == 0);
}

TEST_CASE("a link is over with the first submission that is judged, good or bad") {
  for (const bool good : {true, false}) {
    CAPTURE(good);
    Rig rig(with_public_origin());
    const Created created = create_with_link(rig, rig.add_client());
    REQUIRE(rig.nonce(created.token, "document").size() > 0);
    const std::string token = redeemed(rig, created.code);
    const Answer outcome =
        rig.document(token, good ? good_image() : image_saying("DOCUMENT_BLURRY"));
    CHECK(outcome["ok"] == (good ? "true" : "false"));
    CHECK(rig.send(redemption(created.code)).code() == "SVC_SESSION_INVALID");
    CHECK(rig.status(token).status == 200);
  }
}

TEST_CASE("all texts that never opened anything have one answer") {
  ServiceSettings settings = with_public_origin();
  settings.auth_failure_rate = Rate{100'000, 60'000};
  Rig rig(settings);
  const Credentials client = rig.add_client();
  const Created expired = create_with_link(rig, client);
  rig.clock.move(std::chrono::seconds(1800));
  const Created over = create_with_link(rig, client, R"("purpose":"DOCUMENT_VERIFICATION")");
  const std::string token = redeemed(rig, over.code);
  REQUIRE(rig.document(token, good_image())["ok"] == "true");
  const Created finalized = create_with_link(rig, client, R"("purpose":"DOCUMENT_VERIFICATION")");
  REQUIRE(rig.document(finalized.token, good_image("another"))["ok"] == "true");
  REQUIRE(rig.finalize(finalized.token).status == 200);
  Rig foreign(with_public_origin());
  const Created elsewhere = create_with_link(foreign, foreign.add_client());

  std::set<std::string> answers;
  for (const std::string& code : {elsewhere.code,
                                  std::string(),
                                  std::string("x"),
                                  std::string(43, 'A'),
                                  std::string(54, 'A'),
                                  std::string(60'000, 'A'),
                                  over.code + over.code,
                                  over.token,
                                  token,
                                  over.session}) {
    answers.insert(bytes_of(rig.send(redemption(code))));
    answers.insert(bytes_of(rig.send(redemption(code, 17))));
  }
  CHECK(answers.size() == 1);
  CHECK(answers.begin()->starts_with("401\n"));

  // A link that was good says why it opens nothing, and opens nothing all the same.
  const auto fault = [&](const std::string& code) {
    const Answer refused = rig.send(redemption(code));
    CHECK(refused.status == 401);
    CHECK(refused.code() == "SVC_SESSION_INVALID");
    CHECK(refused.body.find("svct_") == std::string::npos);
    return refused["link"];
  };
  CHECK(fault(expired.code) == "EXPIRED");
  CHECK(fault(over.code) == "IN_USE");
  CHECK(fault(finalized.code) == "COMPLETED");
  CHECK(answers.begin()->find("link") == std::string::npos);
  CHECK(answers.begin()->find("WWW-Authenticate: Bearer") != std::string::npos);
  CHECK(answers.begin()->find("RateLimit") == std::string::npos);
}

TEST_CASE("bad codes count as failed authentication of their address, and good ones do not") {
  ServiceSettings settings = with_public_origin();
  settings.auth_failure_rate = Rate{10, 60'000};
  Rig rig(settings);
  const Created created = create_with_link(rig, rig.add_client());
  const std::string wrong(43, 'A');
  CHECK(rig.send(redemption(wrong)).status == 401);
  CHECK(rig.send(redemption(created.code)).status == 200);
  CHECK(rig.send(redemption(wrong)).status == 401);
  const Answer limited = rig.send(redemption(wrong));
  CHECK(limited.code() == "SVC_RATE_LIMITED");
  CHECK_FALSE(limited.header("Retry-After").empty());
  CHECK(rig.send(redemption(created.code)).status == 200);
  Rig::Request elsewhere = redemption(wrong);
  elsewhere.peer = "192.0.2.8";
  CHECK(rig.send(elsewhere).status == 401);
}

TEST_CASE("a body that is no redemption is refused, and none of it comes back") {
  Rig rig(with_public_origin());
  const auto refused = [&](const std::string& body) {
    Rig::Request request = redemption("");
    request.body = body;
    const Answer answer = rig.send(request);
    CHECK(answer.status == 400);
    CHECK(answer.body.find("marker") == std::string::npos);
    return answer.code() + " " + answer["field"];
  };
  CHECK(refused("") == "SVC_INVALID_JSON ");
  CHECK(refused("[]") == "SVC_INVALID_JSON ");
  CHECK(refused(R"({"code":"marker")") == "SVC_INVALID_JSON ");
  CHECK(refused(R"({"code":"marker","code":"marker"})") == "SVC_INVALID_JSON ");
  CHECK(refused(R"({"code":"marker","number":1,"number":1})") == "SVC_INVALID_JSON ");
  CHECK(refused("{}") == "SVC_INVALID_PARAMETER code");
  CHECK(refused(R"({"code":17})") == "SVC_INVALID_PARAMETER code");
  CHECK(refused(R"({"code":null})") == "SVC_INVALID_PARAMETER code");
  CHECK(refused(R"({"code":"marker","number":"17"})") == "SVC_INVALID_PARAMETER number");
  CHECK(refused(R"({"code":"marker","number":-1})") == "SVC_INVALID_PARAMETER number");
  CHECK(refused(R"({"code":"marker","number":1.5})") == "SVC_INVALID_PARAMETER number");
  CHECK(refused(R"({"code":"marker","language":"en","language":"de"})") == "SVC_INVALID_JSON ");
  CHECK(refused(R"({"code":"marker","language":7})") == "SVC_INVALID_PARAMETER language");
  CHECK(refused(R"({"code":"marker","language":"EN"})") == "SVC_INVALID_PARAMETER language");
  CHECK(refused(R"({"code":"marker","language":"marker"})") == "SVC_INVALID_PARAMETER language");
  Rig::Request other = redemption(std::string(43, 'A'));
  other.body.insert(other.body.size() - 1, R"(,"number":null,"more":[1])");
  CHECK(rig.send(other).code() == "SVC_SESSION_INVALID");
}

TEST_CASE("the server's own origin is allowed for a session with an allow-list") {
  Rig rig(with_public_origin());
  const Credentials client = rig.add_client();
  const std::string list = R"("originAllowlist":["https://shop.example"])";
  const Created created = create_with_link(rig, client, list);
  const auto redeem_from = [&](const std::string& origin) {
    return rig.send(redemption(created.code, std::nullopt, {{"Origin", origin}}));
  };
  CHECK(redeem_from("https://other.example").code() == "SVC_ORIGIN_NOT_ALLOWED");
  CHECK(redeem_from("http://verify.example").code() == "SVC_ORIGIN_NOT_ALLOWED");
  CHECK(events_of<DeviceJoined>(rig, created.session).empty());
  CHECK(redeem_from("https://shop.example").status == 200);
  const Answer own = redeem_from(kPublicOrigin);
  CHECK(own.status == 200);
  CHECK(own.header("Access-Control-Allow-Origin") == kPublicOrigin);

  const auto status_from = [&](const char* origin) {
    return rig.device(Method::Get, "/api/sdk/status", own["sessionToken"], {{"Origin", origin}});
  };
  CHECK(status_from(kPublicOrigin).status == 200);
  CHECK(status_from("HTTPS://VERIFY.example:443").status == 200);
  CHECK(status_from("https://shop.example").status == 200);
  CHECK(status_from("https://verify.example:444").code() == "SVC_ORIGIN_NOT_ALLOWED");
  const Answer twice = rig.device(Method::Get,
                                  "/api/sdk/status",
                                  own["sessionToken"],
                                  {{"Origin", kPublicOrigin}, {"Origin", kPublicOrigin}});
  CHECK(twice.code() == "SVC_ORIGIN_NOT_ALLOWED");

  Rig without;
  const std::string token = without.create(without.add_client(), list)["sessionToken"];
  CHECK(without.device(Method::Get, "/api/sdk/status", token, {{"Origin", kPublicOrigin}}).code() ==
        "SVC_ORIGIN_NOT_ALLOWED");
}

TEST_CASE("a redemption with a key is repeatable, and gives one token however often it is sent") {
  Rig rig(with_public_origin());
  const Created created = create_with_link(rig, rig.add_client());
  const Headers key = {{"Idempotency-Key", "page-1"}};
  const Answer first = rig.send(redemption(created.code, std::nullopt, key));
  REQUIRE(first.status == 200);
  CHECK(first.header("Idempotent-Replayed").empty());
  for (const bool restarted : {false, true}) {
    if (restarted) rig.restart();
    const Answer again = rig.send(redemption(created.code, std::nullopt, key));
    CHECK(again.status == 200);
    CHECK(again.body == first.body);
    CHECK(again.header("Idempotent-Replayed") == "true");
  }
  CHECK(events_of<DeviceJoined>(rig, created.session).size() == 1);
  CHECK(rig.status(first["sessionToken"]).status == 200);
  CHECK(rig.send(redemption(created.code, 17, key)).code() == "SVC_IDEMPOTENCY_MISMATCH");
  // A key without the code opens nothing.
  CHECK(rig.send(redemption(std::string(43, 'A'), std::nullopt, key)).status == 401);

  const Headers other = {{"Idempotency-Key", "page-2"}};
  const Answer second = rig.send(redemption(created.code, std::nullopt, other));
  CHECK(second["sessionToken"] != first["sessionToken"]);
}

TEST_CASE("the key of a creation, used by a device, does not give the creation's token") {
  Rig rig(with_public_origin());
  const Headers key = {{"Idempotency-Key", "order-17"}};
  const Answer created = rig.create(rig.add_client(), "", key);
  const Answer answer = rig.send(redemption(code_in(created["captureUrl"]), std::nullopt, key));
  CHECK(answer.status == 200);
  CHECK(answer["sessionToken"] != created["sessionToken"]);
  CHECK(rig.status(created["sessionToken"])["handedOff"] == "true");
}

TEST_CASE("no code and no token reaches the log of accesses or the events") {
  Rig rig(with_public_origin());
  const Created created = create_with_link(rig, rig.add_client());
  const std::string token = redeemed(rig, created.code);
  std::string written;
  for (const std::string& line : rig.access_lines()) written += line + "\n";
  const auto timeline = rig.data().queries().timeline(SessionId(*parse_uuid(created.session)));
  REQUIRE(timeline);
  for (const StoredEvent& event : *timeline) written += event.bytes + "\n";
  CHECK(written.find("DeviceJoined") != std::string::npos);
  for (const std::string& secret : {created.code, created.token, token}) {
    CHECK(written.find(secret) == std::string::npos);
  }
}

}  // namespace countersign::http::link_test
