#include "core/text/json_writer.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/terms.h"

namespace countersign::http::json_writer_test {

TEST_CASE("members are written in order, with null for what is not there") {
  JsonWriter json;
  json.begin_object()
      .member("text", "a\"b\n")
      .member("number", std::uint64_t{7})
      .member("none", std::optional<std::string>())
      .member("side", std::optional(Side::Back))
      .key("value")
      .milli(-500)
      .key("raw")
      .raw("[1]")
      .end_object();
  CHECK(json.take() ==
        R"({"text":"a\"b\n","number":7,"none":null,"side":"BACK","value":-0.5,"raw":[1]})");
}

TEST_CASE("invalid UTF-8 is made valid, and valid text is kept") {
  const auto written = [](std::string_view text) {
    JsonWriter json;
    json.text(text);
    return json.take();
  };
  CHECK(written("gr\xC3\xBC\xC3\x9F") == "\"gr\xC3\xBC\xC3\x9F\"");
  CHECK(written("\xF0\x9F\x98\x80") == "\"\xF0\x9F\x98\x80\"");
  const std::string replaced = "\"\xEF\xBF\xBD";
  CHECK(written("\xFFx") == replaced + "x\"");
  CHECK(written("\xC3") == replaced + "\"");
  CHECK(written("\xC0\xAF") == replaced + "\xEF\xBF\xBD\"");                  // overlong
  CHECK(written("\xED\xA0\x80") == replaced + "\xEF\xBF\xBD\xEF\xBF\xBD\"");  // a surrogate
  CHECK(written({}) == "\"\"");
}

}  // namespace countersign::http::json_writer_test
