#include "http/wire/address_guard.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>

#include <cstring>
#include <string>

namespace countersign::http::address_guard_test {

AddressGuard guard(std::string_view allowed = "") {
  return AddressGuard(*AddressBlocks::parse(allowed));
}

bool goes(const AddressGuard& guard, std::string_view address, bool is_secure = true) {
  return guard.may_connect(*parse_ip_address(address), is_secure);
}

std::string judged(const AddressGuard& guard, std::string_view url) {
  const auto fault = guard.fault_of(url);
  if (!fault) return "";
  return (fault->is_forbidden ? "forbidden: " : "") + fault->why;
}

constexpr const char* kSpecial[] = {"0.0.0.0",
                                    "0.1.2.3",
                                    "10.0.0.1",
                                    "10.255.255.255",
                                    "100.64.0.1",
                                    "100.127.255.255",
                                    "127.0.0.1",
                                    "127.255.255.254",
                                    "169.254.169.254",
                                    "172.16.0.1",
                                    "172.31.255.255",
                                    "192.0.0.8",
                                    "192.0.2.1",
                                    "192.88.99.1",
                                    "192.168.1.1",
                                    "198.18.0.1",
                                    "198.19.255.255",
                                    "198.51.100.1",
                                    "203.0.113.1",
                                    "224.0.0.1",
                                    "239.255.255.255",
                                    "240.0.0.1",
                                    "255.255.255.255",
                                    "::",
                                    "::1",
                                    "::10.0.0.1",
                                    "::8.8.8.8",
                                    "::ffff:10.0.0.1",
                                    "::ffff:127.0.0.1",
                                    "64:ff9b::a00:1",
                                    "64:ff9b::808:808",
                                    "64:ff9b:1::1",
                                    "100::1",
                                    "2001::1",
                                    "2001:2::1",
                                    "2001:10::1",
                                    "2001:db8::1",
                                    "2002:a00:1::1",
                                    "3fff::1",
                                    "5f00::1",
                                    "fc00::1",
                                    "fd12:3456::1",
                                    "fe80::1",
                                    "fec0::1",
                                    "ff02::1",
                                    "4000::1"};
constexpr const char* kOpen[] = {"1.1.1.1",
                                 "9.255.255.255",
                                 "11.0.0.1",
                                 "100.63.255.255",
                                 "100.128.0.1",
                                 "172.15.255.255",
                                 "172.32.0.1",
                                 "192.31.196.1",
                                 "198.17.255.255",
                                 "198.20.0.1",
                                 "223.255.255.255",
                                 "::ffff:8.8.8.8",
                                 "2606:4700::1111",
                                 "2a00::1",
                                 "2003::1"};

TEST_CASE("no address of a special-purpose registry is connected to") {
  const AddressGuard strict = guard();
  for (const char* const special : kSpecial) {
    CHECK_MESSAGE(!goes(strict, special), special);
  }
  for (const char* const open : kOpen) {
    CHECK_MESSAGE(goes(strict, open), open);
    CHECK_MESSAGE(!goes(strict, open, false), open);
  }
}

TEST_CASE("an allowed network is connected to, also over http, and no other") {
  const AddressGuard inside = guard("10.1.0.0/16,fd00::/8");
  for (const bool is_secure : {true, false}) {
    CHECK(goes(inside, "10.1.2.3", is_secure));
    CHECK(goes(inside, "::ffff:10.1.2.3", is_secure));
    CHECK(goes(inside, "fd12::1", is_secure));
    CHECK_FALSE(goes(inside, "10.2.0.1", is_secure));
  }
  CHECK_FALSE(goes(inside, "1.1.1.1", false));
}

TEST_CASE("a URL that leads to an internal address is forbidden in every notation") {
  const AddressGuard strict = guard();
  for (const char* const url : {"https://127.0.0.1/",
                                "https://127.1",
                                "https://0x7f.1/",
                                "https://2130706433/",
                                "https://0177.0.0.1",
                                "https://017700000001",
                                "https://10.0.0.1:8443/hook",
                                "https://169.254.169.254/latest/meta-data",
                                "https://[::1]/",
                                "https://[::ffff:10.0.0.1]",
                                "https://[::ffff:a00:1]",
                                "https://[::127.0.0.1]",
                                "https://[64:ff9b::10.0.0.1]",
                                "https://[fd00::1]",
                                "https://[fe80::1]",
                                "https://0/",
                                "https://localhost",
                                "https://LOCALHOST:1",
                                "https://a.localhost./"}) {
    CHECK_MESSAGE(judged(strict, url) == "forbidden: leads to an internal address", url);
  }
  CHECK(judged(strict, "http://shop.example/") == "forbidden: is not https");
  CHECK(judged(strict, "http://8.8.8.8/") == "forbidden: is not https");
  CHECK(judged(strict, "https://u:p@10.0.0.1/") == "has a user or a password");
  CHECK(judged(strict, "https://[::1::]/") == "has no valid host");
  CHECK(judged(strict, "https://shop.example/hook?a=b") == "");
  CHECK(judged(strict, "https://8.8.8.8") == "");
  CHECK(judged(strict, "https://[2606:4700::1111]:8443/") == "");
}

TEST_CASE("a URL into an allowed network is accepted") {
  const AddressGuard inside = guard("127.0.0.0/8");
  CHECK(judged(inside, "http://127.0.0.1:9000/") == "");
  CHECK(judged(inside, "http://localhost:9000/") == "");
  CHECK(judged(inside, "http://receiver.internal/") == "");  // the socket decides
  CHECK(judged(inside, "http://10.0.0.1/") == "forbidden: leads to an internal address");
}

TEST_CASE("the address of a socket is read as the text of it is") {
  for (const char* const text : {"127.0.0.1", "192.0.2.7"}) {
    ::sockaddr_in v4{};
    v4.sin_family = AF_INET;
    REQUIRE(::inet_pton(AF_INET, text, &v4.sin_addr) == 1);
    ::sockaddr address{};
    std::memcpy(&address, &v4, sizeof(address));
    CHECK(ip_address_of(address) == parse_ip_address(text));
  }
  for (const char* const text : {"::1", "2001:db8::7", "::ffff:10.0.0.1"}) {
    ::sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    REQUIRE(::inet_pton(AF_INET6, text, &v6.sin6_addr) == 1);
    CHECK(ip_address_of(reinterpret_cast<const ::sockaddr&>(v6)) == parse_ip_address(text));
  }
  ::sockaddr other{};
  other.sa_family = AF_UNIX;
  CHECK_FALSE(ip_address_of(other).has_value());
}

}  // namespace countersign::http::address_guard_test
