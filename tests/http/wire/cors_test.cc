#include "http/wire/cors.h"

#include <doctest/doctest.h>

#include "tests/http/support/rig.h"

namespace countersign::http::cors_test {

TEST_CASE("an origin is brought to the form that browsers send") {
  CHECK(normalised_origin("https://Shop.Example") == "https://shop.example");
  CHECK(normalised_origin("HTTPS://shop.example:443") == "https://shop.example");
  CHECK(normalised_origin("https://shop.example:8443") == "https://shop.example:8443");
  CHECK(normalised_origin("https://192.0.2.1") == "https://192.0.2.1");
  CHECK(normalised_origin("https://7.shop.example") == "https://7.shop.example");
  CHECK(normalised_origin("https://[2001:db8::1]:8443") == "https://[2001:db8::1]:8443");
  CHECK(normalised_origin("http://localhost:3000") == "http://localhost:3000");
  CHECK(normalised_origin("http://localhost:80") == "http://localhost");
  CHECK(normalised_origin("http://127.0.0.1:8080") == "http://127.0.0.1:8080");
  CHECK(normalised_origin("http://[::1]") == "http://[::1]");
}

TEST_CASE("a text that is not the origin of a secure page is refused") {
  for (const char* text : {"",
                           "null",
                           "*",
                           "shop.example",
                           "http://shop.example",
                           "ftp://shop.example",
                           "https://",
                           "https://*.example",
                           "https://shop.example/",
                           "https://shop.example/path",
                           "https://shop.example?x",
                           "https://user@shop.example",
                           "https://shop.example:",
                           "https://shop.example:0",
                           "https://shop.example:65536",
                           "https://shop.example:443x",
                           "https://a..b",
                           "https://.a",
                           "https://[::1",
                           "https://::1",
                           "https://[1:2]",
                           "https://[:::::::]",
                           "https://256.256.256.256",
                           "https://1.2.3",
                           "https://shop.7",
                           "https://192.0.2.0x1",
                           "https://shop.example https://other.example",
                           "https://shop\xc3\xb6.example",
                           "http://localhost.evil.example"}) {
    INFO(text);
    CHECK_FALSE(normalised_origin(text).has_value());
  }
}

TEST_CASE("the origin of an app's pages is one of a session's, and of nothing else") {
  for (const char* text : {"capacitor://localhost",
                           "ionic://localhost",
                           "app://localhost",
                           "app://.",
                           "app://-",
                           "app://com.example.shop",
                           "tauri://localhost",
                           "tauri://localhost:1420",
                           "com.example.shop://pages_1",
                           "chrome-extension://abcdefghijklmnop"}) {
    INFO(text);
    CHECK(normalised_client_origin(text) == text);
    CHECK_FALSE(normalised_origin(text).has_value());
  }
  const std::string longest(64, 'a');
  CHECK(normalised_client_origin(longest + "://localhost"));
  CHECK_FALSE(normalised_client_origin(longest + "a://localhost"));
  CHECK(normalised_client_origin("app://" + std::string(253, 'a')));
  CHECK_FALSE(normalised_client_origin("app://" + std::string(254, 'a')));
  CHECK(normalised_client_origin("Capacitor://LocalHost") == "capacitor://localhost");
  CHECK(normalised_client_origin("https://Shop.example:443") == "https://shop.example");
  CHECK(normalised_client_origin("http://localhost") == "http://localhost");
  CHECK(normalised_client_origin("http://localhost:8100") == "http://localhost:8100");
}

TEST_CASE("what any page or file may have for an origin is on no list") {
  for (const char* text : {"null",
                           "*",
                           "capacitor://*",
                           "*://localhost",
                           "capacitor://",
                           "capacitor:",
                           "capacitor:localhost",
                           "capacitor:/localhost",
                           "capacitor:///localhost",
                           "capacitor://localhost/",
                           "capacitor://localhost/index.html",
                           "capacitor://localhost?x",
                           "capacitor://localhost#x",
                           "capacitor://user@localhost",
                           "capacitor://localhost:",
                           "capacitor://localhost:0",
                           "capacitor://localhost:65536",
                           "capacitor://localhost:1:2",
                           "capacitor://local host",
                           "capacitor://localhost capacitor://other",
                           " capacitor://localhost",
                           "capacitor://l\xc3\xb6"
                           "calhost",
                           "://localhost",
                           "7app://localhost",
                           "+app://localhost",
                           "http://shop.example",
                           "HTTP://localhost.evil.example",
                           "https://shop.example/",
                           "javascript://localhost",
                           "JavaScript://localhost",
                           "data://localhost",
                           "file://",
                           "file://localhost",
                           "File://localhost",
                           "blob://localhost",
                           "blob:https://shop.example",
                           "filesystem://localhost",
                           "content://media",
                           "about://blank",
                           "view-source://localhost",
                           "ftp://localhost",
                           "ws://localhost",
                           "wss://localhost"}) {
    INFO(text);
    CHECK_FALSE(normalised_client_origin(text).has_value());
  }
}

TEST_CASE("no answer is a frame, a script or a picture of another page") {
  Rig rig;
  for (const char* path : {"/api/svc/openapi.json",
                           "/api/svc/log/vkey",
                           "/api/sdk/status",
                           "/readyz",
                           "/metrics",
                           "/nothing"}) {
    CAPTURE(path);
    const Answer answer = rig.send({.path = path});
    CHECK(answer.header("X-Content-Type-Options") == "nosniff");
    CHECK(answer.header("Cross-Origin-Resource-Policy") == "same-origin");
    CHECK(answer.header("Content-Security-Policy") == "default-src 'none'; frame-ancestors 'none'");
  }
}

TEST_CASE("a page of any origin sees that the server is there, and nothing of it") {
  Rig rig;
  const Answer answer =
      rig.send({.path = "/healthz", .headers = {{"Origin", "https://a.example"}}});
  CHECK(answer.header("Cross-Origin-Resource-Policy") == "cross-origin");
  CHECK(answer.header("Access-Control-Allow-Origin").empty());
  CHECK(answer.header("X-Content-Type-Options") == "nosniff");
}

}  // namespace countersign::http::cors_test
