#include "http/oidc/token/signed_text.h"

#include <doctest/doctest.h>

#include <string>

#include "core/text/base64url.h"

namespace countersign::http::signed_text_test {

TEST_CASE("a token is taken apart at its two dots") {
  const std::string token =
      to_base64url("{}") + '.' + to_base64url("payload") + '.' + to_base64url("s");
  const auto parts = read_signed_text(token);
  REQUIRE(parts);
  CHECK(parts->header == "{}");
  CHECK(parts->payload == "payload");
  CHECK(parts->signature == "s");
  CHECK(parts->signed_part == token.substr(0, token.rfind('.')));
  CHECK(read_signed_text("..").has_value());
  CHECK(read_signed_text("e30.e30.")->signature.empty());
}

TEST_CASE("what is no compact signature is not taken apart") {
  const std::string long_header = to_base64url(std::string(kSignedHeaderMax + 1, 'h'));
  for (const std::string& text :
       {std::string(),
        std::string("e30"),
        std::string("e30.e30"),
        std::string("e30.e30.AAAA.AAAA"),
        std::string("e30.AAAA.AAAA.AAAA.AAAA"),  // an encrypted token (RFC 7516)
        std::string("e30=.e30.AAAA"),
        std::string("e31.e30.AAAA"),  // bits that belong to no byte
        std::string("e30.e30.AAAB+"),
        std::string("e30. e30.AAAA"),
        std::string("e30.e30.AAAA\n"),
        long_header + ".e30.AAAA",
        "e30." + std::string(kSignedTextMax, 'A') + ".AAAA"}) {
    CAPTURE(text.substr(0, 80));
    CHECK_FALSE(read_signed_text(text));
  }
}

}  // namespace countersign::http::signed_text_test
