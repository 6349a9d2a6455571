#include <doctest/doctest.h>

#include <string>

#include "tests/http/webhooks/webhook_rig.h"

namespace countersign::http::webhook_calls_test {

const std::string kHook = "https://shop.example/hook";

Headers key(const std::string& value) {
  Headers headers;
  headers.add("Idempotency-Key", value);
  return headers;
}

TEST_CASE("a client registers, lists, changes and deletes its webhooks") {
  WebhookRig rig;
  const Credentials client = rig.rig.add_client();
  CHECK(rig.call(client, Method::Get).body == R"({"webhooks":[]})");
  const Answer added =
      rig.add(client, kHook, R"(,"types":["session.completed","session.created"])");
  CHECK(added["id"].starts_with("whep_"));
  CHECK(added["secret"].starts_with("whsec_"));
  CHECK(added["publicKey"].starts_with("whpk_"));
  CHECK(added["url"] == kHook);
  CHECK(added.body.find(R"("types":["session.created","session.completed"])") != std::string::npos);

  const std::string path = "/" + added["id"];
  const Answer listed = rig.call(client, Method::Get);
  CHECK(listed.body.find(added["id"]) != std::string::npos);
  CHECK(listed.body.find("whsec_") == std::string::npos);

  const Answer changed = rig.call(client, Method::Patch, path, R"({"types":[],"enabled":false})");
  CHECK(changed.status == 200);
  CHECK(changed["enabled"] == "false");
  CHECK(changed["disabledReason"] == "REQUESTED");
  CHECK(changed.body.find(R"("types":[])") != std::string::npos);
  // The same again is no failure.
  CHECK(rig.call(client, Method::Patch, path, R"({"types":[],"enabled":false})").status == 200);
  CHECK(rig.call(client, Method::Patch, path, R"({"enabled":true})")["enabled"] == "true");

  CHECK(rig.call(client, Method::Delete, path).body == R"({"id":")" + added["id"] + "\"}");
  CHECK(rig.call(client, Method::Delete, path).status == 404);
  CHECK(rig.call(client, Method::Get).body == R"({"webhooks":[]})");
}

TEST_CASE("a webhook of another client is one that does not exist") {
  WebhookRig rig;
  const Credentials owner = rig.rig.add_client();
  const Credentials other = rig.rig.add_client();
  const std::string path = "/" + rig.add(owner, kHook)["id"];
  CHECK(rig.call(other, Method::Patch, path, R"({"enabled":false})").code() == "SVC_NOT_FOUND");
  CHECK(rig.call(other, Method::Delete, path).code() == "SVC_NOT_FOUND");
  CHECK(rig.call(other, Method::Post, path + "/rotate", "{}").code() == "SVC_NOT_FOUND");
  CHECK(rig.call(other, Method::Post, path + "/replay", R"({"after":0})").code() ==
        "SVC_NOT_FOUND");
  CHECK(rig.call(other, Method::Get).body == R"({"webhooks":[]})");
  CHECK(rig.call({owner.key, "svcs_wrong"}, Method::Get).status == 404);
}

TEST_CASE("what is not a webhook is refused, and says which member") {
  WebhookRig rig;
  const Credentials client = rig.rig.add_client();
  const auto refused = [&](const std::string& body) {
    const Answer answer = rig.call(client, Method::Post, "", body);
    CHECK(answer.status == 400);
    return answer.code() + " " + answer["field"];
  };
  CHECK(refused("[]") == "SVC_INVALID_JSON ");
  CHECK(refused("{}") == "SVC_INVALID_PARAMETER url");
  CHECK(refused(R"({"url":7})") == "SVC_INVALID_PARAMETER url");
  CHECK(refused(R"({"url":"ftp://a"})") == "SVC_INVALID_PARAMETER url");
  CHECK(refused(R"({"url":"https://a","types":["nothing"]})") == "SVC_INVALID_PARAMETER types");
  CHECK(refused(R"({"url":"https://a","other":1})") == "SVC_INVALID_PARAMETER ");
  CHECK(refused(R"({"url":"https://10.0.0.1"})") == "SVC_WEBHOOK_FORBIDDEN_ADDRESS url");
  CHECK(refused(R"({"url":"http://shop.internal@10.0.0.1"})") == "SVC_INVALID_PARAMETER url");
  const std::string path = "/" + rig.add(client, kHook)["id"];
  CHECK(rig.call(client, Method::Patch, path, R"({"url":"https://[::1]"})").code() ==
        "SVC_WEBHOOK_FORBIDDEN_ADDRESS");
  CHECK(rig.call(client, Method::Post, path + "/replay", R"({"after":999999})").code() ==
        "SVC_INVALID_PARAMETER");
  CHECK(rig.call(client, Method::Post, path + "/replay", "{}").code() == "SVC_INVALID_PARAMETER");
}

TEST_CASE("a ninth webhook is refused") {
  WebhookRig rig;
  const Credentials client = rig.rig.add_client();
  for (std::size_t i = 0; i < kWebhooksMax; ++i) rig.add(client, kHook);
  const Answer ninth = rig.call(client, Method::Post, "", R"({"url":")" + kHook + "\"}");
  CHECK(ninth.status == 409);
  CHECK(ninth.code() == "SVC_CONFLICT");
}

TEST_CASE("a registration that is repeated with its key has the same answer, the secret included") {
  WebhookRig rig;
  const Credentials client = rig.rig.add_client();
  const std::string body = R"({"url":")" + kHook + "\"}";
  const Answer first = rig.call(client, Method::Post, "", body, key("k1"));
  REQUIRE(first.status == 200);
  const Answer again = rig.call(client, Method::Post, "", body, key("k1"));
  CHECK(again.body == first.body);
  CHECK(again.header("Idempotent-Replayed") == "true");
  CHECK(rig.call(client, Method::Post, "", R"({"url":"https://b.example"})", key("k1")).code() ==
        "SVC_IDEMPOTENCY_MISMATCH");
  rig.restart();
  CHECK(rig.call(client, Method::Post, "", body, key("k1")).body == first.body);
}

TEST_CASE("no secret of a webhook is in the log") {
  WebhookRig rig;
  const Credentials client = rig.rig.add_client();
  const Answer added = rig.add(client, kHook);
  const Answer rotated = rig.call(client, Method::Post, "/" + added["id"] + "/rotate");
  REQUIRE(rotated.status == 200);
  const auto page = rig.rig.data().queries().feed(ClientKey(client.key), Sequence(0), 100);
  REQUIRE(page.has_value());
  for (const StoredEvent& event : page->events) {
    for (const Answer& answer : {added, rotated}) {
      CHECK(event.bytes.find(answer["secret"].substr(6)) == std::string::npos);
    }
  }
}

}  // namespace countersign::http::webhook_calls_test
