#include "http/edge/connection_permits.h"

#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "http/edge/socket/address_block.h"
#include "tests/http/edge/support/raw_client.h"
#include "tests/http/edge/support/test_application.h"

namespace countersign::http::connection_permits_test {

using Admission = ConnectionPermits::Admission;

// Places without sockets, with the connections that were admitted and those that were told to go.
struct House {
  explicit House(const ConnectionPermits::Limits& limits) : permits(limits) {}

  std::uint64_t come(const std::string& from, Admission expected = Admission::Admitted) {
    const std::uint64_t number = permits.next_number();
    CHECK(permits.admit(number, address_block_of(from), mailbox, false) == expected);
    return number;
  }
  std::uint64_t come_and_ask(const std::string& from) {
    const std::uint64_t number = come(from);
    permits.busy(number);
    return number;
  }
  std::uint64_t come_and_read(const std::string& from) {
    const std::uint64_t number = come_and_ask(from);
    permits.slow(number);
    return number;
  }
  std::vector<std::uint64_t> told_to_go() {
    std::vector<Mail> mail;
    mailbox->take(mail);
    std::vector<std::uint64_t> told;
    for (const Mail& each : mail) told.push_back(std::get<Evicted>(each).connection);
    return told;
  }

  std::shared_ptr<Mailbox> mailbox = std::make_shared<Mailbox>();
  ConnectionPermits permits;
};

using Numbers = std::vector<std::uint64_t>;

TEST_CASE("an address at its limit makes room among its own, the longest idle first") {
  House house({.total = 100, .an_address = 3, .refusals = 1});
  const auto first = house.come("192.0.2.1");
  const auto second = house.come("192.0.2.1");
  const auto third = house.come("192.0.2.1");
  const auto other = house.come("192.0.2.2");
  house.permits.busy(first);
  house.permits.idle(first);  // now the second one has been idle longest
  house.come("192.0.2.1");
  CHECK(house.told_to_go() == Numbers{second});
  house.come("192.0.2.1");
  CHECK(house.told_to_go() == Numbers{third});
  house.permits.left(second);
  house.permits.left(third);
  CHECK(house.permits.open() == 4);
  house.permits.left(other);
  CHECK(house.told_to_go().empty());
}

TEST_CASE("an address whose connections all have a request in flight gets no more") {
  House house({.total = 100, .an_address = 2, .refusals = 1});
  const auto first = house.come_and_ask("2001:db8::1");
  house.come_and_ask("2001:db8::2");  // the same /64
  const auto refused = house.come("2001:db8::3", Admission::ToBeRefused);
  house.come("2001:db8::4", Admission::Closed);
  house.come("2001:db8:0:1::1");  // another /64
  house.permits.left(refused);
  house.come("2001:db8::5", Admission::ToBeRefused);
  house.permits.left(first);
  house.come("2001:db8::6");
}

TEST_CASE("in a full house the address that holds most makes room for an honest one") {
  House house({.total = 10, .an_address = 8, .refusals = 1});
  const auto honest = house.come("192.0.2.1");
  const auto oldest = house.come("198.51.100.7");
  for (int i = 0; i < 7; ++i) house.come("198.51.100.7");
  house.come("192.0.2.2");
  CHECK(house.told_to_go().empty());
  house.come("192.0.2.3");
  CHECK(house.told_to_go() == Numbers{oldest});
  // Honest connections are admitted one after the other, and none is evicted for another.
  house.come("192.0.2.4");
  house.come("192.0.2.5");
  for (const std::uint64_t told : house.told_to_go()) CHECK(told != honest);
  CHECK(house.permits.open() == 10);
}

TEST_CASE("a full house in which everybody waits for an answer refuses") {
  House house({.total = 2, .an_address = 0, .refusals = 1});
  house.come_and_ask("192.0.2.1");
  house.come_and_ask("192.0.2.2");
  house.come("192.0.2.3", Admission::ToBeRefused);
  house.come("192.0.2.3", Admission::Closed);
  CHECK(house.told_to_go().empty());
  CHECK(house.permits.open() == 2);
}

TEST_CASE("a connection without an address of its own is never taken from its owner") {
  House house({.total = 2, .an_address = 1, .refusals = 1});
  house.come("");
  house.come("");
  house.come("192.0.2.1", Admission::ToBeRefused);
  CHECK(house.told_to_go().empty());
  // An operator is admitted although the house is full.
  const std::uint64_t admin = house.permits.next_number();
  CHECK(house.permits.admit(admin, std::nullopt, house.mailbox, true) == Admission::Admitted);
}

TEST_CASE("a request that comes before the word to go keeps its place") {
  House house({.total = 1, .an_address = 0, .refusals = 1});
  const auto first = house.come("192.0.2.1");
  house.come_and_ask("192.0.2.2");
  CHECK(house.told_to_go() == Numbers{first});
  house.permits.busy(first);
  CHECK(house.permits.open() == 2);
  house.come("192.0.2.3", Admission::ToBeRefused);
  house.permits.left(first);
  CHECK(house.permits.open() == 1);
}

TEST_CASE("slow readers have half of the places, and the address with most of them makes room") {
  House house({.total = 8, .an_address = 0, .refusals = 1});
  const auto phone = house.come_and_read("192.0.2.1");
  const auto first = house.come_and_read("198.51.100.1");
  const auto second = house.come_and_read("198.51.100.1");
  house.come_and_read("198.51.100.2");
  const auto busy = house.come_and_ask("192.0.2.9");
  for (int i = 0; i < 3; ++i) house.come_and_ask("192.0.2.9");
  // They have no more than half: none has to go.
  house.permits.left(house.come("192.0.2.7", Admission::ToBeRefused));
  CHECK(house.told_to_go().empty());
  house.permits.slow(busy);   // now they have more
  house.permits.slow(first);  // its reader takes something
  house.come_and_ask("192.0.2.7");
  CHECK(house.told_to_go() == Numbers{second});
  house.permits.slow(phone);
  house.permits.left(house.come("192.0.2.8", Admission::ToBeRefused));
  CHECK(house.told_to_go().empty());
}

TEST_CASE("an idle connection is not taken for a slow one while an address holds more slow ones") {
  House house({.total = 4, .an_address = 0, .refusals = 1});
  const auto idle = house.come("192.0.2.1");
  const auto slow = house.come_and_read("198.51.100.1");
  house.come_and_read("198.51.100.1");
  house.come_and_read("198.51.100.2");
  house.come_and_read("192.0.2.2");
  CHECK(house.told_to_go() == Numbers{slow});
  house.come_and_ask("192.0.2.3");
  CHECK(house.told_to_go() == Numbers{idle});
}

TEST_CASE("a reader who takes nothing gives up its place first, as an idle connection") {
  House house({.total = 3, .an_address = 0, .refusals = 1});
  const auto stands = house.come_and_read("192.0.2.1");
  house.come_and_read("192.0.2.2");
  house.come_and_ask("192.0.2.3");
  house.permits.idle(stands);
  house.come_and_ask("192.0.2.4");
  CHECK(house.told_to_go() == Numbers{stands});
  // Word from its loop before the mail is read: it is told to go all the same.
  house.permits.slow(stands);
  CHECK(house.permits.open() == 3);
  house.permits.left(stands);
  CHECK(house.permits.open() == 3);
}

TEST_CASE("an address at its limit with slow readers alone makes room among them, to a half") {
  House house({.total = 100, .an_address = 4, .refusals = 1});
  Numbers slow;
  for (int i = 0; i < 4; ++i) slow.push_back(house.come_and_read("192.0.2.1"));
  house.come_and_ask("192.0.2.1");
  house.come_and_ask("192.0.2.1");
  CHECK(house.told_to_go() == Numbers{slow[0], slow[1]});
  house.come("192.0.2.1", Admission::ToBeRefused);
  CHECK(house.told_to_go().empty());
}

TEST_CASE("permits are given back however a connection ends") {
  House house({.total = 50, .an_address = 5, .refusals = 3});
  Numbers all;
  for (int round = 0; round < 200; ++round) {
    const std::string from = "192.0.2." + std::to_string(round % 30);
    const std::uint64_t number = house.permits.next_number();
    (void)house.permits.admit(number, address_block_of(from), house.mailbox, false);
    if (round % 3 == 0) house.permits.busy(number);
    if (round % 6 == 0) house.permits.idle(number);
    if (round % 7 == 0) house.permits.slow(number);
    if (round % 14 == 0) house.permits.idle(number);
    if (round % 28 == 0) house.permits.busy(number);
    all.push_back(number);
  }
  for (const std::uint64_t number : all) house.permits.left(number);
  for (const std::uint64_t number : all) house.permits.left(number);
  CHECK(house.permits.open() == 0);
  for (int i = 0; i < 50; ++i) house.come("192.0.2." + std::to_string(i));
  CHECK(house.permits.evicted() > 0);
}

// ---- over TCP ---------------------------------------------------------------

EdgeSettings small_house() {
  EdgeSettings settings;
  settings.max_connections = 8;
  settings.max_connections_an_address = 4;
  return settings;
}

TEST_CASE("idle connections of one address keep no other address out") {
  ServedApplication served(small_house());
  std::vector<RawClient> hostile;
  for (int i = 0; i < 40; ++i) {
    hostile.emplace_back(served.port, "127.0.0.2");
    hostile.back().send(i % 2 == 0 ? get("/hello") : "");
    RawClient honest(served.port, "127.0.0.3");
    honest.send(get("/hello"));
    REQUIRE(honest.receive().body == "hello");
  }
  CHECK(eventually([&] { return served.counters().evicted_connections >= 36; }));
  CHECK(eventually([&] { return served.counters().open_connections <= 8; }));
}

TEST_CASE("slow heads of four addresses keep no other address out") {
  ServedApplication served(small_house());
  std::vector<RawClient> hostile;
  for (const char* from : {"127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"}) {
    for (int i = 0; i < 4; ++i) {
      hostile.emplace_back(served.port, from);
      hostile.back().send("GET /hello HTT");
    }
  }
  RawClient honest(served.port, "127.0.0.6");
  honest.send(get("/hello"));
  CHECK(honest.receive().body == "hello");
}

TEST_CASE("slow bodies of four addresses, from nobody that is known, keep no other address out") {
  ServedApplication served(small_house());
  std::vector<RawClient> hostile;
  for (const char* from : {"127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"}) {
    for (int i = 0; i < 4; ++i) {
      hostile.emplace_back(served.port, from);
      hostile.back().send("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\nx");
    }
  }
  RawClient honest(served.port, "127.0.0.6");
  honest.send(post("/length", "all of it"));
  CHECK(honest.receive().body == "9");
}

TEST_CASE("bodies that nobody wants, and that trickle behind their answer, keep no address out") {
  ServedApplication served(small_house());
  std::vector<RawClient> hostile;
  for (const char* from : {"127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"}) {
    for (int i = 0; i < 4; ++i) {
      hostile.emplace_back(served.port, from);
      hostile.back().send("POST /unwanted HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\nx");
    }
  }
  RawClient honest(served.port, "127.0.0.6");
  honest.send(get("/hello"));
  CHECK(honest.receive().body == "hello");
}

TEST_CASE("an answer that is being sent is not taken from its reader, and counts") {
  ServedApplication served(small_house());
  std::vector<RawClient> readers;
  for (const char* from : {"127.0.0.2", "127.0.0.3"}) {
    for (int i = 0; i < 4; ++i) {
      readers.emplace_back(served.port, from);
      readers.back().send(get("/silent/10"));  // its writer sends nothing
    }
  }
  REQUIRE(eventually([&] { return served.counters().responses_2xx == 8; }));
  RawClient another(served.port, "127.0.0.6");
  another.send(get("/hello"));
  CHECK(another.receive().status == 503);
  CHECK(served.counters().evicted_connections == 0);
  CHECK(served.counters().open_connections >= 8);
}

TEST_CASE("a body whose sender is known is not taken from its sender") {
  ServedApplication served(small_house());
  std::vector<RawClient> known;
  for (const char* from : {"127.0.0.2", "127.0.0.3"}) {
    for (int i = 0; i < 4; ++i) {
      known.emplace_back(served.port, from);
      known.back().send("POST /pause HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na");
    }
  }
  REQUIRE(eventually([&] { return served.application.body_bytes == 8; }));
  RawClient another(served.port, "127.0.0.6");
  another.send(get("/hello"));
  CHECK(another.receive().status == 503);
  CHECK(served.counters().evicted_connections == 0);
}

TEST_CASE("an address with all its requests in flight is told 503, and others are served") {
  ServedApplication served(small_house());
  std::vector<RawClient> busy;
  for (int i = 0; i < 4; ++i) {
    busy.emplace_back(served.port, "127.0.0.2");
    busy.back().send(get("/hold/x"));
  }
  REQUIRE(eventually([&] { return served.application.holding == 4; }));
  {
    RawClient fifth(served.port, "127.0.0.2");
    fifth.send(get("/hello"));
    const RawResponse refused = fifth.receive();
    CHECK(refused.status == 503);
    CHECK(refused.header("retry-after") == "1");
  }
  RawClient honest(served.port, "127.0.0.3");
  honest.send(get("/hello"));
  CHECK(honest.receive().body == "hello");
  // The requests in flight were not harmed, and the address gets its permits back.
  served.application.release();
  for (RawClient& client : busy) CHECK(client.receive().body == "x");
  busy.clear();
  RawClient again(served.port, "127.0.0.2");
  again.send(get("/hello"));
  CHECK(again.receive().body == "hello");
}

TEST_CASE("an address that speaks for many has no limit of its own") {
  EdgeSettings settings = small_house();
  settings.speaks_for_many = [](std::string_view address) { return address == "127.0.0.2"; };
  ServedApplication served(settings);
  std::vector<RawClient> proxied;
  for (int i = 0; i < 8; ++i) {
    proxied.emplace_back(served.port, "127.0.0.2");
    proxied.back().send(get("/hello"));
    CHECK(proxied.back().receive().body == "hello");
  }
  RawClient stranger(served.port, "127.0.0.3");
  stranger.send(get("/hello"));
  CHECK(stranger.receive().status == 503);
  for (RawClient& client : proxied) {
    client.send(get("/hello"));
    CHECK(client.receive().body == "hello");
  }
}

}  // namespace countersign::http::connection_permits_test
