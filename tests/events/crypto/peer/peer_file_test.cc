#include "events/crypto/peer/peer_file.h"

#include <doctest/doctest.h>

#include <array>

namespace countersign::peer_file_test {

PeerFile file() {
  std::array<std::uint8_t, 32> seed{};
  seed.fill(7);
  Digest server{};
  server.fill(9);
  return {.name = "east-1", .seed = SecretBytes<32>(seed), .servers = {Sha256(server)}};
}

TEST_CASE("the key file of an inspector is read as it was written") {
  const auto read = parse_peer_file(text_of(file()).reveal());
  REQUIRE(read.has_value());
  CHECK(read->name == "east-1");
  CHECK(std::ranges::equal(read->seed.reveal(), file().seed.reveal()));
  CHECK(read->servers == file().servers);
}

TEST_CASE("any other text is no key file of an inspector") {
  const std::string whole(text_of(file()).reveal());
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    CHECK_FALSE(parse_peer_file(whole.substr(0, cut)));
  }
  CHECK_FALSE(parse_peer_file(whole + "more\n"));
  CHECK_FALSE(parse_peer_file(" " + whole));
  CHECK(parse_peer_file(whole + whole.substr(whole.find("server "))));
}

TEST_CASE("a name of a machine is a file's name that needs no care") {
  CHECK(is_peer_name("east-1"));
  for (const char* name : {"", "-east", "East", "a.b", "a/b", "..", "name with blanks"}) {
    CAPTURE(name);
    CHECK_FALSE(is_peer_name(name));
  }
  CHECK_FALSE(is_peer_name(std::string(41, 'a')));
}

}  // namespace countersign::peer_file_test
