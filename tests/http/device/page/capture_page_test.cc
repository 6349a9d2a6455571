// The settings of a client's capture page: an operator sets them, a device reads them, and a person
// consents to them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/text/base64url.h"
#include "core/text/json_writer.h"
#include "events/crypto/sha256.h"
#include "tests/http/support/desk.h"

namespace countersign::http::capture_page_test {

using namespace std::string_literals;

// A PNG of 2 x 3 pixels, as far as its header says, of any number of bytes from 69 on.
std::string logo_of(std::size_t bytes, std::uint8_t width = 2) {
  const auto chunk = [](const std::string& type, const std::string& data) {
    std::string length;
    for (int shift = 24; shift >= 0; shift -= 8) {
      length += static_cast<char>(data.size() >> shift & 0xFF);
    }
    return length + type + data + "\0\0\0\0"s;
  };
  const std::string ihdr = "\0\0\0"s + static_cast<char>(width) + "\0\0\0\x03\x08\x02\0\0\0"s;
  const std::string frame =
      "\x89PNG\r\n\x1A\n"s + chunk("IHDR", ihdr) + chunk("IDAT", "") + chunk("IEND", "");
  return "\x89PNG\r\n\x1A\n"s + chunk("IHDR", ihdr) +
         chunk("IDAT", std::string(bytes - frame.size(), 'x')) + chunk("IEND", "");
}

// One member of an input.
std::string text_member(std::string_view name, std::string_view value) {
  return fmt::format(",\"{}\":{}", name, JsonWriter().text(value).take());
}
std::string logo_member(const std::string& file) { return text_member("logo", to_base64(file)); }
std::string consent_members(std::string_view version, std::string_view text) {
  return text_member("consentVersion", version) + text_member("consentText", text);
}

std::string hash_of(std::string_view bytes) { return to_hex(sha256(bytes)); }

// A client's desk, and a device of a session of the client.
struct Scene {
  Rig rig;
  Desk desk{rig};
  Credentials client = rig.add_client();
  std::string token = rig.token(client);

  rapidjson::Document change(const std::string& more) {
    return desk.done("client page", about(client.key, more));
  }
  std::string refused(const std::string& more) {
    return desk.refused("client page", about(client.key, more));
  }
  // The member that is wrong.
  std::string wrong(const std::string& more) {
    const OperationResult result = desk.run("client page", about(client.key, more));
    if (result) return "done";
    CHECK(result.error().code == ProblemCode::InvalidParameter);
    return result.error().field.value_or("");
  }
  std::size_t events() { return rig.data().queries().timeline(ClientKey(client.key))->size(); }

