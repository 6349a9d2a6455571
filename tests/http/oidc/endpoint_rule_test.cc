#include "http/oidc/endpoint_rule.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>

#include <string>

namespace countersign::http::endpoint_rule_test {

const std::string kGood;
const std::string kInternal = "leads to an internal address that is not the issuer's";
const std::string kNotHttps = "is not https";

struct Row {
  const char* issuer;
  const char* url;
  std::string verdict;
};

TEST_CASE("an endpoint is https, and on the issuer's host or in the open internet") {
  const Row rows[] = {
      // The issuer's own host, wherever that is, and whatever its port.
      {"https://login.example/realm", "https://login.example/token", kGood},
      {"https://login.example/realm", "https://LOGIN.example:8443/token?p=1", kGood},
      {"https://10.1.2.3/realm", "https://10.1.2.3/token", kGood},
      {"https://[fd00::1]/realm", "https://[fd00::1]:8443/token", kGood},
      // Other hosts of the open internet.
      {"https://login.example", "https://token.example/token", kGood},
      {"https://login.example", "https://8.8.8.8/token", kGood},
      // Never without TLS.
      {"https://login.example", "http://login.example/token", kNotHttps},
      {"https://login.example", "http://127.0.0.1:8080/token", kNotHttps},
      {"https://127.0.0.1", "http://127.0.0.1/token", kNotHttps},
      {"http://127.0.0.1:8090", "http://login.example/token", kNotHttps},
      {"http://127.0.0.1:8090", "http://10.0.0.1/token", kNotHttps},
      // Internal addresses in every notation, and this machine.
      {"https://login.example", "https://127.0.0.1/token", kInternal},
      {"https://login.example", "https://2130706433/token", kInternal},
      {"https://login.example", "https://0x7f.1/token", kInternal},
      {"https://login.example", "https://localhost/token", kInternal},
      {"https://login.example", "https://a.localhost./token", kInternal},
      {"https://login.example", "https://[::1]/token", kInternal},
      {"https://login.example", "https://[::ffff:127.0.0.1]/token", kInternal},
      {"https://login.example", "https://169.254.169.254/token", kInternal},
      {"https://login.example", "https://10.0.0.1/token", kInternal},
      {"https://login.example", "https://[fe80::1]/token", kInternal},
      {"https://login.example", "https://0.0.0.0/token", kInternal},
      {"https://10.1.2.3", "https://10.1.2.4/token", kInternal},
      {"https://10.1.2.3", "https://127.0.0.1/token", kInternal},
      // An issuer on this machine may name this machine, and nothing else that is internal.
      {"http://localhost:8090", "http://localhost:8090/token", kGood},
      {"http://localhost:8090", "http://127.0.0.1:8091/token", kGood},
      {"http://127.0.0.1:8090", "https://[::1]/token", kGood},
      {"https://localhost:8443", "https://127.0.0.1:9000/token", kGood},
      {"https://localhost:8443", "https://10.0.0.1/token", kInternal},
  };
  for (const Row& row : rows) {
    CAPTURE(row.issuer);
    CAPTURE(row.url);
    CHECK(EndpointRule(row.issuer, AddressBlocks()).wrong_with(row.url) == row.verdict);
  }
}

TEST_CASE("a network that the operator allows may have endpoints on other hosts, with TLS") {
  const EndpointRule rule("https://login.example", *AddressBlocks::parse("10.1.0.0/16"));
  CHECK(rule.wrong_with("https://10.1.2.3/token") == kGood);
  CHECK(rule.wrong_with("https://10.2.0.1/token") == kInternal);
  CHECK(rule.wrong_with("https://127.0.0.1/token") == kInternal);
  CHECK(rule.wrong_with("http://10.1.2.3/token") == kNotHttps);
}

bool may_connect(const EndpointRule& rule, const char* url, const char* address) {
  ::sockaddr_in v4{};
  v4.sin_family = AF_INET;
  REQUIRE(::inet_pton(AF_INET, address, &v4.sin_addr) == 1);
  return rule.may_connect(url, reinterpret_cast<const ::sockaddr&>(v4));
}

TEST_CASE("a name of another host that resolves to an internal address is not connected to") {
  const EndpointRule rule("https://login.example", *AddressBlocks::parse("10.1.0.0/16"));
  const char* const other = "https://token.example/token";
  CHECK(rule.wrong_with(other) == kGood);
  CHECK(may_connect(rule, other, "8.8.8.8"));
  CHECK(may_connect(rule, other, "10.1.2.3"));
  CHECK_FALSE(may_connect(rule, other, "10.2.0.1"));
  CHECK_FALSE(may_connect(rule, other, "127.0.0.1"));
  CHECK_FALSE(may_connect(rule, other, "169.254.169.254"));
  // The resolver's answer counts for the host that the operator named.
  CHECK(may_connect(rule, "https://login.example/token", "192.168.0.9"));
  CHECK(may_connect(rule, "https://login.example/.well-known/openid-configuration", "127.0.0.1"));
  CHECK_FALSE(may_connect(rule, "no URL", "8.8.8.8"));
}

}  // namespace countersign::http::endpoint_rule_test
