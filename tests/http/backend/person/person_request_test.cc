#include "http/backend/person/person_request.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::http::person_request_test {

TEST_CASE("an erasure names a person and a reason, and nothing that the server does not know") {
  const auto request = parse_erasure_request(R"({"userRef":"auth0|5f7c","reason":"letter 12"})");
  REQUIRE(request.has_value());
  CHECK(request->user_ref == "auth0|5f7c");
  CHECK(request->reason == "letter 12");
  CHECK_FALSE(request->after);
  for (const std::string body : {R"({})",
                                 R"({"userRef":"a"})",
                                 R"({"reason":"x"})",
                                 R"({"userRef":"a b","reason":"x"})",
                                 R"({"userRef":["a"],"reason":"x"})"}) {
    const auto refused = parse_erasure_request(body);
    INFO(body);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == ProblemCode::InvalidParameter);
  }
  for (const std::string body : {"[]", R"({"userRef":"a","reason":"x","all":true})"}) {
    INFO(body);
    CHECK(parse_erasure_request(body).error().code == ProblemCode::InvalidJson);
  }
}

TEST_CASE("a page goes on from what an answer gave, and from nothing else") {
  CHECK(*place_after(std::nullopt) == std::nullopt);
  for (const std::string text : {"", "x", "AAAA"}) CHECK_FALSE(place_after(text).has_value());
}

}  // namespace countersign::http::person_request_test
