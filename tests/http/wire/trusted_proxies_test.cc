#include "http/wire/trusted_proxies.h"

#include <doctest/doctest.h>

#include "http/sealed/sealed_origin.h"
#include "tests/http/support/rig.h"

namespace countersign::http::trusted_proxies_test {

TrustedProxies proxies(std::string_view list) {
  const auto parsed = TrustedProxies::parse(list);
  REQUIRE(parsed.has_value());
  return *parsed;
}

bool is_trusted(const std::string& list, const std::string& peer) {
  return proxies(list).client_address(peer, {{"x-forwarded-for", "3fff::9"}}) == "3fff::9";
}

TEST_CASE("an address is read in every spelling and written in one") {
  const auto normal = [](std::string_view text) {
    const auto address = parse_ip_address(text);
    return address ? to_text(*address) : "none";
  };
  CHECK(normal("192.0.2.7") == "192.0.2.7");
  CHECK(normal("2001:DB8:0:0::1") == "2001:db8::1");
  CHECK(normal("::ffff:192.0.2.7") == "192.0.2.7");
  CHECK(normal("::FFFF:c000:207") == "192.0.2.7");
  CHECK(normal("::") == "::");
  for (const std::string_view wrong : {std::string_view(""),
                                       std::string_view(" 192.0.2.7"),
                                       std::string_view("192.0.2"),
                                       std::string_view("192.0.2.256"),
                                       std::string_view("192.0.2.7:80"),
                                       std::string_view("[2001:db8::1]"),
                                       std::string_view("fe80::1%eth0"),
                                       std::string_view("unknown"),
                                       std::string_view("192.0.2.7\0", 10),
                                       std::string_view("1:2:3:4:5:6:7:8:9")}) {
    CAPTURE(wrong);
    CHECK(normal(wrong) == "none");
  }
  CHECK(normal(std::string(10'000, '1')) == "none");
}

TEST_CASE("metrics are for this machine and for who is named, and for no proxy's clients") {
  Rig rig;
  const auto status = [&](const std::string& peer, Headers headers = {}) {
    return rig.send({.path = "/metrics", .headers = std::move(headers), .peer = peer}).status;
  };
  rig.settings.metrics_from = {};
  CHECK(status("127.0.0.1") == 200);
  CHECK(status("127.8.9.1") == 200);
  CHECK(status("::1") == 200);
  for (const char* stranger : {"192.0.2.7", "10.0.0.1", "2001:db8::1", "128.0.0.1", "::", ""}) {
    CAPTURE(stranger);
    CHECK(status(stranger) == 404);
  }
  // A request that somebody on this machine has forwarded does not count as this machine's own.
  for (const char* name : {"x-forwarded-for", "forwarded", "via"}) {
    CAPTURE(name);
    CHECK(status("127.0.0.1", {{name, "127.0.0.1"}}) == 404);
    CHECK(status("::1", {{name, ""}}) == 404);
  }

  rig.settings.metrics_from = *AddressBlocks::parse("192.0.2.0/24,2001:db8::1");
  CHECK(status("192.0.2.7") == 200);
  CHECK(status("2001:db8::1") == 200);
  CHECK(status("127.0.0.1") == 200);
  CHECK(status("192.0.3.7") == 404);
  CHECK(status("127.0.0.1", {{"x-forwarded-for", "192.0.2.7"}}) == 404);  // header is not believed

  rig.settings.trusted_proxies = *TrustedProxies::parse("127.0.0.1");
  CHECK(status("127.0.0.1", {{"x-forwarded-for", "192.0.2.7"}}) == 200);
  CHECK(status("127.0.0.1", {{"x-forwarded-for", "192.0.2.7, 198.51.100.1"}}) == 404);
  CHECK(status("127.0.0.1", {{"x-forwarded-for", "127.0.0.1"}}) == 404);
  CHECK(status("127.0.0.1") == 200);
}

TEST_CASE("forwards that are ignored, and those that a proxy lacks, are counted") {
  Rig rig({.trusted_proxies = proxies("10.0.0.1")});
  const auto ask = [&](const std::string& peer, Headers headers) {
    (void)rig.send({.path = "/healthz", .headers = std::move(headers), .peer = peer});
  };
  const auto counted = [&](const std::string& what, int times) {
    const std::string page = rig.send({.path = "/metrics", .peer = "127.0.0.1"}).body;
    return page.find("countersign_forwards_" + what + "_total " + std::to_string(times) + "\n") !=
           std::string::npos;
  };
  ask("192.0.2.7", {});
  ask("10.0.0.1", {{"x-forwarded-for", "192.0.2.7"}});
  CHECK(counted("ignored", 0));
  CHECK(counted("missing", 0));
  ask("192.0.2.7", {{"x-forwarded-for", "192.0.2.8"}});
  ask("10.0.0.1", {});
  CHECK(counted("ignored", 1));
  CHECK(counted("missing", 1));
}

TEST_CASE("a proxy is trusted by its address or by a block that holds it") {
  CHECK(is_trusted("192.0.2.7", "192.0.2.7"));
  CHECK_FALSE(is_trusted("192.0.2.7", "192.0.2.6"));
  CHECK(is_trusted("10.0.0.0/8", "10.255.1.2"));
  CHECK_FALSE(is_trusted("10.0.0.0/8", "11.0.0.0"));
  CHECK(is_trusted("192.0.2.77/26", "192.0.2.127"));
  CHECK_FALSE(is_trusted("192.0.2.77/26", "192.0.2.128"));
  CHECK(is_trusted("0.0.0.0/0", "198.51.100.1"));
  CHECK_FALSE(is_trusted("0.0.0.0/0", "2001:db8::1"));
  CHECK(is_trusted("2001:db8::/33", "2001:db8:7fff::1"));
  CHECK_FALSE(is_trusted("2001:db8::/33", "2001:db8:8000::1"));
  CHECK_FALSE(is_trusted("::/0", "192.0.2.7"));
  CHECK(is_trusted("192.0.2.1,2001:db8::1", "2001:db8::1"));
  CHECK(is_trusted("::ffff:192.0.2.7", "192.0.2.7"));
  CHECK_FALSE(is_trusted("", "192.0.2.7"));
}

TEST_CASE("a list of proxies that is malformed anywhere is none") {
  for (const char* wrong : {",",
                            "10.0.0.0/8,",
                            ",10.0.0.0/8",
                            "10.0.0.0/8,,192.0.2.1",
                            "10.0.0.0/8, 192.0.2.1",
                            "10.0.0.0/33",
                            "2001:db8::/129",
                            "10.0.0.0/",
                            "10.0.0.0/-1",
                            "10.0.0.0/8x",
                            "10.0.0.0/8/8",
                            "10.0.0/8",
                            "/8",
                            "localhost",
                            "*"}) {
    CAPTURE(wrong);
    CHECK_FALSE(TrustedProxies::parse(wrong).has_value());
  }
}

TEST_CASE("the client is the right-most address that is not a trusted proxy") {
  struct Row {
    const char* peer;
    Headers headers;
    const char* client;
  };
  const auto forwarded = [](const char* list) { return Headers{{"x-forwarded-for", list}}; };
  const Row rows[] = {
      {"10.0.0.1", forwarded("203.0.113.9"), "203.0.113.9"},
      {"10.0.0.1", forwarded("2001:DB8::0:9"), "2001:db8::9"},
      {"10.0.0.1", forwarded("198.51.100.1, 203.0.113.9"), "203.0.113.9"},
      {"10.0.0.1", forwarded("203.0.113.9 ,\t10.0.0.3,10.0.0.2"), "203.0.113.9"},
      {"10.0.0.1",
       {{"x-forwarded-for", "203.0.113.9"}, {"x-forwarded-for", "10.2.0.1"}},
       "203.0.113.9"},
      // Text that the requester wrote itself, in front of the proxy's addition.
      {"10.0.0.1", forwarded("nonsense, , 203.0.113.9"), "203.0.113.9"},
      {"10.0.0.1",
       {{"x-forwarded-for", "198.51.100.1"}, {"x-forwarded-for", "203.0.113.9"}},
       "203.0.113.9"},
      // If the header is malformed or names only proxies, the address is the proxy's own.
      {"10.0.0.1", {}, "10.0.0.1"},
      {"10.0.0.1", forwarded(""), "10.0.0.1"},
      {"10.0.0.1", forwarded("unknown"), "10.0.0.1"},
      {"10.0.0.1", forwarded("203.0.113.9:4711"), "10.0.0.1"},
      {"10.0.0.1", forwarded("203.0.113.9,"), "10.0.0.1"},
      {"10.0.0.1", forwarded("203.0.113.9, unknown, 10.0.0.2"), "10.0.0.1"},
      {"10.0.0.1", forwarded("10.0.0.3, 10.0.0.2"), "10.0.0.1"},
      {"10.0.0.1", {{"x-forwarded-for", "203.0.113.9"}, {"x-forwarded-for", ""}}, "10.0.0.1"},
      // The header counts neither from anyone else nor from the admin socket, which has no address.
      {"198.51.100.1", forwarded("203.0.113.9"), "198.51.100.1"},
      {"", forwarded("203.0.113.9"), ""},
  };
  const TrustedProxies trusted = proxies("10.0.0.0/8");
  for (const Row& row : rows) {
    for (const auto& field : row.headers) CAPTURE(field.value);
    CHECK(trusted.client_address(row.peer, row.headers) == row.client);
    CHECK(TrustedProxies().client_address(row.peer, row.headers) == row.peer);
  }
}

TEST_CASE("an event's origin is the client behind a trusted proxy, and so is the access log's") {
  Rig rig({.trusted_proxies = proxies("192.0.2.7")});
  const Credentials client = rig.add_client();
  std::string logged;
  rig.service().calls.access_log = [&](const AccessRecord& record) {
    logged = record.peer_address;
  };
  const Answer created = rig.create(client, "", {{"X-Forwarded-For", "203.0.113.9"}});
  REQUIRE(created.status == 200);
  CHECK(logged == "203.0.113.9");
  const SessionId session(*parse_uuid(created["sessionId"]));
  const auto events = rig.data().queries().timeline(session);
  REQUIRE(events);
  const RecordedEvent& event = events->front().recorded;
  REQUIRE(event.sealed);
  const auto key = rig.data().session_key(session);
  REQUIRE(key);
  CHECK(open_origin(*event.sealed, *key, session, event.request) ==
        R"({"address":"203.0.113.9","userAgent":""})");
}

}  // namespace countersign::http::trusted_proxies_test
