#include "http/wire/header_parameters.h"

#include <doctest/doctest.h>

#include <string>

#include "http/wire/multipart.h"
#include "tests/http/support/rig.h"

namespace countersign::http::header_parameters_test {

std::string with_parameters(std::string text, int count) {
  for (int each = 0; each < count; ++each) text += ";p" + std::to_string(each) + "=1";
  return text;
}

TEST_CASE("a header field has 16 parameters at most, whoever sends it") {
  CHECK(parse_parameterized(with_parameters("a/b", 16)));
  CHECK(parse_parameterized(with_parameters("a/b", 16) + ";"));
  CHECK_FALSE(parse_parameterized(with_parameters("a/b", 17)));
  CHECK_FALSE(parse_parameterized(with_parameters("a/b", 16) + ";p0=1"));
  CHECK(multipart_boundary(with_parameters("multipart/form-data;boundary=x", 15)));
  CHECK_FALSE(multipart_boundary(with_parameters("multipart/form-data;boundary=x", 16)));

  Rig rig;
  const auto status = [&](int parameters) {
    return rig
        .send({.method = Method::Post,
               .path = "/api/svc/session/create",
               .headers = {{"Content-Type", with_parameters("application/json", parameters)}},
               .body = "{}"})
        .status;
  };
  CHECK(status(16) == 400);
  CHECK(status(17) == 415);
}

// The file name of a part whose disposition ends so; "400" if it is malformed.
std::string file_name_of(const std::string& parameters) {
  const auto disposition = parse_form_disposition("form-data; name=\"image\"; " + parameters);
  if (!disposition) return "400";
  CHECK(disposition->name == "image");
  return disposition->file_name;
}

struct Row {
  const char* written;
  std::string_view file_name;
};

TEST_CASE("a file name is read as browsers write it") {
  for (const Row& row : {
           Row{R"(filename="photo.jpg")", "photo.jpg"},
           Row{R"(filename=photo.jpg)", "photo.jpg"},
           Row{R"(filename="")", ""},
           Row{R"(filename="photo\")", R"(photo\)"},
           Row{R"(filename="photo\" )", R"(photo\)"},
           Row{R"(filename="photo\";)", R"(photo\)"},
           Row{R"(filename="photo\"; x="y")", R"(photo\)"},
           Row{R"(filename="\")", R"(\)"},
           Row{R"(filename="\\")", R"(\\)"},
           Row{R"(filename="C:\photos\DOCUMENT_BLURRY.jpg")", R"(C:\photos\DOCUMENT_BLURRY.jpg)"},
           Row{R"(filename="\\server\share\a.jpg")", R"(\\server\share\a.jpg)"},
           Row{R"(filename="a;b=c.jpg")", "a;b=c.jpg"},
           Row{R"(filename="a%22b.jpg")", R"(a"b.jpg)"},
           Row{R"(filename="a%0D%0Ab.jpg")", "a\r\nb.jpg"},
           Row{R"(filename="a%0d%0ab%20%2F%00%41%2.jpg%")", "a%0d%0ab%20%2F%00%41%2.jpg%"},
           Row{R"(filename="a%2522.jpg")", "a%2522.jpg"},
           Row{"filename=\"\xc3\xa4 b.jpg\"", "\xc3\xa4 b.jpg"},
       }) {
    INFO(row.written);
    CHECK(file_name_of(row.written) == row.file_name);
  }
  CHECK(parse_form_disposition(R"(form-data; name="a%22%0D%0A\"; filename="b")")->name ==
        "a\"\r\n\\");
}

TEST_CASE("a quote with a backslash before it is an escape only where the text goes on behind it") {
  for (const Row& row : {
           Row{R"(filename="a\"b.jpg")", R"(a"b.jpg)"},
           Row{R"(filename="a\";b.jpg")", R"(a";b.jpg)"},
           Row{R"(filename="a\"; b.jpg")", R"(a"; b.jpg)"},
           Row{R"(filename="a\";b=c.jpg")", R"(a";b=c.jpg)"},
           Row{R"(filename="\"a\"")", R"("a")"},
           Row{R"(filename="C:\\photos\\\"a\".jpg")", R"(C:\photos\"a".jpg)"},
           Row{R"(filename="a\"b.jpg"; x="y")", R"(a"b.jpg)"},
           Row{R"(filename="a"b.jpg")", "400"},
           Row{R"(filename="a\"b.jpg)", "400"},
           Row{R"(filename="a)", "400"},
           Row{R"(filename="a"; filename="b")", "400"},
           Row{R"(filename="a\"; filename="b")", "400"},
       }) {
    INFO(row.written);
    CHECK(file_name_of(row.written) == row.file_name);
  }
}

TEST_CASE("an extended file name counts before the other one, and a malformed one as none") {
  for (const Row& row : {
           Row{R"(filename*=UTF-8''DOCUMENT_BLURRY.jpg)", "DOCUMENT_BLURRY.jpg"},
           Row{R"(filename*=utf-8'en'DOCUMENT%5FBLURRY.jpg)", "DOCUMENT_BLURRY.jpg"},
           Row{R"(filename*="UTF-8''a.jpg")", "a.jpg"},
           Row{R"(filename*=ISO-8859-1''a%20b.jpg)", "a b.jpg"},
           Row{R"(filename*=UTF-8''%e2%82%ac.jpg)", "\xe2\x82\xac.jpg"},
           Row{R"(filename="b.jpg"; filename*=UTF-8''a.jpg)", "a.jpg"},
           Row{R"(filename*=UTF-8''a.jpg; filename="b.jpg")", "a.jpg"},
           Row{R"(filename="b.jpg"; filename*=UTF-8''a%2)", "b.jpg"},
           Row{R"(filename="b.jpg"; filename*=UTF-8''a%zz)", "b.jpg"},
           Row{R"(filename="b.jpg"; filename*=UTF-8'a.jpg)", "b.jpg"},
           Row{R"(filename="b.jpg"; filename*=a.jpg)", "b.jpg"},
           Row{R"(filename="b.jpg"; filename*=UTF-16''a.jpg)", "b.jpg"},
           Row{R"(filename*=a.jpg)", ""},
           Row{R"(filename*=UTF-8''a.jpg; filename*=UTF-8''b.jpg)", "400"},
       }) {
    INFO(row.written);
    CHECK(file_name_of(row.written) == row.file_name);
  }
}

TEST_CASE("other fields keep the escapes of quoted strings") {
  CHECK(parse_parameterized(R"(a; b="c\"d")")->find("b") == R"(c"d)");
  CHECK(parse_parameterized(R"(a; b="c\d")")->find("b") == "cd");
  CHECK_FALSE(parse_parameterized(R"(a; b="c\")"));
  CHECK(parse_parameterized(R"(a; b="%22")")->find("b") == "%22");
}

}  // namespace countersign::http::header_parameters_test
