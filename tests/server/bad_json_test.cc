#include <doctest/doctest.h>

#include <string>

#include "tests/server/problem.h"
#include "tests/server/shared_server.h"

// What is no good JSON, sent to the real server.
namespace countersign::tests {
namespace {

Answer create_with(const std::string& body, const std::string& type = "application/json") {
  return shared_server().ask({"POST", "/api/svc/session/create", {{"Content-Type", type}}, body});
}

std::string with_credentials(const std::string& more) {
  const Credentials credentials = shared_backend().credentials();
  return R"({"clientKey":")" + credentials.key + R"(","clientSecret":")" + credentials.secret +
         "\"," + more + "}";
}

TEST_CASE("a body that is no JSON object is SVC_INVALID_JSON") {
  for (const std::string body : {"",
                                 "{",
                                 "}",
                                 "{]",
                                 "null",
                                 "[]",
                                 "\"text\"",
                                 "1",
                                 "{\"a\":1}{",
                                 "{\"a\":1,}",
                                 "{'a':1}",
                                 "{\"a\":NaN}",
                                 "{\"a\":01}",
                                 "{\"a\":1} trailing",
                                 "\xef\xbb\xbf{}x",
                                 "{\"a\":\"\n\"}",
                                 "{\"a\":\"\\x\"}"}) {
    CAPTURE(body);
    check_problem(create_with(body), 400, "SVC_INVALID_JSON");
  }
  CHECK(still_serves());
}

TEST_CASE("invalid UTF-8 is SVC_INVALID_JSON") {
  for (const std::string bytes : {"\xff",
                                  "\xc0\xaf",          // an overlong slash
                                  "\xed\xa0\x80",      // a lone surrogate
                                  "\xf4\x90\x80\x80",  // above U+10FFFF
                                  "\xe2\x82"}) {       // cut off
    check_problem(
        create_with(with_credentials("\"userRef\":\"" + bytes + "\"")), 400, "SVC_INVALID_JSON");
  }
  check_problem(create_with(with_credentials(R"("userRef":"\ud800")")), 400, "SVC_INVALID_JSON");
  CHECK(still_serves());
}

TEST_CASE("deeply nested JSON is read without recursion") {
  for (const std::size_t depth : {100u, 10'000u, 30'000u}) {
    CAPTURE(depth);
    const std::string opening(depth, '[');
    // Well-formed and unknown, it is skipped; the credentials are what is missing.
    check_problem(create_with("{\"a\":" + opening + std::string(depth, ']') + "}"),
                  400,
                  "SVC_CLIENT_MISSING");
    check_problem(create_with("{\"a\":" + opening), 400, "SVC_INVALID_JSON");
  }
  CHECK(still_serves());
}

TEST_CASE("a JSON body above its limit is 413") {
  check_problem(
      create_with("{\"a\":\"" + std::string(200'000, 'a') + "\"}"), 413, "SVC_PAYLOAD_TOO_LARGE");
  CHECK(still_serves());
}

TEST_CASE("a body that is called something else than JSON is 415, even when it is JSON") {
  const std::string good = with_credentials(R"("purpose":"LIVENESS")");
  for (const char* type : {"application/xml",
                           "text/plain",
                           "multipart/form-data; boundary=x",
                           "application/jsonp",
                           "application/json, text/plain",
                           "application/json; charset=\"",
                           ""}) {
    CAPTURE(type);
    check_problem(create_with(good, type), 415, "SVC_UNSUPPORTED_MEDIA_TYPE");
  }
  CHECK(still_serves());
}

TEST_CASE("a body that is called JSON, or what curl calls any body, or nothing, is read as JSON") {
  const std::string good = with_credentials(R"("purpose":"LIVENESS")");
  for (const char* type : {"application/json",
                           "Application/JSON",
                           "application/json; charset=utf-8",
                           "application/x-www-form-urlencoded"}) {
    CAPTURE(type);
    CHECK(create_with(good, type).status == 200);
  }
  CHECK(shared_server().ask({"POST", "/api/svc/session/create", {}, good}).status == 200);
}

TEST_CASE("members of the wrong type or value are named") {
  struct Row {
    const char* member;
    const char* code;
    const char* field;
  };
  for (const Row& row : {
           Row{R"("purpose":7)", "SVC_UNKNOWN_PURPOSE", ""},
           Row{R"("purpose":"SELFIE")", "SVC_UNKNOWN_PURPOSE", ""},
           Row{R"("purpose":["LIVENESS"])", "SVC_UNKNOWN_PURPOSE", ""},
           Row{R"("userRef":7)", "SVC_INVALID_PARAMETER", "userRef"},
           Row{R"("userRef":"a@b.example")", "SVC_INVALID_PARAMETER", "userRef"},
           Row{R"("userRef":"two words")", "SVC_INVALID_PARAMETER", "userRef"},
           Row{R"("userRef":"\u0000")", "SVC_INVALID_PARAMETER", "userRef"},
           Row{R"("originAllowlist":"https://a.example")",
               "SVC_INVALID_PARAMETER",
               "originAllowlist"},
           Row{R"("originAllowlist":[1])", "SVC_INVALID_PARAMETER", "originAllowlist"},
           Row{R"("originAllowlist":["http://a.example"])",
               "SVC_INVALID_PARAMETER",
               "originAllowlist"},
           Row{R"("originAllowlist":["https://a.example/path"])",
               "SVC_INVALID_PARAMETER",
               "originAllowlist"},
       }) {
    CAPTURE(row.member);
    const Answer answer = create_with(with_credentials(row.member));
    check_problem(answer, 400, row.code);
    if (*row.field != '\0') {
      CHECK(Json(answer.body).text("/field").starts_with(row.field));
    }
  }
  const std::string long_ref(129, 'a');
  check_problem(create_with(with_credentials("\"userRef\":\"" + long_ref + "\"")),
                400,
                "SVC_INVALID_PARAMETER");
  std::string origins = R"("https://a.example")";
  for (int i = 0; i < 20; ++i) origins += R"(,"https://a)" + std::to_string(i) + R"(.example")";
  check_problem(create_with(with_credentials("\"originAllowlist\":[" + origins + "]")),
                400,
                "SVC_INVALID_PARAMETER");
  CHECK(still_serves());
}

TEST_CASE("credentials of the wrong type are no credentials") {
  check_problem(create_with("{}"), 400, "SVC_CLIENT_MISSING");
  for (const char* body : {R"({"clientKey":"k"})",
                           R"({"clientSecret":"s"})",
                           R"({"clientKey":"","clientSecret":""})"}) {
    CAPTURE(body);
    check_problem(create_with(body), 400, "SVC_CLIENT_MISSING");
  }
  for (const char* body : {R"({"clientKey":7,"clientSecret":7})",
                           R"({"clientKey":null,"clientSecret":null})",
                           R"({"clientKey":{"a":1},"clientSecret":["s"]})"}) {
    CAPTURE(body);
    const Answer answer = create_with(body);
    CHECK(answer.status == 400);
    CHECK(Json(answer.body).text("/code").starts_with("SVC_CLIENT_"));
  }
  CHECK(still_serves());
}

}  // namespace
}  // namespace countersign::tests