  Answer page() { return rig.device(Method::Get, "/api/sdk/capture", token); }
  Answer logo(Headers more = {}) {
    return rig.device(Method::Get, "/api/sdk/capture/logo", token, std::move(more));
  }
  Answer consent(const std::string& body) {
    Headers headers;
    headers.add("Authorization", "Bearer " + token);
    headers.add("Content-Type", "application/json");
    return rig.send({.method = Method::Post,
                     .path = "/api/sdk/consent",
                     .headers = std::move(headers),
                     .body = body});
  }
  Answer consent_to(std::string_view version) {
    return consent(fmt::format(R"({{"version":"{}"}})", version));
  }
};

std::size_t consents_of(Rig& rig, const std::string& session) {
  const auto events = rig.data().queries().timeline(SessionId(*parse_uuid(session)));
  return static_cast<std::size_t>(std::ranges::count_if(*events, [](const StoredEvent& event) {
    return std::holds_alternative<ConsentGiven>(event.recorded.event);
  }));
}

TEST_CASE_FIXTURE(Scene, "without settings a page offers every type, and asks for no consent") {
  const Answer answer = page();
  REQUIRE_MESSAGE(answer.status == 200, answer.body);
  CHECK(answer.header("Cache-Control") == "no-store");
  CHECK(answer["purpose"] == "FULL_CAPTURE");
  for (const char* name : {"clientName", "logo", "colours", "consent", "returnUrl"}) {
    CAPTURE(name);
    CHECK(answer[name] == "null");
  }
  CHECK(answer["consentGiven"] == "false");
  CHECK(answer["documentTypes"] ==
        R"(["PASSPORT","ID_CARD","DRIVING_LICENSE","RESIDENCE_PERMIT","OTHER"])");
  CHECK(answer["limits"] ==
        R"({"maxDocumentBytes":10485760,"maxFrameBytes":4194304,"maxFrames":12})");
  CHECK(logo().status == 404);
  CHECK(consent_to("v1").code() == "SVC_CONSENT_OUTDATED");
}

TEST_CASE_FIXTURE(Scene, "a page shows what the operator has set, also after a restart") {
  const std::string file = logo_of(100);
  const auto shown =
      change(R"(,"name":"Acme Bank","accent":"#005FCC","onAccent":"#ffffff")"
             R"(,"returnUrl":"https://shop.example/done?step=2#top","links":false)"
             R"(,"documentTypes":["id_card","PASSPORT"])" +
             logo_member(file) + consent_members("2026-11", "I agree.\nTo \"all\" of it."));
  CHECK((shown["accent"] == "#005fcc"));
  CHECK(shown["logo"]["sha256"].GetString() == hash_of(file));
  CHECK(shown["logo"]["width"].GetUint() == 2);
  CHECK((shown["consent"]["version"] == "2026-11"));
  CHECK(shown["links"].IsFalse());
  const auto check_page = [&] {
    const Answer answer = page();
    REQUIRE_MESSAGE(answer.status == 200, answer.body);
    CHECK(answer["clientName"] == "Acme Bank");
    CHECK(answer["logo"] == "/api/sdk/capture/logo");
    CHECK(answer["colours"] == R"({"accent":"#005fcc","onAccent":"#ffffff"})");
    CHECK(answer["consent"] == R"({"version":"2026-11","text":"I agree.\nTo \"all\" of it."})");
    CHECK(answer["consentGiven"] == "false");
    CHECK(answer["returnUrl"] == "https://shop.example/done?step=2#top");
    CHECK(answer["documentTypes"] == R"(["ID_CARD","PASSPORT"])");
    CHECK(logo().body == file);
  };
  check_page();
  rig.restart();
  check_page();
}

TEST_CASE_FIXTURE(Scene, "a logo is served as the picture that it is, and is not kept by a cache") {
  const std::string file = logo_of(kLogoBytesMax);  // which its event just holds
  change(logo_member(file));
  const Answer answer = logo();
  REQUIRE(answer.status == 200);
  CHECK(answer.body == file);
  CHECK(answer.header("Content-Type") == "image/png");
  CHECK(answer.header("X-Content-Type-Options") == "nosniff");
  CHECK(answer.header("Cache-Control") == "no-store");
  CHECK(answer.header("ETag") == "\"" + hash_of(file) + "\"");
  Headers known;
  known.add("If-None-Match", answer.header("ETag"));
  const Answer unchanged = logo(known);
  CHECK(unchanged.status == 304);
  CHECK(unchanged.body.empty());
  change(logo_member(logo_of(100)));
  CHECK(logo(known).status == 200);
}

TEST_CASE_FIXTURE(
    Scene, "a part that is not given stays, one that is null goes, and an equal one is no event") {
  change(R"(,"name":"Acme")" + logo_member(logo_of(100)) + consent_members("v1", "I agree."));
  const std::size_t before = events();
  const std::string shown = *desk.run("client page", about(client.key));
  CHECK(*desk.run("client page",
                  about(client.key,
                        R"(,"name":"Acme")" + logo_member(logo_of(100)) +
                            consent_members("v1", "I agree."))) == shown);
  CHECK(events() == before);
  CHECK((change(R"(,"links":false)")["name"] == "Acme"));
  CHECK(events() == before + 1);
  CHECK(page()["logo"] != "null");
  const auto cleared =
      change(R"(,"name":null,"logo":null,"consentVersion":null,"consentText":null)");
  CHECK(cleared["logo"].IsNull());
  CHECK(cleared["consent"].IsNull());
  CHECK(cleared["name"].IsNull());
  CHECK(events() == before + 4);
  CHECK(logo().status == 404);
}

TEST_CASE_FIXTURE(Scene,
                  "an unfit setting is refused with the member's name, and nothing changes") {
  const std::size_t before = events();
  CHECK(wrong(text_member("name", std::string(81, 'a'))) == "name");
  CHECK(wrong(text_member("name", "Acme\u202E")) == "name");
  CHECK(wrong(R"(,"accent":"#005fcc")") == "accent");
  CHECK(wrong(R"(,"accent":"blue","onAccent":"#ffffff")") == "accent");
  CHECK(wrong(R"(,"accent":"#777777","onAccent":"#ffffff")") == "onAccent");
  for (const char* url : {"http://shop.example/done",
                          "shop.example",
                          "javascript:alert(1)",
                          "https://user:pw@shop.example/",
                          "https://shop.example\\@evil.example/",
                          "https:///done",
                          "https://shop.example/a b"}) {
    CAPTURE(url);
    CHECK(wrong(text_member("returnUrl", url)) == "returnUrl");
  }
  CHECK(wrong(R"(,"documentTypes":["PASSPORT","PASSPORT"])") == "documentTypes");
  CHECK(wrong(R"(,"documentTypes":["LIBRARY_CARD"])") == "documentTypes");
  CHECK(wrong(text_member("logo", "no base64")) == "logo");
  CHECK(wrong(logo_member("<svg/>")) == "logo");
  CHECK(wrong(logo_member(logo_of(kLogoBytesMax + 1))) == "logo");
  CHECK(wrong(logo_member(logo_of(100).replace(18, 2, "\x04\x01"s))) == "logo");  // 1025 wide
  CHECK(wrong(text_member("consentText", "I agree.")) == "consentVersion");
  CHECK(wrong(text_member("consentVersion", "v1")) == "consentVersion");
  CHECK(wrong(consent_members("v\n1", "I agree.")) == "consentVersion");
  CHECK(wrong(consent_members("v1", "a\u202Eb")) == "consentText");
  CHECK(wrong(consent_members("v1", std::string(8001, 'a'))) == "consentText");
  // A part that is fit does not change beside one that is not.
  CHECK(wrong(R"(,"name":"Acme")" + consent_members("v1", "a\x01")) != "done");
  CHECK(events() == before);
  CHECK(desk.refused("client page", about("svck_unknown")) == "SVC_NOT_FOUND");
}

TEST_CASE_FIXTURE(Scene, "http leads back to this machine alone") {
  for (const char* url : {"http://localhost:3000/done", "http://127.0.0.1"}) {
    CHECK(change(text_member("returnUrl", url))["returnUrl"].GetString() == std::string(url));
  }
}

TEST_CASE_FIXTURE(Scene, "another text under the same version is refused, and the page stays") {
  change(consent_members("v1", "I agree."));
  const std::size_t before = events();
  CHECK(refused(R"(,"name":"Acme")" + consent_members("v1", "I agree to more.")) == "SVC_CONFLICT");
  CHECK(wrong(text_member("consentVersion", "v2")) == "consentVersion");
  CHECK(events() == before);
  change(consent_members("v2", "I agree to more."));
}

TEST_CASE_FIXTURE(Scene, "the page of a disabled client does not change") {
  rig.disable(client);
  CHECK(refused(R"(,"name":"Acme")") == "SVC_CONFLICT");
}

TEST_CASE_FIXTURE(Scene, "each language has its own name, words, address and consent") {
  change(text_member("name", "Example Bank") + text_member("next", "You will hear by mail.") +
         text_member("returnUrl", "https://shop.example/en") + consent_members("v1", "I agree."));
  change(R"(,"language":"de")" + text_member("name", "Beispielbank") +
         text_member("returnUrl", "https://shop.example/de") +
         consent_members("v1", "Ich stimme zu."));
  const auto in = [&](const std::string& language) {
    return rig.device(Method::Get, "/api/sdk/capture?language=" + language, token);
  };
  const Answer german = in("de");
  CHECK(german["clientName"] == "Beispielbank");
  CHECK(german["next"] == "You will hear by mail.");
  CHECK(german["returnUrl"] == "https://shop.example/de");
  CHECK(german["consent"] == R"({"version":"v1","text":"Ich stimme zu."})");
  for (const Answer& other : {in("fr"), page()}) {
    CHECK(other["clientName"] == "Example Bank");
    CHECK(other["consent"] == R"({"version":"v1","text":"I agree."})");
  }
  CHECK(in("Deutsch")["field"] == "language");

  // The consent is to the text of the language in which the page asked.
  REQUIRE(consent(R"({"version":"v1","language":"de"})").status == 200);
  CHECK(in("de")["consentGiven"] == "true");
  CHECK(consent(R"({"version":"v1","language":"DE"})").code() == "SVC_INVALID_JSON");

  const auto shown = change("");
  REQUIRE(shown["texts"].Size() == 1);
  CHECK(shown["texts"][0]["name"] == "Beispielbank");
  REQUIRE(shown["consents"].Size() == 1);
  // The other settings stay, and a text that the language gives up is the text of all languages
  // again.
  change(
      R"(,"language":"de","name":null,"returnUrl":null,"consentText":null,"consentVersion":null)");
  CHECK(in("de")["clientName"] == "Example Bank");
  CHECK(in("de")["consent"] == R"({"version":"v1","text":"I agree."})");
  CHECK(change("")["texts"].Empty());
}

TEST_CASE_FIXTURE(Scene, "what a language cannot have of its own is refused, and says so") {
  CHECK(wrong(R"(,"language":"de","accent":"#000000","onAccent":"#ffffff")") == "language");
  CHECK(wrong(R"(,"language":"de","links":false)") == "language");
  CHECK(wrong(R"(,"language":"deutsch","name":"B")") == "language");
  CHECK(wrong(R"(,"language":"D1","name":"B")") == "language");
  CHECK(wrong(R"(,"next":")" + std::string(301, 'x') + "\"") == "next");
  CHECK(wrong(text_member("next", std::string(301, 'x'))) == "next");
  CHECK(wrong(R"(,"linkTtlMaxMs":59999)") == "linkTtlMaxMs");
  CHECK(wrong(R"(,"linkTtlMaxMs":2592000001)") == "linkTtlMaxMs");
  CHECK(refused(R"(,"language":"de")" + consent_members("v1", "Ja.")) == "SVC_CONFLICT");
  for (char second = 'a'; second < 'a' + 16; ++second) {
    change(fmt::format(R"(,"language":"a{}","name":"B")", second));
  }
  CHECK(wrong(R"(,"language":"zz","name":"B")") == "language");
}

TEST_CASE_FIXTURE(Scene, "a page says what becomes of the pictures, and whether it is a test") {
  const Answer plain = page();
  CHECK(plain["sandbox"] == "false");
  CHECK(plain["pictures"] == R"({"keptSeconds":2592000,"encrypted":true,"reviewers":1})");
  ClientPolicy policy = any_purpose();
  policy.retention_ms = 86'400'000;
  policy.reviewers = 2;
  const std::string other = rig.token(rig.add_client(policy, true));
  const Answer test = rig.device(Method::Get, "/api/sdk/capture", other);
  CHECK(test["sandbox"] == "true");
  CHECK(test["pictures"] == R"({"keptSeconds":86400,"encrypted":true,"reviewers":2})");
}

TEST_CASE_FIXTURE(Scene, "consent is recorded once for each text, and is part of the result") {
  Backend backend(rig, client);
  const Answer created = rig.create(client);
  const std::string session = created["sessionId"];
  token = created["sessionToken"];
  const auto consent_in_result = [&] {
    return Answer(backend.get(Backend::path_of(session, "/result")).answer)["consent"];
  };
  const std::string text = std::string(8000, 'x');
  change(consent_members("v1", text));
  CHECK(consent_in_result() == "null");
  CHECK(page()["consentGiven"] == "false");
  const std::string given_at = to_string(rig.clock.now());
  for (int i = 0; i < 2; ++i) {
    const Answer answer = consent_to("v1");
    CHECK(answer.status == 200);
    CHECK(answer.body == R"({"ok":true})");
    rig.clock.move(std::chrono::seconds(1));
  }
  CHECK(consents_of(rig, session) == 1);
  CHECK(page()["consentGiven"] == "true");
  CHECK(consent_in_result() ==
        fmt::format(R"({{"version":"v1","sha256":"{}","givenAt":"{}"}})", hash_of(text), given_at));
  // The event says who and where, and the timeline has it.
  const std::string timeline = backend.get(Backend::path_of(session, "/timeline")).answer.body;
  CHECK(timeline.find(R"("type":"ConsentGiven")") != std::string::npos);
  const auto events = rig.data().queries().timeline(SessionId(*parse_uuid(session)));
  CHECK(events->back().recorded.actor == Actor{ActorKind::Device, ""});
  CHECK(events->back().recorded.sealed.has_value());

  change(consent_members("v2", "Another."));
  CHECK(page()["consentGiven"] == "false");
  CHECK(consent_to("v1").status == 409);
  CHECK(consent_to("v1").code() == "SVC_CONSENT_OUTDATED");
  CHECK(consent_to("v2").status == 200);
  CHECK(consents_of(rig, session) == 2);
  rig.restart();
  CHECK(page()["consentGiven"] == "true");
}

TEST_CASE_FIXTURE(Scene, "a body that names no version is refused, and so is one without a token") {
  change(consent_members("v1", "I agree."));
  for (const char* body :
       {"", "null", "[]", "{}", R"({"version":1})", R"({"version":null})", "{"}) {
    CAPTURE(body);
    CHECK(consent(body).code() == "SVC_INVALID_JSON");
  }
  CHECK(consent(R"({"version":"v1","more":[]})").status == 200);
  CHECK(consent(std::string(70'000, ' ')).code() == "SVC_PAYLOAD_TOO_LARGE");
  token = "svct_wrong";
  CHECK(consent_to("v1").code() == "SVC_SESSION_INVALID");
  CHECK(page().code() == "SVC_SESSION_INVALID");
  CHECK(logo().code() == "SVC_SESSION_INVALID");
}

TEST_CASE_FIXTURE(Scene, "the page of a session is its client's, and ends with the session") {
  change(R"(,"name":"Acme")");
  const Credentials other = rig.add_client();
  const std::string mine = std::exchange(token, rig.token(other));
  CHECK(page()["clientName"] == "null");
  token = mine;
  CHECK(page()["clientName"] == "Acme");
  rig.clock.move(std::chrono::hours(1));
  CHECK(page().code() == "SVC_SESSION_INVALID");
}

}  // namespace countersign::http::capture_page_test
