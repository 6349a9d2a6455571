#include "http/edge/socket/address_block.h"

#include <doctest/doctest.h>

#include <string>

namespace countersign::http::address_block_test {

TEST_CASE("every address of a /64 is one block, and its neighbour is another") {
  const auto first = address_block_of("2001:db8:1:2::1");
  REQUIRE(first.has_value());
  CHECK(address_block_of("2001:db8:1:2:ffff:ffff:ffff:ffff") == first);
  CHECK(address_block_of("2001:0DB8:0001:0002:0::") == first);
  CHECK(address_block_of("2001:db8:1:3::1") != first);
  CHECK(address_block_name("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64");
  CHECK(address_block_name("::1") == "::/64");
}

TEST_CASE("an IPv4 address is a block of its own, however it is written") {
  const auto v4 = address_block_of("192.0.2.7");
  REQUIRE(v4.has_value());
  CHECK(v4->is_v4);
  CHECK(address_block_of("::ffff:192.0.2.7") == v4);
  CHECK(address_block_of("::ffff:c000:207") == v4);
  CHECK(address_block_of("64:ff9b::192.0.2.7") == v4);
  CHECK(address_block_of("192.0.2.8") != v4);
  CHECK(address_block_of("64:ff9b::192.0.2.8") != v4);
  CHECK(address_block_name("::ffff:192.0.2.7") == "192.0.2.7");
  // Addresses that only resemble these prefixes are IPv6.
  CHECK_FALSE(address_block_of("64:ff9b:1::192.0.2.7")->is_v4);
  CHECK_FALSE(address_block_of("::192.0.2.7")->is_v4);
}

TEST_CASE("a peer without an address has no block, and its name is its own") {
  for (const char* text : {"", "localhost", "192.0.2.7:80", "[::1]", "fe80::1%eth0", "1.2.3"}) {
    CAPTURE(text);
    CHECK_FALSE(address_block_of(text).has_value());
    CHECK(address_block_name(text) == text);
  }
  CHECK_FALSE(address_block_of(std::string("192.0.2.7\0", 10)).has_value());
  CHECK_FALSE(address_block_of(std::string(1000, '1')).has_value());
}

}  // namespace countersign::http::address_block_test
