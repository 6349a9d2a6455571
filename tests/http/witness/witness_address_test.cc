#include "http/witness/witness_address.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/events/tlog/note/keys.h"

namespace countersign::http::witness_address_test {

TEST_CASE("a witness is a URL and a key, with `=` between them") {
  const std::string key = tlog::witness_key().verifier().to_text();
  const auto witness = parse_witness_address("https://witness.example/prefix/=" + key);
  REQUIRE(witness.has_value());
  CHECK(witness->url == "https://witness.example/prefix");
  CHECK(witness->key == tlog::witness_key().verifier());
  // The first `=` is the separator: names of keys may contain more of them.
  const tlog::SignerKey odd = tlog::signer(tlog::KeyType::Witness, "a=b", 5);
  CHECK(parse_witness_address("http://a=" + odd.verifier().to_text())->key == odd.verifier());
}

TEST_CASE("a malformed witness is refused, and a password is not repeated") {
  const std::string key = tlog::witness_key().verifier().to_text();
  for (const std::string& wrong : {std::string(),
                                   key,
                                   std::string("http://a"),
                                   std::string("http://a="),
                                   "=" + key,
                                   "a=" + key,
                                   "ftp://a=" + key,
                                   "http://a=" + key.substr(1),
                                   "http://a=" + tlog::log_key().verifier().to_text()}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_witness_address(wrong).has_value());
  }
  const auto refused = parse_witness_address("http://user:hunter2@a=" + key);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().find("hunter2") == std::string::npos);
}

}  // namespace countersign::http::witness_address_test
