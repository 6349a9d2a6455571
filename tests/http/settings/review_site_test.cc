// Where the console may be.
#include "http/settings/review_site.h"

#include <doctest/doctest.h>

namespace countersign::http::review_site_test {

TEST_CASE("the console is at https, or at localhost") {
  const auto site = review_site_of("HTTPS://Review.Example:443");
  REQUIRE(site.has_value());
  CHECK(site->origin == "https://review.example");
  CHECK(site->relying_party == "review.example");
  CHECK(site->is_secure());
  const auto local = review_site_of("http://localhost:8081");
  REQUIRE(local.has_value());
  CHECK(local->relying_party == "localhost");
  CHECK_FALSE(local->is_secure());
  CHECK(local->link_of("CODE") == "http://localhost:8081/review#register=CODE");
  CHECK(review_site_of("http://review.localhost").has_value());
}

TEST_CASE("an address is no relying party") {
  for (const char* url :
       {"http://127.0.0.1:8081", "https://192.0.2.1", "https://[::1]:8081", "http://[::1]:8081"}) {
    CAPTURE(url);
    const auto site = review_site_of(url);
    REQUIRE_FALSE(site.has_value());
    CHECK(site.error().find("names an address") != std::string::npos);
  }
}

TEST_CASE("other URLs are refused") {
  for (const char* url : {"",
                          "https://2130706433",
                          "https://127.1",
                          "https://0x7f000001",
                          "https://review.0x1",
                          "localhost:8081",
                          "http://review.example",
                          "https://review.example/review",
                          "https://user@review.example",
                          "ftp://review.example"}) {
    CAPTURE(url);
    CHECK_FALSE(review_site_of(url).has_value());
  }
}

}  // namespace countersign::http::review_site_test
