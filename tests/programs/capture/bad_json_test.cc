#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/programs/support/json.h"
#include "tests/programs/support/problem.h"
#include "tests/programs/support/shared_server.h"
#include "tests/programs/support/wire.h"

// Malformed JSON, sent to the real server.
namespace countersign::tests::bad_json_test {

Answer create_with(const std::string& body, const std::string& type = "application/json") {
  return shared_server().ask({"POST", "/api/svc/session/create", {{"Content-Type", type}}, body});
}

std::string with_credentials(const std::string& more) {
  const Credentials credentials = shared_backend().credentials();
  return R"({"clientKey":")" + credentials.key + R"(","clientSecret":")" + credentials.secret +
         "\"," + more + "}";
}

TEST_CASE("a body that is not a JSON object is answered with SVC_INVALID_JSON") {
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

// A body that is cut off within a character. An escape and `letters` other bytes come before the
// character, whose first byte is `lead`.
std::string cut_off(std::size_t letters, unsigned lead) {
  return "{\"\\n" + std::string(letters, 'f') + static_cast<char>(lead);
}

// Sends all bodies on one connection before it reads the first answer. Returns whether each body
// was refused as malformed JSON.
bool all_are_refused(const std::vector<std::string>& bodies) {
  Wire wire(shared_server().port());
  std::string requests;
  for (const std::string& body : bodies) {
    requests +=
        bytes_of({"POST", "/api/svc/session/create", {{"Content-Type", "application/json"}}, body});
  }
  if (!wire.send(requests)) return false;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto answer = wire.receive();
    if (!answer || answer->status != 400) return false;
    if (Json(answer->body).text("/code") != "SVC_INVALID_JSON") return false;
  }
  return true;
}

TEST_CASE("no body makes the server write beyond the memory that holds the body") {
  // malloc's block sizes are 24, 40, 56 bytes and so on, and a std::string grows by doubling. Each
  // length near such a size is tried.
  std::vector<std::size_t> lengths;
  for (std::size_t letters = 0; letters <= 64; ++letters) lengths.push_back(letters);
  for (const std::size_t block : {120u, 248u, 504u, 1'016u, 2'040u, 4'088u}) {
    for (std::size_t letters = block - 20; letters <= block + 4; ++letters) {
      lengths.push_back(letters);
    }
  }
  for (const std::size_t letters : lengths) {
    CAPTURE(letters);
    std::vector<std::string> bodies;
    for (unsigned lead = 0x80; lead <= 0xff; ++lead) bodies.push_back(cut_off(letters, lead));
    REQUIRE(all_are_refused(bodies));
  }
  CHECK(still_serves());
}

TEST_CASE("no body with a character that is cut off reaches a parser, wherever it is sent") {
  const Credentials credentials = shared_backend().credentials();
  for (const unsigned lead : {0xc3u, 0xe2u, 0xf1u, 0xf4u}) {
    for (std::size_t letters = 0; letters <= 40; ++letters) {
      const std::string text(letters, 'f');
      const std::string tail(1, static_cast<char>(lead));
      REQUIRE(all_are_refused({with_credentials("\"userRef\":\"\\n" + text + tail),
                               with_credentials("\"userRef\":\"\\n" + text + tail + "\"") + "}",
                               "{\"\\\\" + text + tail + "\\u00e9\":1}",
                               text + tail}));
    }
  }
  CHECK(still_serves());
}

TEST_CASE("an escape that is half of a surrogate pair is SVC_INVALID_JSON") {
  for (const char* half : {"\\ud800",
                           "\\udc00",
                           "\\uDFFF",
                           "\\ud800\\ud800",
                           "\\udc00\\ud800",
                           "\\ud83dx\\ude00",
                           "\\\\\\udc00"}) {
    CAPTURE(half);
    check_problem(create_with(with_credentials("\"other\":\"" + std::string(half) + "\"")),
                  400,
                  "SVC_INVALID_JSON");
    check_problem(
        create_with(with_credentials("\"" + std::string(half) + "\":1")), 400, "SVC_INVALID_JSON");
  }
  // A complete surrogate pair, and an escaped backslash before text that only looks like half a
  // pair.
  CHECK(create_with(with_credentials(R"("other":"\ud83d\ude00 \\ud800")")).status == 200);
  CHECK(still_serves());
}

TEST_CASE("deeply nested JSON is refused without recursion") {
  // An unknown member is skipped if it is well-formed; then the credentials are missing.
  const auto nested = [](std::size_t depth) {
    return "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  check_problem(create_with(nested(20)), 400, "SVC_CLIENT_MISSING");
  for (const std::size_t depth : {100u, 10'000u, 30'000u}) {
    CAPTURE(depth);
    check_problem(create_with(nested(depth)), 400, "SVC_INVALID_JSON");
    check_problem(create_with("{\"a\":" + std::string(depth, '[')), 400, "SVC_INVALID_JSON");
  }
  CHECK(still_serves());
}

TEST_CASE("a JSON body above its limit is 413") {
  check_problem(
      create_with("{\"a\":\"" + std::string(200'000, 'a') + "\"}"), 413, "SVC_PAYLOAD_TOO_LARGE");
  CHECK(still_serves());
}

TEST_CASE("a chunk of a JSON body that is announced above the limit is 413 before it is sent") {
  for (const std::string before : {"", "5\r\n{\"a\":\r\n"}) {
    CAPTURE(before);
    Wire wire(shared_server().port());
    REQUIRE(
        wire.send("POST /api/svc/session/create HTTP/1.1\r\nHost: a\r\n"
                  "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" +
                  before + "10000000\r\n"));
    const auto answer = wire.receive();
    REQUIRE(answer.has_value());
    check_problem(*answer, 413, "SVC_PAYLOAD_TOO_LARGE");
    CHECK(wire.at_end());
  }
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

}  // namespace countersign::tests::bad_json_test
