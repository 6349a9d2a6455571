#include "core/text/json_document.h"

#include <doctest/doctest.h>

#include <limits>
#include <memory>
#include <string>

#include "http/backend/session_request.h"
#include "http/body/body_of.h"
#include "http/external/engine_contract.h"

namespace countersign::http::json_document_test {

bool is_json(std::string_view text) {
  // The block ends where the text ends, so AddressSanitizer detects a read beyond it.
  const auto block = std::make_unique<char[]>(text.size());
  std::copy(text.begin(), text.end(), block.get());
  rapidjson::Document document;
  const bool good = parse_json(document, {block.get(), text.size()});
  CHECK((good || document.IsNull()));
  return good;
}

std::string text_in(std::string_view json) {
  rapidjson::Document document;
  REQUIRE(parse_json(document, json));
  REQUIRE(document.IsString());
  return {document.GetString(), document.GetStringLength()};
}

TEST_CASE("JSON is UTF-8, and no parser sees what is not") {
  for (unsigned lead = 0x80; lead <= 0xff; ++lead) {
    const std::string byte(1, static_cast<char>(lead));
    for (std::size_t letters = 0; letters <= 64; ++letters) {
      const std::string cut = "{\"\\n" + std::string(letters, 'f') + byte;
      CAPTURE(cut);
      for (const std::string& text : {cut, cut + "\"", cut + "\":1}", cut.substr(1)}) {
        REQUIRE_FALSE(is_json(text));
        REQUIRE_FALSE(parse_session_request(text));
        const BodyText body(text, kOperationBody);
        REQUIRE(BodyReader(body.object(), kOperationBody).problem()->code ==
                ProblemCode::InvalidJson);
      }
    }
  }
  CHECK_FALSE(is_json("\"\xed\xa0\x80\""));      // a surrogate
  CHECK_FALSE(is_json("\"\xc0\xaf\""));          // overlong
  CHECK_FALSE(is_json("\"\xf4\x90\x80\x80\""));  // beyond U+10FFFF
  CHECK_FALSE(is_json("\xef\xbb\xbf{}"));        // a byte order mark
  CHECK(is_json("\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\""));
}

TEST_CASE("a NUL is not the end of a JSON text") {
  CHECK_FALSE(is_json(std::string_view("{}\0", 3)));
  CHECK_FALSE(is_json(std::string_view("{}\0{}", 5)));
  CHECK_FALSE(is_json(std::string_view("\0{}", 3)));
  CHECK(text_in(R"("a\u0000b")") == std::string("a\0b", 3));
}

TEST_CASE("half of a surrogate pair is refused however it is written") {
  for (const char* text : {R"("\ud800")",
                           R"("\udfff")",
                           R"("\uD800\uD800")",
                           R"("\uDC00\uD800")",
                           R"("\ud83d \ude00")",
                           R"("\ud83d\n\ude00")",
                           R"({"\udc00":1})",
                           R"("\\\udc00")",
                           R"("\ud83d\ude00\ude00")"}) {
    CAPTURE(text);
    CHECK_FALSE(is_json(text));
  }
  CHECK(text_in(R"("\ud83d\ude00")") == "\xf0\x9f\x98\x80");
  CHECK(text_in(R"("\uD83D\uDE00\u00e9")") == "\xf0\x9f\x98\x80\xc3\xa9");
  CHECK(text_in(R"("\\ud800 \\\\udc00")") == R"(\ud800 \\udc00)");
}

TEST_CASE("a number is the nearest that there is, or the text is refused") {
  const auto number_in = [](std::string_view json) {
    rapidjson::Document document;
    REQUIRE(parse_json(document, json));
    REQUIRE(document.IsNumber());
    return document.GetDouble();
  };
  for (const char* const zero : {"0", "-0", "0e-40", "0.0e+99", "0.000E-999999"}) {
    CAPTURE(zero);
    CHECK(number_in(zero) == 0);
  }
  CHECK(number_in("0.1") == 0.1);
  CHECK(number_in("0.30000000000000004") == 0.1 + 0.2);
  CHECK(number_in("9007199254740993.0") == 9007199254740992.0);  // rounded to even
  CHECK(number_in("5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(number_in("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK_FALSE(is_json("1e309"));
  CHECK_FALSE(is_json("1e-400"));
  CHECK_FALSE(is_json("[1e309]"));
  CHECK_FALSE(is_json("[8901.77e308]"));  // which RapidJSON takes for infinity
  CHECK_FALSE(is_json("01"));
  CHECK_FALSE(is_json("\"a"));

  rapidjson::Document document;
  REQUIRE(parse_json(document, R"({"a":[18446744073709551615,-1,true,null,"1",{"b":2.5}]})"));
  const auto& list = document["a"];
  CHECK(list[0].GetUint64() == 18446744073709551615u);
  CHECK(list[1].GetInt() == -1);
  CHECK(list[2].IsTrue());
  CHECK(list[3].IsNull());
  CHECK(list[4].IsString());
  CHECK(list[5]["b"].GetDouble() == 2.5);
}

TEST_CASE("a text that is not JSON leaves no value behind") {
  for (const char* text : {"",
                           " ",
                           "{",
                           "{}{}",
                           "[1,]",
                           "\"\\",
                           "\"\\u",
                           "\"\\ud8",
                           "\\ud800",
                           "\"\\ud800\\",
                           "nul",
                           "01",
                           "1e999"}) {
    CAPTURE(text);
    CHECK_FALSE(is_json(text));
  }
  CHECK(is_json(" [1, 2.5, {\"a\": null}] \n"));
}

bool is_within(JsonBounds bounds, std::string_view text) {
  rapidjson::Document document;
  return parse_json(document, text, bounds);
}

TEST_CASE("a deeply nested text needs memory in proportion to its size, and no stack") {
  constexpr JsonBounds kAll{.levels = 200'000, .parts = 400'000};
  const std::string deep(200'000, '[');
  CHECK_FALSE(is_within(kAll, deep));
  CHECK(is_within(kAll, deep + std::string(deep.size(), ']')));
}

TEST_CASE("the levels and parts of a text are counted without those in its strings") {
  CHECK(is_within({.levels = 0, .parts = 0}, "1"));
  CHECK_FALSE(is_within({.levels = 0, .parts = 9}, "[]"));
  CHECK(is_within({.levels = 1, .parts = 1}, "[] "));
  CHECK_FALSE(is_within({.levels = 1, .parts = 0}, "[]"));
  CHECK(is_within({.levels = 1, .parts = 3}, R"([1,"[,:{",2])"));
  CHECK_FALSE(is_within({.levels = 1, .parts = 2}, R"([1,"[,:{",2])"));
  CHECK(is_within({.levels = 2, .parts = 5}, R"({"a":{},"b":1})"));
  CHECK_FALSE(is_within({.levels = 2, .parts = 4}, R"({"a":{},"b":1})"));
  for (const std::string_view text : {R"([{},{"a]":"[[{{\"[["}])", R"({"\\":[],"b":{"[":"\\"}})"}) {
    CAPTURE(text);
    REQUIRE(is_json(text));
    CHECK_FALSE(is_within({.levels = 1, .parts = 100}, text));
    CHECK(is_within({.levels = 2, .parts = 100}, text));
  }
}

TEST_CASE("a stranger's JSON has 32 levels and 8,192 parts at most, and an honest one fits well") {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  CHECK(is_json(nested(32)));
  CHECK_FALSE(is_json(nested(33)));
  CHECK_FALSE(is_json(std::string(65'536, '[')));
  CHECK_FALSE(is_json(std::string(65'536, ']')));
  std::string list = "[0";
  for (int count = 0; count < 8191; ++count) list += ",0";
  CHECK(is_json(list + "]"));
  CHECK_FALSE(is_json(list + ",0]"));
  // A key set of the largest number of keys, each with ten members.
  std::string keys = R"({"keys":[{})";
  for (int key = 0; key < 100; ++key) {
    keys += R"(,{"a":"b")";
    for (int member = 0; member < 9; ++member) keys += R"(,"a":"b")";
    keys += '}';
  }
  CHECK(is_json(keys + "]}"));
}

}  // namespace countersign::http::json_document_test
