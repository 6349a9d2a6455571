#include "http/backend/session_request.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <regex>

#include "core/text/json_document.h"

namespace countersign::http::session_request_test {

bool is_object(std::string_view body) { return parse_session_request(body).has_value(); }

std::string with(const std::string& member) {
  return R"({"clientKey":"k","clientSecret":"s",)" + member + "}";
}

// The faulty field among the members beyond credentials and purpose; empty if there is no fault.
std::string fault_of(const std::string& member) {
  std::string body = with(member);
  const auto request = parse_session_request(body);
  REQUIRE(request);
  return request->fault ? request->fault->field.value_or("?") : "";
}

TEST_CASE("a body is one JSON object of UTF-8, and nothing else") {
  CHECK(is_object("{}"));
  CHECK(is_object(" {\"unknown\": [1, {\"a\": null}]} \n"));
  for (const char* body : {"",
                           " ",
                           "null",
                           "[]",
                           "\"x\"",
                           "1",
                           "{",
                           "{}{}",
                           "{} x",
                           "{\"a\":1,}",
                           "{'a':1}",
                           "{\"a\":NaN}",
                           "{\"a\":01}",
                           "{\"a\":\"\x01\"}",
                           "{\"a\":\"\xff\"}",
                           "{\"a\":\"\xc0\xaf\"}",
                           "{\"a\":\"\xed\xa0\x80\"}",
                           "{\"a\":\"\\ud800\"}",
                           "\xef\xbb\xbf{}",
                           "{/* */}",
                           "clientKey=a&clientSecret=b"}) {
    INFO(body);
    CHECK_FALSE(is_object(body));
  }
  CHECK_FALSE(is_object(std::string("{}\0x", 4)));
  CHECK_FALSE(is_object(std::string("{\"clientKey\":\"a\0b\"}", 19)));
}

TEST_CASE("a member that is known may stand only once") {
  CHECK_FALSE(is_object(R"({"clientKey":"a","clientKey":"a"})"));
  CHECK_FALSE(is_object(R"({"purpose":null,"purpose":"LIVENESS"})"));
  CHECK(is_object(R"({"other":1,"other":2})"));
}

TEST_CASE("a body that is nested as deep as it is long does not end the process") {
  const auto nested = [](std::size_t depth) {
    return "{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  CHECK_FALSE(is_object(std::string(60'000, '[')));
  CHECK_FALSE(is_object(nested(30'000)));
  CHECK(is_object(nested(20)));
  std::string objects = "{\"a\":";
  for (std::size_t i = 0; i < 10'000; ++i) objects += "{\"a\":";
  CHECK_FALSE(is_object(objects));
}

TEST_CASE("credentials are texts that are not empty, and anything else counts as none") {
  for (const char* body : {R"({})",
                           R"({"clientKey":"","clientSecret":""})",
                           R"({"clientKey":1,"clientSecret":true})",
                           R"({"clientKey":null,"clientSecret":null})",
                           R"({"clientKey":["a"],"clientSecret":{"a":1}})"}) {
    std::string text = body;
    const auto request = parse_session_request(text);
    REQUIRE(request);
    CHECK_FALSE(request->client_key);
    CHECK_FALSE(request->client_secret);
  }
  std::string text = R"({"clientKey":"\u0061b","clientSecret":"s"})";
  const auto request = parse_session_request(text);
  REQUIRE(request);
  CHECK(request->client_key == "ab");
  CHECK(request->client_secret == "s");
  CHECK(request->purpose == Purpose::FullCapture);
}

TEST_CASE("a purpose is one of the four, in their spelling") {
  const auto purpose_of = [](const std::string& member) {
    std::string body = with(member);
    return parse_session_request(body)->purpose;
  };
  CHECK(purpose_of(R"("purpose":"LIVENESS")") == Purpose::Liveness);
  CHECK(purpose_of(R"("purpose":"FACE_MATCH")") == Purpose::FaceMatch);
  CHECK(purpose_of(R"("purpose":null)") == Purpose::FullCapture);
  for (const char* member : {R"("purpose":"liveness")",
                             R"("purpose":"")",
                             R"("purpose":1)",
                             R"("purpose":["LIVENESS"])"}) {
    INFO(member);
    CHECK_FALSE(purpose_of(member).has_value());
  }
}

TEST_CASE("a userRef is what an identity provider calls a user") {
  const std::string longest(kUserRefMax, 'a');
  for (const std::string& reference :
       {std::string("order-17.A_b:~/+="),
        std::string("auth0|5f7c8ec7c33c6c004bbafe82"),
        std::string("google-oauth2|103547991597142817347"),
        std::string("waad|AbC_d-9"),
        std::string("samlp|acme|u-17"),
        std::string("did:web:example.com:user:1"),
        std::string("did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK#keys-1"),
        std::string("did:web:localhost%3A8443?service=files"),
        std::string("urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
        std::string("f:8d3a6a2e-9c1f-4f6e-8d52-6f6c1d3b0c11:alovelace"),
        std::string("VHlwZSBhbnk+c3RyaW5n/w=="),
        std::string("AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ"),
        std::string("00u1a2b3c4D5E6F7g8h9"),
        std::string("us-east-1:12345678-90ab-cdef-1234-567890abcdef"),
        std::string("https://idp.example/users/17?tenant=a&b=(c)"),
        std::string("!#$%&()*+,-./:;=?[]^_{|}~"),
        longest}) {
    INFO(reference);
    CHECK(fault_of("\"userRef\":\"" + reference + "\"").empty());
  }
  CHECK(fault_of(R"("userRef":null)").empty());
}

std::string labels_of(std::size_t count) {
  std::string labels;
  for (std::size_t i = 0; i < count; ++i) {
    labels += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + R"(":"v")";
  }
  return R"("labels":{)" + labels + "}";
}

TEST_CASE("labels are kept in the order of their keys, and none is no labels") {
  const auto request = parse_session_request(with(R"("labels":{"shop":"a|b","a-_9":"%2A"})"));
  REQUIRE(request);
  CHECK_FALSE(request->fault);
  CHECK(request->labels == SessionLabels({{"a-_9", "%2A"}, {"shop", "a|b"}}));
  for (const char* none : {R"("labels":{})", R"("labels":null)", R"("other":1)"}) {
    INFO(none);
    CHECK_FALSE(parse_session_request(with(none))->labels);
    CHECK(fault_of(none).empty());
  }
  CHECK(fault_of(labels_of(kLabelsMax)).empty());
  CHECK(fault_of("\"labels\":{\"" + std::string(kLabelKeyMax, 'k') + "\":\"" +
                 std::string(kUserRefMax, 'v') + "\"}")
            .empty());
}

TEST_CASE("labels of another form are refused") {
  const std::string long_key(kLabelKeyMax + 1, 'k');
  const std::string long_value(kUserRefMax + 1, 'v');
  for (const std::string& member : {std::string(R"("labels":[])"),
                                    std::string(R"("labels":"shop")"),
                                    std::string(R"("labels":{"shop":1})"),
                                    std::string(R"("labels":{"shop":null})"),
                                    std::string(R"("labels":{"shop":""})"),
                                    std::string(R"("labels":{"":"a"})"),
                                    std::string(R"("labels":{"Shop":"a"})"),
                                    std::string(R"("labels":{"a.b":"a"})"),
                                    std::string(R"("labels":{"shop":"a b"})"),
                                    std::string(R"("labels":{"shop":"a@b.example"})"),
                                    std::string(R"("labels":{"shop":"a","shop":"b"})"),
                                    "\"labels\":{\"" + long_key + "\":\"a\"}",
                                    "\"labels\":{\"a\":\"" + long_value + "\"}",
                                    labels_of(kLabelsMax + 1)}) {
    INFO(member);
    CHECK(fault_of(member) == "labels");
  }
}

TEST_CASE("a userRef is nothing that looks like a person, and no markup") {
  for (const std::string& member : {"\"userRef\":\"" + std::string(kUserRefMax + 1, 'a') + "\"",
                                    std::string(R"("userRef":"")"),
                                    std::string(R"("userRef":"a@b.example")"),
                                    std::string(R"("userRef":"Ada Lovelace")"),
                                    std::string(R"("userRef":" a")"),
                                    std::string(R"("userRef":"\u00e4")"),
                                    std::string(R"("userRef":"a\u0000")"),
                                    std::string(R"("userRef":"a\u007f")"),
                                    std::string(R"("userRef":"a\n")"),
                                    std::string(R"("userRef":"a\"b")"),
                                    std::string(R"("userRef":"a\\b")"),
                                    std::string(R"("userRef":"a'b")"),
                                    std::string(R"("userRef":"a`b")"),
                                    std::string(R"("userRef":"<b>")"),
                                    std::string(R"("userRef":17)")}) {
    INFO(member);
    CHECK(fault_of(member) == "userRef");
  }
}

TEST_CASE("the described pattern of a userRef is what the server takes") {
  const std::string json = session_request_schema().json;
  rapidjson::Document schema;
  REQUIRE(parse_json(schema, json));
  const std::regex pattern(schema["properties"]["userRef"]["pattern"].GetString());
  for (int byte = 0; byte < 0x80; ++byte) {
    INFO(byte);
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(byte));
    CHECK(fault_of("\"userRef\":\"" + std::string(escaped) + "\"").empty() ==
          std::regex_match(std::string(1, static_cast<char>(byte)), pattern));
  }
}

TEST_CASE("an origin list has at most twenty origins, kept as browsers send them") {
  std::string body = with(R"("originAllowlist":["https://A.example:443","https://a.example"])");
  const auto request = parse_session_request(body);
  REQUIRE(request);
  CHECK(request->origin_allowlist == std::vector<std::string>{"https://a.example"});
  CHECK(fault_of(R"("originAllowlist":[])").empty());
  CHECK(fault_of(R"("originAllowlist":["capacitor://localhost","ionic://localhost"])").empty());
  const auto list_of = [](std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) {
      list += (i == 0 ? "" : ",") + std::string("\"https://h") + std::to_string(i) + ".example\"";
    }
    return "\"originAllowlist\":[" + list + "]";
  };
  CHECK(fault_of(list_of(kOriginsMax)).empty());
  for (const std::string& member : {list_of(kOriginsMax + 1),
                                    std::string(R"("originAllowlist":"https://a.example")"),
                                    std::string(R"("originAllowlist":[1])"),
                                    std::string(R"("originAllowlist":["http://a.example"])"),
                                    std::string(R"("originAllowlist":["null"])"),
                                    std::string(R"("originAllowlist":["file://localhost"])"),
                                    std::string(R"("originAllowlist":["capacitor://*"])"),
                                    std::string(R"("originAllowlist":["https://a.example/"])")}) {
    INFO(member);
    CHECK(fault_of(member) == "originAllowlist");
  }
}

}  // namespace countersign::http::session_request_test
