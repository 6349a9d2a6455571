// How long a session's link lives, that its client renews it or takes it back, and what a session
// asks for of its client's page.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/http/support/desk.h"
#include "tests/http/support/joining_calls.h"

namespace countersign::http::link_life_test {

using std::chrono::hours;
using std::chrono::minutes;

struct Office {
  Rig rig{with_public_origin()};
  Desk desk{rig};
  Credentials client = rig.add_client();

  Answer create(const std::string& more) { return rig.create(client, more); }
  Answer link(Method method, const std::string& session, const std::string& body = "") {
    return link_of(client, method, session, body);
  }
  Answer link_of(const Credentials& who,
                 Method method,
                 const std::string& session,
                 const std::string& body = "") {
    Headers headers;
    headers.add("X-Svc-Client-Key", who.key);
    headers.add("X-Svc-Client-Secret", who.secret);
    if (method == Method::Post) headers.add("Content-Type", "application/json");
    return rig.send({.method = method,
                     .path = "/api/svc/session/" + session + "/link",
                     .headers = std::move(headers),
                     .body = body});
  }
  std::string field_refused(const std::string& more) {
    const Answer answer = create(more);
    CHECK(answer.code() == "SVC_INVALID_PARAMETER");
    return answer["field"];
  }
  std::string opened(const std::string& url) {
    const Answer answer = rig.send(redemption(code_in(url)));
    return answer.status == 200 ? answer["sessionToken"] : answer["link"];
  }
};

TEST_CASE_FIXTURE(Office,
                  "a link lives for the time that the session asks for, the token does not") {
  const Answer created = create(R"("linkTtl":604800)");
  REQUIRE_MESSAGE(created.status == 200, created.body);
  CHECK(created["linkExpiresAt"] == to_string(rig.clock.now() + hours(168)));
  CHECK(created["expiresAt"] == to_string(rig.clock.now() + minutes(30)));
  rig.clock.move(hours(167));
  CHECK(rig.status(created["sessionToken"]).code() == "SVC_SESSION_INVALID");
  const Answer redeemed = rig.send(redemption(code_in(created["captureUrl"])));
  REQUIRE_MESSAGE(redeemed.status == 200, redeemed.body);
  CHECK(redeemed["expiresAt"] == to_string(rig.clock.now() + minutes(30)));
  const std::string token = redeemed["sessionToken"];
  CHECK(rig.document(token, good_image())["ok"] == "true");
  // A capture that was begun may be finished in the token's time, even after the link's end.
  rig.clock.move(minutes(29));
  CHECK(rig.status(token)["status"] == "IN_PROGRESS");
  rig.clock.move(minutes(1));
  CHECK(rig.status(token).code() == "SVC_SESSION_INVALID");
}

TEST_CASE_FIXTURE(Office, "a session whose link is never opened ends with the link") {
  const Answer created = create(R"("linkTtl":86400)");
  rig.clock.move(hours(24));
  CHECK(opened(created["captureUrl"]) == "EXPIRED");
  CHECK(link(Method::Post, created["sessionId"]).code() == "SVC_SESSION_NOT_ACTIVE");
}

TEST_CASE_FIXTURE(Office, "the time of a link is within the client's limit, and 30 days") {
  CHECK(create(R"("linkTtl":2592000)").status == 200);
  for (const char* wrong : {"2592001", "59", "0", "-1", "1.5", "\"60\"", "18446744073709551616"}) {
    CAPTURE(wrong);
    CHECK(field_refused(fmt::format(R"("linkTtl":{})", wrong)) == "linkTtl");
  }
  CHECK(create(R"("linkTtl":null)").status == 200);
  desk.done("client page", about(client.key, R"(,"linkTtlMaxMs":3600000)"));
  CHECK(create(R"("linkTtl":3600)").status == 200);
  CHECK(field_refused(R"("linkTtl":3601)") == "linkTtl");
  const Answer created = create("");
  CHECK(link(Method::Post, created["sessionId"], R"({"linkTtl":3601})")["field"] == "linkTtl");
  // So is the usual time, which is that of a token.
  desk.done("client page", about(client.key, R"(,"linkTtlMaxMs":60000)"));
  CHECK(create("")["linkExpiresAt"] == to_string(rig.clock.now() + minutes(1)));
  const Answer shorter = link(Method::Post, created["sessionId"]);
  CHECK(shorter["linkExpiresAt"] == to_string(rig.clock.now() + minutes(1)));
  desk.done("client page", about(client.key, R"(,"links":false)"));
  CHECK(field_refused(R"("linkTtl":3600)") == "linkTtl");
}

TEST_CASE_FIXTURE(Office, "a renewed link opens the session, and the old one nothing") {
  const Answer created = create("");
  const Answer renewed = link(Method::Post, created["sessionId"], R"({"linkTtl":86400})");
  REQUIRE_MESSAGE(renewed.status == 200, renewed.body);
  CHECK(renewed["linkExpiresAt"] == to_string(rig.clock.now() + hours(24)));
  CHECK(renewed["captureUrl"] != created["captureUrl"]);
  for (const bool restarted : {false, true}) {
    CAPTURE(restarted);
    if (restarted) rig.restart();
    CHECK(opened(created["captureUrl"]) == "TAKEN_BACK");
    CHECK(opened(renewed["captureUrl"]).starts_with("svct_"));
  }
  // Without a body a link lives as long as a token.
  rig.clock.move(minutes(1));
  const Answer again = link(Method::Post, created["sessionId"]);
  CHECK(again["linkExpiresAt"] == to_string(rig.clock.now() + minutes(30)));
  CHECK(opened(renewed["captureUrl"]) == "TAKEN_BACK");
}

TEST_CASE_FIXTURE(Office,
                  "a link that was taken back opens nothing, nor does the token that it gave") {
  const Answer created = create(R"("linkTtl":86400)");
  const std::string token = opened(created["captureUrl"]);
  const Answer gone = link(Method::Delete, created["sessionId"]);
  REQUIRE_MESSAGE(gone.status == 200, gone.body);
  CHECK(gone["captureUrl"] == "null");
  CHECK(opened(created["captureUrl"]) == "TAKEN_BACK");
  CHECK(rig.device(Method::Post, "/api/sdk/document/challenge", token).code() == "SVC_HANDED_OFF");
  CHECK(link(Method::Delete, created["sessionId"]).status == 200);
  // The backend's own token is none of the link's.
  CHECK(rig.document(created["sessionToken"], good_image())["ok"] == "true");
  CHECK(link(Method::Delete, created["sessionId"]).status == 200);
}

TEST_CASE_FIXTURE(Office, "a link that somebody has used is not taken back") {
  const Answer created = create("");
  const std::string token = opened(created["captureUrl"]);
  REQUIRE(rig.document(token, good_image())["ok"] == "true");
  CHECK(link(Method::Delete, created["sessionId"]).code() == "SVC_CONFLICT");
  CHECK(rig.status(token)["handedOff"] == "false");
}

TEST_CASE_FIXTURE(Office, "the link of another client's session is one that does not exist") {
  const Answer created = create("");
  const Credentials other = rig.add_client();
  CHECK(link_of(other, Method::Post, created["sessionId"]).code() == "SVC_NOT_FOUND");
  CHECK(link_of(other, Method::Delete, created["sessionId"]).code() == "SVC_NOT_FOUND");
  CHECK(opened(created["captureUrl"]).starts_with("svct_"));
}

TEST_CASE_FIXTURE(Office, "a session asks for a language, documents and a return address") {
  desk.done("client page",
            about(client.key,
                  R"(,"returnUrl":"https://shop.example/done",)"
                  R"("returnUrls":["https://shop.example/app"],)"
                  R"("documents":[{"country":"DE","types":["ID_CARD","PASSPORT"]},)"
                  R"({"types":["PASSPORT"]}])"));
  const Answer created =
      create(R"("language":"de","documents":[{"country":"DE","types":["ID_CARD"]}],)"
             R"("returnUrl":"https://shop.example/app")");
  REQUIRE_MESSAGE(created.status == 200, created.body);
  const Answer page = rig.device(Method::Get, "/api/sdk/capture", created["sessionToken"]);
  CHECK(page["language"] == "de");
  CHECK(page["documents"] == R"([{"country":"DE","types":["ID_CARD"]}])");
  CHECK(page["documentTypes"] == R"(["ID_CARD"])");
  CHECK(page["returnUrl"] == "https://shop.example/app");
  CHECK(page["reference"] == created["sessionId"]);

  const Answer plain = create("");
  const Answer shown = rig.device(Method::Get, "/api/sdk/capture", plain["sessionToken"]);
  CHECK(shown["language"] == "null");
  CHECK(shown["documents"] ==
        R"([{"country":"DE","types":["ID_CARD","PASSPORT"]},{"types":["PASSPORT"]}])");
  CHECK(shown["returnUrl"] == "https://shop.example/done");

  // An address that the client gives up is given up by the sessions that asked for it.
  desk.done("client page", about(client.key, R"(,"returnUrls":null)"));
  const Answer after = rig.device(Method::Get, "/api/sdk/capture", created["sessionToken"]);
  CHECK(after["returnUrl"] == "https://shop.example/done");
}

TEST_CASE_FIXTURE(Office, "a session asks for nothing that its client does not allow") {
  desk.done("client page", about(client.key, R"(,"documentTypes":["PASSPORT"])"));
  CHECK(field_refused(R"("documents":[{"country":"DE","types":["ID_CARD"]}])") == "documents");
  CHECK(field_refused(R"("documents":[{"types":[]}])") == "documents");
  CHECK(field_refused(R"("documents":[{"country":"de","types":["PASSPORT"]}])") == "documents");
  CHECK(field_refused(R"("documents":[{"types":["PASSPORT"],"more":1}])") == "documents");
  CHECK(field_refused(R"("documents":"PASSPORT")") == "documents");
  CHECK(field_refused(R"("returnUrl":"https://evil.example/")") == "returnUrl");
  CHECK(field_refused(R"("returnUrl":7)") == "returnUrl");
  CHECK(field_refused(R"("language":"Deutsch")") == "language");
  CHECK(create(R"("documents":[{"country":"DE","types":["PASSPORT"]}],"language":"de")").status ==
        200);
}

TEST_CASE_FIXTURE(Office, "a repeated creation with other wishes is another request") {
  const Headers key = {{"Idempotency-Key", "order-1"}};
  const Answer first = rig.create(client, R"("language":"de","linkTtl":3600)", key);
  CHECK(rig.create(client, R"("language":"de","linkTtl":3600)", key).body == first.body);
  CHECK(rig.create(client, R"("language":"fr","linkTtl":3600)", key).code() ==
        "SVC_IDEMPOTENCY_MISMATCH");
  CHECK(rig.create(client, R"("language":"de","linkTtl":3601)", key).code() ==
        "SVC_IDEMPOTENCY_MISMATCH");
}

}  // namespace countersign::http::link_life_test
