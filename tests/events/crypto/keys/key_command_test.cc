#include "events/crypto/keys/key_command.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace countersign::key_command_test {

using std::chrono::milliseconds;

const std::string kDigits(64, 'a');

std::string why(const std::string& command, milliseconds timeout = kKeyCommandTimeout) {
  const auto key = master_key_of_command(command, timeout);
  return key ? std::string("a key") : key.error();
}

TEST_CASE("the key that a command prints is the one that a file would hold") {
  const auto expected = MasterKey::parse(bytes_of(kDigits));
  REQUIRE(expected.has_value());
  for (const std::string& command : {"printf %s " + kDigits,
                                     "echo " + kDigits,
                                     "echo " + kDigits + "; echo not seen >&2",
                                     "exec echo " + kDigits}) {
    CAPTURE(command);
    const auto key = master_key_of_command(command);
    REQUIRE_MESSAGE(key.has_value(), (key ? std::string() : key.error()));
    CHECK(key->id() == expected->id());
  }
}

TEST_CASE("a command's output that is not a key is refused, and shown to nobody") {
  for (const std::string& command : {std::string("true"),
                                     std::string("echo short-secret"),
                                     "printf '%sx' " + kDigits,
                                     "echo " + kDigits + "; echo more"}) {
    CAPTURE(command);
    const std::string said = why(command);
    CHECK(said.starts_with("the master key command"));
    CHECK(said.find("secret") == std::string::npos);
    CHECK(said.find("aaaa") == std::string::npos);
  }
}

TEST_CASE("a command that fails gives no key, whatever it printed") {
  CHECK(why("echo " + kDigits + "; exit 3") ==
        "the master key command failed: its exit status is not 0");
  CHECK(why("/no/such/program") == "the master key command failed: its exit status is not 0");
}

TEST_CASE("a command that never ends printing, or never ends, is ended") {
  CHECK(why("yes") == "the master key command printed more than a key");
  CHECK(why("sleep 1000", milliseconds(50)) == "the master key command took too long");
  CHECK(why("echo " + kDigits + "; exec >&-; sleep 1000", milliseconds(50)) ==
        "the master key command took too long");
}

}  // namespace countersign::key_command_test
