// Servers whose address space is limited, as by `ulimit -v`.
#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/programs/support/running_server.h"

namespace countersign::tests::address_space_test {

constexpr int kLeastMegabytes = 800;  // docs/operators/limits-and-settings.md
constexpr int kStarts = 5;            // the server's threads race for the space

// A shell that limits itself and becomes the server.
Arguments limited_to(int megabytes) {
  return {"/bin/sh", "-c", "ulimit -v " + std::to_string(megabytes) + "000 && exec \"$0\" \"$@\""};
}

TEST_CASE("a server starts with the least address space that the manual names, every time") {
  RunningServer server;
  REQUIRE(server.stop() == 0);
  for (int i = 0; i < kStarts; ++i) {
    REQUIRE_NOTHROW(server.start({.before = limited_to(kLeastMegabytes)}));
    CHECK(server.ask({"GET", "/healthz"}).status == 200);
    CHECK(server.stop() == 0);
  }
}

TEST_CASE("a start with too little address space is refused in a sentence") {
  RunningServer server;
  REQUIRE(server.stop() == 0);
  for (int megabytes = 100; megabytes < kLeastMegabytes; megabytes += 50) {
    CAPTURE(megabytes);
    const std::size_t before = server.operator_log().size();
    try {
      server.start({.before = limited_to(megabytes)});
      CHECK(server.stop() == 0);
    } catch (const std::runtime_error&) {
      CHECK(server.program().wait(std::chrono::seconds(10)) == 1);
      const std::string said = server.operator_log().substr(before);
      CAPTURE(said);
      CHECK(said.find("countersignd: ") != std::string::npos);
      CHECK(said.find("terminate called") == std::string::npos);
    }
  }
}

}  // namespace countersign::tests::address_space_test
