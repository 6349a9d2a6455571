#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "core/inspection/image/rgb_image.h"
#include "core/version.h"
#include "tests/drawing/camera/encode.h"
#include "tests/events/support/temp_folder.h"
#include "tests/programs/support/json_schema.h"
#include "tests/programs/support/pictures.h"
#include "tests/programs/support/shared_server.h"

// The served OpenAPI document is true: real answers, good and bad, are as it describes them.
namespace countersign::tests::openapi_test {

const Json& openapi() {
  static const Json document(shared_server().ask({"GET", "/api/svc/openapi.json"}).body);
  return document;
}

std::string escaped(const std::string& path) {
  std::string pointer;
  for (const char c : path) {
    if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
  return pointer;
}

std::set<std::pair<std::string, std::string>>& seen() {
  static std::set<std::pair<std::string, std::string>> all;
  return all;
}

// The pointer to the document's description of this status of this call; "" if there is none.
std::string response_of(const std::string& call, int status) {
  for (const std::string& key :
       {std::to_string(status), std::to_string(status / 100) + "XX", std::string("default")}) {
    const std::string pointer = call + "/responses/" + key;
    if (!openapi().has(pointer)) continue;
    const std::string reference = openapi().text(pointer + "/$ref");
    return reference.empty() ? pointer : reference.substr(1);
  }
  return "";
}

void check_answer(const std::string& method, const std::string& path, const Answer& answer) {
  CAPTURE(method);
  CAPTURE(path);
  CAPTURE(answer.status);
  CAPTURE(answer.body);
  const std::string call = "/paths/" + escaped(path) + "/" + method;
  REQUIRE(openapi().has(call));
  const std::string response = response_of(call, answer.status);
  REQUIRE_FALSE(response.empty());
  const std::string type =
      answer.header("content-type").substr(0, answer.header("content-type").find(';'));
  const auto* content = openapi().find(response + "/content");
  if (content == nullptr) {
    CHECK(answer.body == "");
    return;
  }
  const std::string family = type.substr(0, type.find('/')) + "/*";
  const std::string media =
      response + "/content/" + escaped(content->HasMember(type.c_str()) ? type : family);
  INFO("content type: ", type);
  REQUIRE(openapi().has(media));
  if (type != "application/json" && type != "application/problem+json") return;
  const auto* schema = openapi().find(media + "/schema");
  REQUIRE(schema != nullptr);
  const Json body(answer.body);
  REQUIRE(body.valid());
  CHECK(JsonSchemas(openapi().root()).violation(*schema, body.root()).value_or("") == "");
  seen().insert({method, path});
}

constexpr const char* kResult = "/api/svc/session/{sessionId}/result";
constexpr const char* kReceipt = "/api/svc/session/{sessionId}/receipt";
constexpr const char* kDocuments = "/api/svc/session/{sessionId}/documents";

TEST_CASE("the document is OpenAPI 3.1 with operations that have names") {
  CHECK(openapi().text("/openapi").starts_with("3.1"));
  CHECK_FALSE(openapi().text("/info/title").empty());
  CHECK(openapi().text("/info/version") == kVersion);
  CHECK(openapi().has("/components/schemas"));
  std::set<std::string> names;
  for (const auto& path : openapi().find("/paths")->GetObject()) {
    for (const auto& call : path.value.GetObject()) {
      if (!call.value.IsObject() || !call.value.HasMember("responses")) continue;
      REQUIRE(call.value.HasMember("operationId"));
      CHECK(names.insert(call.value["operationId"].GetString()).second);
    }
  }
  CHECK(names.size() >= 17);
}

TEST_CASE("the answers of a whole capture are as the document says") {
  const Backend backend = shared_backend();
  const Answer created = backend.create("FULL_CAPTURE",
                                        R"("userRef":"u-1","labels":{"shop":"berlin"},)"
                                        R"("originAllowlist":["https://a.example"])");
  check_answer("post", "/api/svc/session/create", created);
  const Json session(created.body);
  const std::string id = session.text("/sessionId");
  const Device device(shared_server().port(), session.text("/sessionToken"));
  check_answer("get", kResult, backend.result(id));
  check_answer("get", kDocuments, backend.documents(id));
  check_answer("get", "/api/sdk/status", device.status());

  const Answer challenge = device.challenge("document");
  check_answer("post", "/api/sdk/document/challenge", challenge);
  const std::string nonce = Json(challenge.body).text("/nonce");
  const Answer unreadable = device.document(nonce, document_picture(Side::Front).substr(0, 3000));
  check_answer("post", "/api/sdk/document", unreadable);
  check_answer("post", "/api/sdk/document", device.document(nonce, "x"));
  check_answer("post", "/api/sdk/document", device.pass_document("ID_CARD"));
  check_answer("get", "/api/sdk/status", device.status());

  const Answer live = device.challenge("liveness");
  check_answer("post", "/api/sdk/liveness/challenge", live);
  check_answer("post", "/api/sdk/liveness", device.liveness("none", fresh_frames(1)));
  const std::vector<std::string> same(6, fresh_frames(1)[0]);
  check_answer("post", "/api/sdk/liveness", device.liveness(Json(live.body).text("/nonce"), same));
  check_answer("post", "/api/sdk/finalize", device.finalize());
  check_answer("post", "/api/sdk/liveness", device.pass_liveness());
  check_answer("get", kResult, backend.result(id));
  check_answer("post", "/api/sdk/finalize", device.finalize());
  check_answer("get", "/api/sdk/status", device.status());

  check_answer("get", kResult, backend.result(id));
  const Answer list = backend.documents(id);
  check_answer("get", kDocuments, list);
  check_answer("get", "/api/svc/session/{sessionId}/documents/bundle", backend.bundle(id));
  const std::string file = Json(list.body).text("/0/id");
  check_answer("get", "/api/svc/session/{sessionId}/documents/{fileId}", backend.file(id, file));
  check_answer("get", "/api/svc/session/{sessionId}/timeline", backend.timeline(id));
  check_answer("get", kReceipt, backend.receipt(id));
  check_answer("get", kReceipt, backend.receipt(id, "?index=x"));
  check_answer("get", "/api/svc/events", backend.get("/api/svc/events?limit=50"));
  constexpr const char* kSessions = "/api/svc/sessions";
  check_answer("get", kSessions, backend.get("/api/svc/sessions?userRef=u-1&label.shop=berlin"));
  check_answer("get", kSessions, backend.get("/api/svc/sessions?limit=1"));
  check_answer("get", kSessions, backend.get("/api/svc/sessions?limit=x"));
  check_answer("post", "/api/svc/session/{sessionId}/cancel", backend.cancel(id));
  check_answer("post", "/api/svc/session/{sessionId}/purge", backend.purge(id));
  check_answer("get", kDocuments, backend.documents(id));
  check_answer("get", kResult, backend.result(id));
  check_answer("get", "/api/svc/session/{sessionId}/documents/bundle", backend.bundle(id));
}

TEST_CASE("a cancel and the open calls are as the document says") {
  const OpenSession session = shared_backend().open("LIVENESS");
  check_answer("post", "/api/svc/session/{sessionId}/cancel", shared_backend().cancel(session.id));
  check_answer("get", kResult, shared_backend().result(session.id));
  for (const char* path : {"/healthz", "/readyz", "/metrics", "/api/svc/openapi.json"}) {
    check_answer("get", path, shared_server().ask({"GET", path}));
  }
}

TEST_CASE("the answers about a review are as the document says") {
  const Backend backend = shared_backend();
  const OpenSession session = backend.open("LIVENESS");
  const Device device(shared_server().port(), session.token);
  check_answer("post",
               "/api/sdk/liveness/not-possible",
               device.send("POST", "/api/sdk/liveness/not-possible", {}, "{}"));
  check_answer("post", "/api/sdk/finalize", device.finalize());
  check_answer("get", "/api/svc/reviews", backend.get("/api/svc/reviews?limit=500"));
  check_answer("get", "/api/svc/reviews", backend.get("/api/svc/reviews?limit=x"));
  constexpr const char* kReview = "/api/svc/session/{sessionId}/review";
  const std::string path = Backend::session_path(session.id, "review");
  for (const char* body : {"{}",
                           R"({"decision":"PASSED","reasons":["OTHER"],"note":"n","reviewer":"a"})",
                           R"({"decision":"PASSED","reasons":["OTHER"]})"}) {
    check_answer("post", kReview, backend.post(path, body));
  }
  check_answer("get", kResult, backend.result(session.id));
}

TEST_CASE("the answers to a page that captures are as the document says") {
  const Credentials client = shared_server().add_client("page");
  const OpenSession session = Backend(shared_server().port(), client).open("LIVENESS");
  const Device device(shared_server().port(), session.token);
  const auto check_page = [&](int logo_status, int consent_status) {
    check_answer("get", "/api/sdk/capture", device.send("GET", "/api/sdk/capture"));
    const Answer logo = device.send("GET", "/api/sdk/capture/logo");
    CHECK(logo.status == logo_status);
    check_answer("get", "/api/sdk/capture/logo", logo);
    const Answer consent = device.send("POST", "/api/sdk/consent", {}, R"({"version":"v1"})");
    CHECK(consent.status == consent_status);
    check_answer("post", "/api/sdk/consent", consent);
  };
  check_page(404, 409);
  const TempFolder folder;
  const auto logo = folder.path() / "logo";
  const auto text = folder.path() / "text";
  std::ofstream(logo, std::ios::binary) << drawing::encode(RgbImage(9, 9), {});
  std::ofstream(text) << "I agree.";
  const Finished set = shared_server().operate({"client",
                                                "page",
                                                client.key,
                                                "--name",
                                                "Acme",
                                                "--accent",
                                                "#000000",
                                                "--on-accent",
                                                "#ffffff",
                                                "--logo",
                                                logo,
                                                "--consent",
                                                text,
                                                "--consent-version",
                                                "v1"});
  REQUIRE_MESSAGE(set.status == 0, set.err);
  check_page(200, 200);
  check_answer("get", kResult, Backend(shared_server().port(), client).result(session.id));
}

TEST_CASE("an auditor's answers are as the document says") {
  const Backend auditor(shared_server().port(),
                        shared_server().add_client("auditor", {"--auditor"}));
  const OpenSession session = auditor.open("LIVENESS");
  REQUIRE(auditor.receipt(session.id).status == 200);  // the log is signed up to here
  const std::string log = "/api/svc/log/";
  check_answer("get", log + "checkpoint", auditor.get(log + "checkpoint"));
  check_answer("get", log + "vkey", auditor.get(log + "vkey"));
  for (const char* tile : {"0/000.p/1", "entries/000.p/1", "0/x001/000", "nothing"}) {
    check_answer("get", log + "tile/{path}", auditor.get(log + "tile/" + tile));
  }
  check_answer("get", log + "checkpoint", shared_backend().get(log + "checkpoint"));
}

TEST_CASE("refusals are as the document says") {
  check_answer("post",
               "/api/svc/session/create",
               shared_server().ask({"POST", "/api/svc/session/create", {}, "{"}));
  check_answer("post", "/api/svc/session/create", shared_backend().create("NOTHING"));
  check_answer("get", kResult, shared_backend().result("nobody"));
  check_answer("get", "/api/sdk/status", shared_server().ask({"GET", "/api/sdk/status"}));
  check_answer("get", "/api/svc/events", shared_server().ask({"GET", "/api/svc/events"}));
}

TEST_CASE("who has the document is told that it is the same") {
  const auto ask = [](const std::string& known) {
    return shared_server().ask({"GET", "/api/svc/openapi.json", {{"If-None-Match", known}}});
  };
  const Answer first = ask("\"another\"");
  CHECK(first.status == 200);
  const std::string tag = first.header("etag");
  REQUIRE(tag.size() == 66);  // a SHA-256 in quotes
  const Answer second = ask(tag);
  CHECK(second.status == 304);
  CHECK(second.body.empty());
  CHECK(second.header("etag") == tag);
}

TEST_CASE("the description of the API is sent compressed to whom accepts that") {
  const auto ask = [](const HeaderList& headers) {
    return shared_server().ask({"GET", "/api/svc/openapi.json", headers});
  };
  const Answer plain = ask({});
  const Answer packed = ask({{"Accept-Encoding", "gzip, br"}});
  CHECK(packed.header("content-encoding") == "gzip");
  CHECK(packed.body.size() * 5 < plain.body.size());
  CHECK(plain.header("vary") == "Accept-Encoding");
  CHECK(packed.header("vary") == "Accept-Encoding");
  CHECK(packed.header("etag") != plain.header("etag"));
  CHECK(ask({{"Accept-Encoding", "gzip"}, {"If-None-Match", packed.header("etag")}}).status == 304);
  CHECK(ask({{"Accept-Encoding", "gzip"}, {"If-None-Match", plain.header("etag")}}).status == 200);
  CHECK(ask({{"Accept-Encoding", "identity;q=0, br"}}).status == 406);
}

TEST_CASE("the schemas are strict enough to be wrong") {
  const Json wrong(R"({"sessionId":"x","sessionToken":1,"purpose":"NOTHING"})");
  const auto* schema = openapi().find(
      "/paths/~1api~1svc~1session~1create/post/responses/200/content/application~1json/schema");
  REQUIRE(schema != nullptr);
  CHECK(JsonSchemas(openapi().root()).violation(*schema, wrong.root()).has_value());
  CHECK(JsonSchemas(openapi().root()).violation(*schema, Json("{}").root()).has_value());
}

}  // namespace countersign::tests::openapi_test
