#include "http/objects/s3_address.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::http::s3_address_test {

TEST_CASE("a bucket and a prefix are read, and others are refused in words") {
  S3Address address;
  CHECK(wrong_with_bucket("pictures", address).empty());
  CHECK(address.name() == "s3:pictures");
  CHECK(wrong_with_bucket("my.pictures-1/a/B_c.d/", address).empty());
  CHECK(address.bucket == "my.pictures-1");
  CHECK(address.prefix == "a/B_c.d/");
  CHECK(address.name() == "s3:my.pictures-1/a/B_c.d");
  for (const char* text : {"", "ab", "Pictures", "-pictures", "pictures-", "a..b", "a b", "p?q"}) {
    CAPTURE(text);
    CHECK(wrong_with_bucket(text, address).starts_with("names no bucket"));
  }
  for (const char* text : {"pictures/",
                           "pictures//a",
                           "pictures/a//b",
                           "pictures/..",
                           "pictures/a b",
                           "pictures/%2e"}) {
    CAPTURE(text);
    CHECK(wrong_with_bucket(text, address).starts_with("has a prefix"));
  }
}

TEST_CASE("the bucket is in the name of the host, or in the path") {
  S3Address address{.endpoint = "https://s3.example:9000", .region = "eu-1"};
  REQUIRE(wrong_with_bucket("pictures/a", address).empty());
  CHECK(address.bucket_url() == "https://pictures.s3.example:9000/");
  address.path_style = true;
  CHECK(address.bucket_url() == "https://s3.example:9000/pictures/");
}

TEST_CASE("an endpoint that others can read, or that no certificate fits, is refused") {
  S3Address address{.endpoint = "https://s3.example", .region = "eu-1", .bucket = "pictures"};
  CHECK(wrong_with_endpoint(address).empty());
  const auto wrong = [&](auto change) {
    S3Address changed = address;
    change(changed);
    return wrong_with_endpoint(changed);
  };
  CHECK(wrong([](S3Address& a) { a.endpoint = "http://s3.example"; }).find("must be https") !=
        std::string::npos);
  CHECK(wrong([](S3Address& a) { a.endpoint = "http://localhost:9000"; }).empty());
  CHECK(wrong([](S3Address& a) {
          a.endpoint = "https://s3.example/path";
        }).find("must end behind") != std::string::npos);
  CHECK(wrong([](S3Address& a) {
          a.endpoint = "https://user:word@s3.example";
        }).find("contains a user") != std::string::npos);
  CHECK(wrong([](S3Address& a) { a.endpoint = "s3.example"; }).starts_with("--s3-endpoint"));
  CHECK(wrong([](S3Address& a) { a.region = "EU 1"; }).starts_with("--s3-region"));
  CHECK(wrong([](S3Address& a) { a.bucket = "my.pictures"; }).find("--s3-path-style") !=
        std::string::npos);
  CHECK(wrong([](S3Address& a) {
          a.endpoint = "http://localhost";
          a.authorities_file = "ca.pem";
        }).starts_with("--s3-ca"));
}

TEST_CASE("a query is encoded as a signature wants it") {
  CHECK(percent_encoded("aZ9-_.~") == "aZ9-_.~");
  CHECK(percent_encoded("a/b=c d+\xc3\xa9") == "a%2Fb%3Dc%20d%2B%C3%A9");
}

}  // namespace countersign::http::s3_address_test
