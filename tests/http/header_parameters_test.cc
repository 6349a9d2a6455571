#include "http/wire/header_parameters.h"

#include <doctest/doctest.h>

#include <string>

#include "http/wire/multipart.h"
#include "tests/http/rig.h"

namespace countersign::http {
namespace {

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

}  // namespace
}  // namespace countersign::http
