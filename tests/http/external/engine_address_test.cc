#include "http/external/engine_address.h"

#include <doctest/doctest.h>

namespace countersign::http::engine_address_test {

TEST_CASE("an engine is at a URL without secrets, or at a unix socket") {
  CHECK(*parse_engine_address("https://engine.example/v/") ==
        EngineAddress{"https://engine.example/v", ""});
  CHECK(*parse_engine_address("http://10.0.0.7:8099") == EngineAddress{"http://10.0.0.7:8099", ""});
  CHECK(*parse_engine_address("unix:/run/engine.sock") ==
        EngineAddress{"http://localhost", "/run/engine.sock"});
  for (const std::string& wrong : {std::string(""),
                                   std::string("engine.example"),
                                   std::string("ftp://engine.example"),
                                   std::string("file:///etc/passwd"),
                                   std::string("https://user:hunter2@engine.example"),
                                   std::string("https://engine.example/?key=hunter2"),
                                   std::string("unix:engine.sock"),
                                   std::string("unix:"),
                                   "unix:/" + std::string(107, 'x')}) {
    CAPTURE(wrong);
    const auto address = parse_engine_address(wrong);
    REQUIRE_FALSE(address.has_value());
    CHECK_FALSE(address.error().empty());
    CHECK(address.error().find("hunter2") == std::string::npos);
  }
}

TEST_CASE("fields that can be read on the way are known") {
  for (const char* kept : {"https://engine.example",
                           "unix:/run/engine.sock",
                           "http://127.0.0.1:8099/a",
                           "http://localhost",
                           "http://[::1]:8099"}) {
    CAPTURE(kept);
    CHECK_FALSE(parse_engine_address(kept)->is_exposed());
  }
  for (const char* exposed : {"http://engine.example",
                              "http://10.0.0.7:8099",
                              "http://localhost.example",
                              "http://127.engine.example",
                              "http://[::2]"}) {
    CAPTURE(exposed);
    CHECK(parse_engine_address(exposed)->is_exposed());
  }
}

}  // namespace countersign::http::engine_address_test
