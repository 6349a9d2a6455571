#include "http/oidc/callback.h"

#include <doctest/doctest.h>

#include <string>

#include "http/oidc/form_text.h"

namespace countersign::http::callback_test {

TEST_CASE("the answer that a browser brings is read") {
  const auto callback = parse_callback("code=a%2Fb+c&state=s1&iss=https%3A%2F%2Fa.example&x=y");
  REQUIRE(callback);
  CHECK(callback->code == "a/b c");
  CHECK(callback->state == "s1");
  CHECK(callback->issuer == "https://a.example");
  CHECK(callback->error.empty());
}

TEST_CASE("a refusal has one of the standards' words, and no other text") {
  CHECK(parse_callback("error=access_denied&state=s")->error == "access_denied");
  CHECK(parse_callback("error=%3Cscript%3E&error_description=x&state=s")->error == "unknown_error");
  CHECK(parse_callback("error=&state=s")->error == "unknown_error");
}

TEST_CASE("an answer that can be read in two ways is not read") {
  for (const char* query : {"",
                            "code=c",
                            "state=s",
                            "code=&state=s",
                            "code=c&state=",
                            "code=c&state=s&error=access_denied",
                            "code=c&state=s&state=t",
                            "code=c&code=d&state=s",
                            "code=c&state=s&iss=a&iss=b",
                            "code=c&state=s&x=1&x=2",
                            "code=%&state=s",
                            "code=%4&state=s",
                            "code=%zz&state=s",
                            "code=%0a&state=s",
                            "code=%00&state=s",
                            "code=%c3%a4&state=s"}) {
    CAPTURE(query);
    CHECK_FALSE(parse_callback(query));
  }
  CHECK(parse_callback("state=s&code=" + std::string(4096, 'c')));
  CHECK_FALSE(parse_callback("state=s&code=" + std::string(4097, 'c')));
  CHECK_FALSE(parse_callback("code=c&state=" + std::string(129, 's')));
  CHECK_FALSE(parse_callback("code=c&state=s&x=" + std::string(9000, 'x')));
}

TEST_CASE("an answer that a browser brings has 16 fields at most") {
  std::string query = "code=c&state=s";
  for (int each = 2; each < 16; ++each) query += "&x" + std::to_string(each) + "=1";
  CHECK(parse_callback(query));
  CHECK(parse_callback("&&" + query + "&&"));
  CHECK_FALSE(parse_callback(query + "&y"));
  CHECK_FALSE(parse_callback("y&" + query));
}

TEST_CASE("a form that is written is read as the same") {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const FormFields fields{{"a", ""}, {all, "b=c&d"}, {"", all}};
  CHECK(parse_form(form_text(fields)) == fields);
  CHECK(form_encoded("a b+c/~") == "a%20b%2Bc%2F~");
  CHECK(parse_form("&&a=1&") == FormFields{{"a", "1"}});
}

}  // namespace countersign::http::callback_test
