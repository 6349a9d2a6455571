#include "http/wire/https_alone.h"

#include <doctest/doctest.h>

#include "tests/http/support/joining_calls.h"

namespace countersign::http::https_alone_test {

ServiceSettings with_local_console() {
  ServiceSettings settings = with_public_origin();
  settings.review = *review_site_of("http://localhost:8081");
  return settings;
}

TEST_CASE("browsers are asked for https alone where https is, and not for this machine's names") {
  Rig rig(with_local_console());
  const auto policy = [&](const char* path, bool console) {
    return rig.send({.path = path, .console = console}).header("Strict-Transport-Security");
  };
  CHECK(policy("/healthz", false) == "max-age=31536000");
  CHECK(policy("/nowhere", false) == "max-age=31536000");
  CHECK(policy("/review/api/me", true).empty());

  const auto asks = [](bool tls, const char* host, const char* origin, bool admin = false) {
    RequestHead head;
    head.tls = tls;
    head.admin = admin;
    head.headers.add("host", host);
    return asks_for_https(head, origin);
  };
  CHECK(asks(true, "verify.example:8443", ""));
  CHECK(asks(false, "127.0.0.1:8080", "https://verify.example"));
  CHECK(asks(false, "127.0.0.1:8080", "https://verify.example:8443"));
  CHECK_FALSE(asks(false, "verify.example", ""));
  CHECK_FALSE(asks(true, "localhost:8443", ""));
  CHECK_FALSE(asks(true, "a.localhost", ""));
  CHECK_FALSE(asks(false, "a", "https://localhost:8443"));
  CHECK_FALSE(asks(false, "a", "http://localhost:8080"));
  CHECK_FALSE(asks(false, "a", "https://verify.example", true));
}

}  // namespace countersign::http::https_alone_test
